import { expect, test } from 'vitest'
import { importAlike } from '@/lib/intake/import-alike'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { Reader } from './reader'
import type { Summary } from './readings'
import { handOut, type Leaving, layoutOf, leadsOf } from './return-lines'
import type { HandedLine } from './return-protocol'

const headings = ['取引ID', '名前（本名）', '受注数', '商品ID', '商品名']

/** What a file brought, and what it answers to whoever asks for its rows. */
async function brought(id: string, rows: readonly (readonly string[])[]) {
  const bytes = new TextEncoder().encode(rows.map(row => row.join(',')).join('\r\n'))
  const reader = new Reader({ id, name: `${id}.csv`, bytes, sheet: 'orders/japan', remembered: [] })
  const reading = await reader.read({})
  const counts = await reader.count()
  const { result } = reader
  if (!reading.ok || !('outline' in reading) || !counts || !result) throw new Error(id)
  const summary: Summary = {
    report: { ...reading.outline, ...counts },
    brought: { first: undefined, lines: 0, kept: 0, typed: 0, step: undefined },
    kept: { state: 'kept' },
  }
  return { id, reader, summary, lines: importAlike(result.book, result.understood, id, false).lines }
}

/** A draft that several files came into, one below the other. */
function leavingOf(files: readonly Awaited<ReturnType<typeof brought>>[]): Leaving {
  const lines = files.flatMap(file => file.lines)
  return {
    workbook: new Workbook(
      sheets['orders/japan'],
      lines.map(({ texts }, at) => ({ id: `L${at}`, rank: at + 1, texts })),
    ),
    intake: {
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

test('orders of two files with the same columns go out in these, each line with the row of its own file', async () => {
  const leaving = leavingOf([await brought('A', monday), await brought('B', tuesday)])
  const leads = leadsOf(leaving.workbook, 'all')
  expect((await layoutOf(leaving, leads))?.headings).toEqual(headings)
  const tables = new Map<string, ReadonlyMap<number, readonly string[]>>()
  const cells: (readonly string[] | undefined)[] = []
  const isWhole = await handOut(leaving, leads, true, {
    rows: (table, json) => tables.set(table, new Map(JSON.parse(json))),
    lines: (lines: readonly HandedLine[]) => {
      for (const { table = '', row = 0 } of lines) cells.push(tables.get(table)?.get(row))
      return true
    },
  })
  expect(isWhole).toBe(true)
  expect(cells).toEqual([...monday.slice(1), ...tuesday.slice(1)])
})

test('orders of files with other columns have no layout of a shop', async () => {
  const other = tuesday.map((row, at) => [...row, at === 0 ? '受注メモ' : '急ぎ'])
  const leaving = leavingOf([await brought('A', monday), await brought('B', other)])
  expect(await layoutOf(leaving, leadsOf(leaving.workbook, 'all'))).toBeUndefined()
})

test('for a viewer, who may not read files, lines have no layout of a shop', async () => {
  const leaving = { ...leavingOf([await brought('A', monday)]), mayReadFiles: false }
  expect(await layoutOf(leaving, leadsOf(leaving.workbook, 'all'))).toBeUndefined()
})
