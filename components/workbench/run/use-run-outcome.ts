import { useLocale, useTranslations } from 'use-intl'
import {
  useWorkbenchTranslations,
  type WorkbenchTranslator,
} from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { RunView, StartedRun } from '@/lib/desk-api/runs/runs'
import { shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import { textAt } from '@/lib/sheet/draft/draft'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { firstOf, joinSentences } from '@/lib/words/sentences/join'

/** The sentence about the result of a run. Orders in it are named with their row in the shop's file. */
export function useRunOutcome(): (run: RunView, started: StartedRun | undefined) => string {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const namesOf = useOrderNames()
  return (run, started) =>
    joinSentences(
      locale,
      outcomeSentences(
        run,
        started,
        { again: workbook.count('again'), failing: workbook.count('failing') },
        t,
        namesOf,
      ),
    )
}

/** Which orders a run did not take, and why; '' when it took all. */
export function useRunDetails(): (run: RunView) => string {
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const namesOf = useOrderNames()
  return run => joinSentences(locale, refusedSentences(run, t, namesOf))
}

const refusedSentences = (
  { refused }: RunView,
  t: WorkbenchTranslator,
  namesOf: (numbers: readonly string[]) => string,
): string[] =>
  refused.map(({ why, numbers }) =>
    t('announced.refused', { count: numbers.length, numbers: namesOf(numbers), why }),
  )

/** Names orders by their numbers, the first of them with the row in the shop's file. */
function useOrderNames(): (numbers: readonly string[]) => string {
  const { workbook } = useWorkbench()
  const where = useTranslations('intake.roundTrip.where')
  const locale = useLocale()
  return numbers => {
    const first = numbers.slice(0, MAX_NAMED)
    const rows = fileRows(workbook, new Set(first))
    const names = first.map(number => {
      const row = rows.get(number)
      return row === undefined ? number : `${number} (${where('row', { row })})`
    })
    return firstOf(locale, names, MAX_NAMED, numbers.length)
  }
}

/** The row of the shop's file in which each of some orders begins. Orders that came from no file have none. */
function fileRows({ index, draft, sheet }: Workbook, wanted: ReadonlySet<string>): Map<string, number> {
  const rows = new Map<string, number>()
  let left = wanted.size
  for (const firstLine of index.firstLines()) {
    if (left === 0) break
    const number = textAt(draft, firstLine, sheet.key).trim()
    if (!wanted.has(number)) continue
    left--
    const { row } = shopCoordinatesOf(draft.lines.get(firstLine)?.texts ?? {}, number)
    if (row !== undefined) rows.set(number, row)
  }
  return rows
}

/** Orders that a sentence names. */
const MAX_NAMED = 3

/**
 * @param counts of orders of the sheet: those that were refused before and passed since, and those with errors
 * @param namesOf the names of orders, by their numbers
 */
function outcomeSentences(
  run: RunView,
  started: StartedRun | undefined,
  { again, failing }: { readonly again: number; readonly failing: number },
  t: WorkbenchTranslator,
  namesOf: (numbers: readonly string[]) => string,
): (string | false | undefined)[] {
  // Orders that had passed and did not change count as well: the sentence is about the whole sheet.
  const passed = run.passed + (started?.fresh ?? 0)
  const skipped = started?.withheld ?? 0
  const isReported = run.kind === 'check' && run.passed + run.failed > 0
  // A rejection without a reason may leave no errors.
  const see = failing > 0 ? 'errors' : again > 0 ? 'before' : 'none'
  const parts =
    run.kind === 'check'
      ? [
          isReported &&
            t('announced.checked', {
              passed,
              failing: run.failed,
              skipped,
              total: passed + run.failed + skipped,
            }),
          run.passed > 0 && again > 0 && t('announced.again', { count: again }),
        ]
      : [
          run.registered > 0 && t('announced.registered', { count: run.registered }),
          run.rejected > 0 && t('announced.rejected', { count: run.rejected, see }),
          run.unknown > 0 && t('announced.unknown', { count: run.unknown }),
          ...refusedSentences(run, t, namesOf),
        ]
  const withheld = skipped > 0 && !isReported && t('announced.withheld', { count: skipped })
  const elsewhere =
    started?.elsewhere !== undefined &&
    started.elsewhere > 0 &&
    t('announced.elsewhere', { count: started.elsewhere })
  return [run.problem, ...parts, withheld, elsewhere]
}
