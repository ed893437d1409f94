import type { GridSource } from '@/components/grid/source'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { markAsSample } from '@/lib/sheet/schema/samples/sample-number'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** @returns inserts sample records into an empty sheet and goes to the first of them */
export function useInsertSample(): () => void {
  const { workbook, source, grid, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  return () => {
    const cell = insertSample(workbook, source)
    if (cell) grid.current?.selection.moveTo(cell)
    grid.current?.focus()
    // Instead of the sentence about pasted rows.
    announce(t('announced.sampled', { count: workbook.orderCount }))
  }
}

/** @returns the first inserted cell */
function insertSample(workbook: Workbook, source: GridSource): CellAddress | undefined {
  const { sheet } = workbook
  const texts = markAsSample(sheet.sample(Math.floor(Date.now() / 1000) % 1_000_000), sheet.key)
  const columns = sheet.columns.map(column => column.id)
  const block = [columns, ...texts.map(line => columns.map(column => line[column] ?? ''))]
  source.paste([{ top: 0, left: 0, bottom: 0, right: 0 }], { text: formatTsv(block), html: '' }, () => {})
  const [first] = source.rows()
  return first === undefined ? undefined : { line: first, column: sheet.key }
}
