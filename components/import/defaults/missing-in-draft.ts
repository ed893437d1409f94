import { useEffect, useState } from 'react'
import { ChangeCounter } from '@/components/import/change-counter'
import { inChunks } from '@/components/import/yield-to-paint'
import {
  countMissing,
  isSameMissing,
  type MissingDefaults,
  MissingDefaultsFinder,
  nothingMissing,
} from '@/lib/import/lines/fill/missing-defaults'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** One order with few empty fields is filled in the sheet as fast as in a dialog. */
const MIN_ORDERS = 2
const MIN_FIELDS = 2

/**
 * What to set once in a draft, kept current (`missingInAllOrders`).
 * @param isAsked otherwise nothing is counted
 */
export function useMissingInDraft(workbook: Workbook, isAsked: boolean): MissingDefaults {
  const [missing, setMissing] = useState(nothingMissing)
  useEffect(() => {
    if (!isAsked) return setMissing(nothingMissing)
    const counter = new ChangeCounter(
      workbook,
      signal => missingInAllOrders(workbook, signal),
      found => setMissing(before => (isSameMissing(before, found) ? before : found)),
    )
    return () => counter.end()
  }, [workbook, isAsked])
  return missing
}

/**
 * What the orders of a draft lack, if all of them lack some columns that a preset fills.
 * @returns nothing below `MIN_ORDERS` and `MIN_FIELDS`; undefined when aborted
 */
export async function missingInAllOrders(
  workbook: Workbook,
  signal: AbortSignal,
): Promise<MissingDefaults | undefined> {
  if (workbook.orderCount < MIN_ORDERS) return nothingMissing
  // Most drafts have all columns in their first line: the count ends there.
  const found = await findMissing(workbook, finder => finder.lacksColumn && !signal.aborted)
  if (signal.aborted) return undefined
  return found && countMissing(found) >= MIN_FIELDS ? found : nothingMissing
}

/** What the orders of a draft lack; orders at the service do not count. */
export const missingInDraft = async (workbook: Workbook): Promise<MissingDefaults> =>
  (await findMissing(workbook, () => true)) ?? nothingMissing

/** @param isWanted asked after each line @returns undefined if it was false before the last line */
async function findMissing(
  workbook: Workbook,
  isWanted: (finder: MissingDefaultsFinder) => boolean,
): Promise<MissingDefaults | undefined> {
  const finder = new MissingDefaultsFinder(workbook.sheet, () => false)
  const isWhole = await inChunks(workbook.draft.order, id => {
    const line = workbook.draft.lines.get(id)
    if (line && !workbook.isLocked(id)) finder.add(line.texts)
    return isWanted(finder)
  })
  return isWhole ? finder.result() : undefined
}
