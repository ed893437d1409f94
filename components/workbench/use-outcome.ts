import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { coordinatesOf } from '@/lib/intake/coordinates'
import { textAt } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { RunView, StartedRun } from './actions'
import { outcomeSentence } from './outcome-sentence'
import { useSay } from './use-say'

/** Says what became of a run; orders that are named are named with their rows of the shop's file. */
export function useOutcome(workbook: Workbook): (run: RunView, started: StartedRun | undefined) => string {
  const t = useSay()
  const where = useTranslations('intake.return.where')
  return useCallback(
    (run, started) =>
      outcomeSentence(run, started, workbook.count('again'), t, numbers => {
        const rows = fileRows(workbook, new Set(numbers))
        return numbers.map(number => {
          const row = rows.get(number)
          return row === undefined ? number : `${number} (${where('row', { row })})`
        })
      }),
    [workbook, t, where],
  )
}

/** In which row of a file each of some orders begins; none of those that came from no file. */
function fileRows({ index, draft, sheet }: Workbook, wanted: ReadonlySet<string>): Map<string, number> {
  const rows = new Map<string, number>()
  let left = wanted.size
  for (const lead of index.leads()) {
    if (left === 0) break
    const number = textAt(draft, lead, sheet.key).trim()
    if (!wanted.has(number)) continue
    left--
    const { row } = coordinatesOf(draft.lines.get(lead)?.texts ?? {}, number)
    if (row !== undefined) rows.set(number, row)
  }
  return rows
}
