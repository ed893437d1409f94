import type { Mark } from '@/lib/sheet/marks'

/** What a cell wears: the worst of its marks. */
export type Dress = 'failure' | 'oneof' | 'stale' | 'warning' | 'notice'

/** @returns undefined where there is nothing to wear */
export function dressOf(marks: readonly Mark[] | undefined): Dress | undefined {
  if (!marks?.length) return undefined
  const failures = marks.filter(mark => mark.severity === 'failure')
  const fresh = failures.filter(mark => !mark.stale)
  if (fresh.length > 0) return fresh.every(mark => mark.oneOf > 1) ? 'oneof' : 'failure'
  if (failures.length > 0) return 'stale'
  return marks.some(mark => mark.severity === 'warning') ? 'warning' : 'notice'
}
