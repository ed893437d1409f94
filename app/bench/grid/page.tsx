import { notFound } from 'next/navigation'
import { Words } from '@/app/words'
import { env } from '@/lib/env'
import { Rig } from './rig'

/** The grid by itself, for comparison with other grids. The page exists only with BENCH=1. */
export default function Page() {
  if (!env().bench) notFound()
  return (
    <Words areas={['columnsMenu', 'editors', 'grid']}>
      <Rig />
    </Words>
  )
}
