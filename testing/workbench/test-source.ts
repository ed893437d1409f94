import { createGridSource } from '@/components/workbench/source/grid-source'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { ColumnView, relevantColumns } from '@/lib/sheet/view/columns/column-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The words of a sheet in tests: ids of columns in place of names, keys in place of messages. */
export const testWords: SheetWords = {
  language: 'en',
  column: ({ id, group }) => ({ label: id, name: id, group }),
  headingNames: ({ id }) => [id],
  sentence: () => '',
  sentences: () => [],
  original: () => undefined,
  withOriginal: () => '',
  sign: () => '',
  tip: () => null,
  origin: () => '',
  becameCodes: () => '',
  help: { finder: () => undefined, display: () => undefined, note: () => null, link: () => undefined },
  message: key => key,
}

/** The source of a workbook, and every sentence that its acts announce. */
export function openTestSource(workbook: Workbook, words: SheetWords = testWords, layout = defaultLayout) {
  const announced: string[] = []
  const { columns } = workbook.sheet
  const findRelevant = () => relevantColumns(columns, workbook.draft.lines.values(), [])
  const view = new ColumnView(workbook.sheet, layout, findRelevant, workbook.idColumn)
  const source = createGridSource(
    workbook,
    view,
    words,
    sentence => announced.push(sentence),
    () => {},
  )
  return { view, source, announced }
}
