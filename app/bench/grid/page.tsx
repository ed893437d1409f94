import { notFound } from 'next/navigation'
import { Words } from '@/app/words'
import { env } from '@/lib/env'
import { Rig } from './rig'

/** The grid alone, for measuring it beside other grids. It is there only with BENCH=1 (face.md). */
export default function Page() {
  if (!env().bench) notFound()
  return (
    <Words areas={['columnsMenu', 'editors', 'grid']}>
      <Rig />
    </Words>
  )
}
