import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/draft'
import { formatTsv } from '@/lib/sheet/tsv'
import type { Workbook } from '@/lib/sheet/workbook'

/** Pastes records to rehearse with behind the last line. @returns the first of their cells */
export function fillSample(workbook: Workbook, source: GridSource): CellAddress | undefined {
  const before = source.rows()
  const from = workbook.draft.order.length === 0 ? 0 : workbook.visible.length
  const texts = workbook.sheet.sample(Math.floor(Date.now() / 1000) % 1_000_000)
  const columns = workbook.sheet.columns.map(column => column.id)
  const block = [columns, ...texts.map(line => columns.map(column => line[column] ?? ''))]
  source.paste([{ top: from, left: 0, bottom: from, right: 0 }], { text: formatTsv(block), html: '' })
  const first = source.rows()[from] ?? before[0]
  return first === undefined ? undefined : { line: first, column: workbook.sheet.key }
}
