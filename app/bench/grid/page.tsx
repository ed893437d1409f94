import { notFound } from 'next/navigation'
import { Words } from '@/app/words'
import { env } from '@/lib/env'
import { Rig } from './rig'

/** Only the grid, for comparison with other grids. It exists only with BENCH=1 (face.md). */
export default function Page() {
  if (!env().bench) notFound()
  return (
    <Words areas={['columnsMenu', 'editors', 'grid']}>
      <Rig />
    </Words>
  )
}
