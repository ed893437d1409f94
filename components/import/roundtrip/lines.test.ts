import { expect, test } from 'vitest'
import type { Summary } from '@/components/import/controller/state/state'
import { importSimilarTables } from '@/lib/import/lines/similar-tables'
import { Reader } from '@/lib/import/reader/reader'
import type { ExportedLine } from '@/lib/import/roundtrip/write-protocol'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type ExportContext, firstLinesOf, layoutOf, SentenceTable, sendLines } from './lines'

const headings = ['取引ID', '名前（本名）', '受注数', '商品ID', '商品名']

/** An imported file, whose reader answers requests for rows. */
async function importedFile(id: string, rows: readonly (readonly string[])[]) {
  const bytes = new TextEncoder().encode(rows.map(row => row.join(',')).join('\r\n'))
  const reader = new Reader({ id, name: `${id}.csv`, bytes, sheet: 'orders/japan', remembered: [] })
  const reading = await reader.read({})
  const counts = await reader.counts()
  const { result } = reader
  if (reading.kind !== 'outline' || !result) throw new Error(id)
  const summary: Summary = {
    report: { ...reading.outline, ...counts },
    result: { firstLine: undefined, lines: 0, lockedLines: 0, keptEdits: 0, step: undefined },
    upload: { state: 'kept' },
  }
  return { id, reader, summary, lines: importSimilarTables(result.book, result.mapping, id, false).lines }
}

/** A draft with the lines of several files. */
function contextOf(files: readonly Awaited<ReturnType<typeof importedFile>>[]): ExportContext {
  const lines = files.flatMap(file => file.lines)
  return {
    workbook: new Workbook(
      sheets['orders/japan'],
      lines.map(({ texts }, at) => ({ id: `L${at}`, rank: at + 1, texts })),
    ),
    importer: {
      summaries: files.map(({ summary }) => summary),
      rowsJson: async ({ file, table }, numbers) =>
        JSON.stringify(files.find(({ id }) => id === file)?.reader.rows(table, numbers)),
    },
    draftId: 'draft',
    mayReadFiles: true,
    message: () => '',
  }
}

const monday = [headings, ['T-1', '山田太郎', '1', '11', '靴下'], ['T-2', '佐藤花子', '2', '12', '帽子']]
const tuesday = [headings, ['T-3', '鈴木一郎', '3', '13', '鞄']]

test('orders of two files with the same columns are downloaded in these columns, each line with the row of its own file', async () => {
  const context = contextOf([await importedFile('A', monday), await importedFile('B', tuesday)])
  const firstLines = firstLinesOf(context.workbook, 'all')
  expect((await layoutOf(context, firstLines))?.headings).toEqual(headings)
  const tables = new Map<string, ReadonlyMap<number, readonly string[]>>()
  const cells: (readonly string[] | undefined)[] = []
  const isWhole = await sendLines(context, firstLines, true, {
    rows: (table, json) => tables.set(table, new Map(JSON.parse(json))),
    lines: (lines: readonly ExportedLine[]) => {
      for (const { table = '', row = 0 } of lines) cells.push(tables.get(table)?.get(row))
      return true
    },
  })
  expect(isWhole).toBe(true)
  expect(cells).toEqual([...monday.slice(1), ...tuesday.slice(1)])
})

test('orders of files with different columns have no shop layout', async () => {
  const other = tuesday.map((row, at) => [...row, at === 0 ? '受注メモ' : '急ぎ'])
  const context = contextOf([await importedFile('A', monday), await importedFile('B', other)])
  expect(await layoutOf(context, firstLinesOf(context.workbook, 'all'))).toBeUndefined()
})

test('for a viewer, who may not read files, lines have no shop layout', async () => {
  const context = { ...contextOf([await importedFile('A', monday)]), mayReadFiles: false }
  expect(await layoutOf(context, firstLinesOf(context.workbook, 'all'))).toBeUndefined()
})

test('a sentence that many lines share is sent once, and keeps its number', () => {
  const sentences = new SentenceTable()
  expect(['a', 'b', 'a'].map(sentence => sentences.numberOf(sentence))).toEqual([0, 1, 0])
  expect(sentences.takeFresh()).toEqual(['a', 'b'])
  expect(['b', 'c'].map(sentence => sentences.numberOf(sentence))).toEqual([1, 2])
  expect(sentences.takeFresh()).toEqual(['c'])
})

test('numbers stay right when there are more sentences than the table remembers', () => {
  const sentences = new SentenceTable()
  const received: string[] = []
  const wrong: number[] = []
  for (let at = 0; at < 120_000; at++) {
    const number = sentences.numberOf(`value ${at % 70_000}`)
    received.push(...sentences.takeFresh())
    if (received[number] !== `value ${at % 70_000}`) wrong.push(at)
  }
  expect(wrong).toEqual([])
})
