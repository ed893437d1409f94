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

/** What the orders of a draft lack; orders at the service do not count. */
export async function missingInDraft(workbook: Workbook): Promise<MissingDefaults> {
  const finder = new MissingDefaultsFinder(workbook.sheet, () => false)
  await addOpenLines(workbook, finder, () => true)
  return finder.result()
}

/** One order with few empty fields is filled in the sheet as fast as in a dialog. */
const MIN_ORDERS = 2
const MIN_FIELDS = 2

/**
 * What to set once in a draft, kept current; nothing where every column that a preset fills has a text somewhere.
 * @param isAsked otherwise nothing is counted
 */
export function useMissingInDraft(workbook: Workbook, isAsked: boolean): MissingDefaults {
  const [missing, setMissing] = useState(nothingMissing)
  useEffect(() => {
    if (!isAsked) return setMissing(nothingMissing)
    const counter = new ChangeCounter(
      workbook,
      signal => missingColumnsInDraft(workbook, signal),
      found => setMissing(before => (isSameMissing(before, found) ? before : found)),
    )
    return () => counter.end()
  }, [workbook, isAsked])
  return missing
}

/** Like `missingInDraft`, for a draft that lacks columns in all of its orders. @returns undefined when aborted */
export async function missingColumnsInDraft(
  workbook: Workbook,
  signal: AbortSignal,
): Promise<MissingDefaults | undefined> {
  if (workbook.orderCount < MIN_ORDERS) return nothingMissing
  const finder = new MissingDefaultsFinder(workbook.sheet, () => false)
  // Most drafts have all columns in their first line: the walk ends there.
  const isWhole = await addOpenLines(workbook, finder, () => finder.lacksColumn && !signal.aborted)
  if (signal.aborted) return undefined
  const found = finder.result()
  return isWhole && countMissing(found) >= MIN_FIELDS ? found : nothingMissing
}

/** Adds the lines that are not at the service, while `isWanted`. @returns whether all were added */
function addOpenLines(
  workbook: Workbook,
  finder: MissingDefaultsFinder,
  isWanted: () => boolean,
): Promise<boolean> {
  return inChunks(workbook.draft.order, id => {
    const line = workbook.draft.lines.get(id)
    if (line && !workbook.isLocked(id)) finder.add(line.texts)
    return isWanted()
  })
}
