import type { ShopState } from '@/lib/intake/recipe'
import { removeLines } from '@/lib/sheet/line-acts'
import type { Workbook } from '@/lib/sheet/workbook'
import { placeInFile, placesOf, stillAside, toldOnly } from './aside-places'
import { linesAt } from './bring-after-all'
import type { Report } from './protocol'

/** What can be taken out of the sheet again: orders that the shop has in a state, and rows that are hidden in the file. */
export type TakenOut = ShopState | 'hidden'

/**
 * Takes lines that a file brought out of the sheet, as one act.
 * @returns how many orders, or hidden rows, are out, and how many lines had to stay
 */
export async function takeOut(
  workbook: Workbook,
  { id, aside, unseen }: Pick<Report, 'id' | 'aside' | 'unseen'>,
  what: TakenOut,
): Promise<{ readonly count: number; readonly locked: number }> {
  const told = what === 'hidden' ? [] : toldOnly(aside, what)
  const lines = await linesAt(workbook, id, what === 'hidden' ? new Set(unseen) : placesOf(told))
  const placeOf = (line: string) => placeInFile(workbook.draft.lines.get(line)?.texts ?? {})
  const there = new Set(lines.map(placeOf))
  const free = new Set(lines.filter(line => !workbook.isLocked(line)).map(placeOf))
  const { refused: locked } = removeLines(workbook, lines, null)
  return { count: what === 'hidden' ? free.size : told.length - stillAside(told, there).length, locked }
}
