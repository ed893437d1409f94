import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The records that the view of the sheet shows, by their first lines, in the order of the screen; no blank lines. */
export function recordsInView({ visible, index }: Pick<Workbook, 'visible' | 'index'>): readonly LineId[] {
  const records: LineId[] = []
  for (const line of visible) if (index.isFirstLine(line)) records.push(line)
  return records
}

/** The page that a position is on, from 0. */
export const pageOf = (position: number, pageSize: number): number =>
  Math.max(0, Math.floor(position / pageSize))
