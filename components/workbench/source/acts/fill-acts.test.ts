import { expect, test } from 'vitest'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource, testWords } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const NAME = 'recipient.name'
const FLAG = 'orderInfo.isExportDeclaration'
const words: SheetWords = {
  ...testWords,
  message: (key, values) => [key, values?.count, values?.value].filter(part => part !== undefined).join(' '),
}

/** A draft of these rows; `registered` names the rows, from 1, whose orders are registered. */
function open(rows: readonly Texts[], registered: readonly number[] = []) {
  const workbook = new Workbook(
    sheet,
    rows.map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts })),
  )
  workbook.scheduleTask = work => work()
  workbook.begin()
  workbook.serverFacts.addOutcomes(
    registered.flatMap(row => {
      const order = workbook.index.orderOf(`L${row}`)
      if (!order) return []
      const payload = writeJson(assemble(workbook.draft, order, sheet).record)
      const sent = { payload, fingerprint: fingerprint(payload), failures: [], position: row }
      return {
        mallOrderNumber: 'x',
        lineIds: order.lines,
        state: 'registered' as const,
        orderId: '7',
        ...sent,
      }
    }),
  )
  const { source, announced } = openTestSource(workbook, words)
  const columns = source.columns().map(({ id }) => id)
  return {
    workbook,
    source,
    announced,
    texts: (column: string) => workbook.draft.order.map(line => workbook.text({ line, column })),
    /** Rows from 1, and columns, inclusive. */
    range: (top: number, bottom: number, from: string, to = from) => ({
      top: top - 1,
      bottom: bottom - 1,
      left: Math.min(columns.indexOf(from), columns.indexOf(to)),
      right: Math.max(columns.indexOf(from), columns.indexOf(to)),
    }),
  }
}

const order = (number: string, flag = '', name = `name of ${number}`): Texts => ({
  [NUMBER]: number,
  [NAME]: name,
  ...(flag === '' ? {} : { [FLAG]: flag }),
})

test('Space gives all selected yes/no cells the opposite of the active one, as one step to undo', () => {
  const rows = [order('A', 'true'), order('B', '아니요'), order('C'), order('D', 'maybe')]
  const { source, announced, texts, range } = open(rows)
  const before = texts(FLAG)
  const all = [range(1, 4, NAME, FLAG)]
  source.toggle(all, { line: 'L2', column: FLAG })
  expect(texts(FLAG)).toEqual(['true', 'true', 'true', 'true'])
  source.toggle(all, { line: 'L2', column: FLAG })
  expect(texts(FLAG)).toEqual(['false', 'false', 'false', 'false'])
  expect([texts(NUMBER), texts(NAME)]).toEqual([rows.map(row => row[NUMBER]), rows.map(row => row[NAME])])
  source.undo()
  source.undo()
  expect(texts(FLAG)).toEqual(before)
  source.toggle([range(1, 1, FLAG), range(3, 3, FLAG)], { line: 'L1', column: FLAG })
  expect(texts(FLAG)).toEqual(['false', '아니요', 'false', 'maybe'])
  expect(announced).toEqual(['toggled 3 yes', 'toggled 4 no', 'undone', 'undone', 'toggled 2 no'])
})

test('Space leaves yes/no cells of registered orders, and an active one of them does not decide', () => {
  const { source, announced, texts, range } = open([order('A', 'true'), order('B', 'true'), order('C')], [1])
  const all = [range(1, 3, FLAG)]
  source.toggle(all, { line: 'L1', column: FLAG })
  expect(texts(FLAG)).toEqual(['true', 'false', 'false'])
  source.toggle(all, { line: 'L1', column: FLAG })
  expect(texts(FLAG)).toEqual(['true', 'true', 'true'])
  expect(announced).toEqual(['toggled 2 no locked 1', 'toggled 2 yes locked 1'])
})

test('Space toggles an order of several rows once, and adds no rows below the last one', () => {
  const { workbook, source, texts, range } = open([order('A', 'true'), {}, order('B')])
  workbook.perform(
    {
      changes: [{ line: 'L2', before: { 'items[].name': '' }, after: { 'items[].name': 'pen' } }],
      inserted: [],
      removed: [],
    },
    null,
  )
  source.toggle([range(1, 9, FLAG)], { line: 'L2', column: FLAG })
  expect(texts(FLAG)).toEqual(['false', '', 'false'])
})

test('Space on a blank row below the last one begins a row, as a typed text does', () => {
  const { source, texts, range } = open([order('A')])
  const line = source.rows()[1] ?? ''
  source.toggle([range(2, 2, FLAG)], { line, column: FLAG })
  expect(texts(FLAG)).toEqual(['', 'true'])
})

test('a fill announces the cells whose text it changed, and says so when it changed none', () => {
  const { workbook, source, announced, texts, range } = open([
    order('A', '', 'Kim'),
    order('B', '', 'Kim'),
    order('C', '', 'Lee'),
  ])
  source.fillFrom([range(1, 3, NAME)], 'above')
  expect(texts(NAME)).toEqual(['Kim', 'Kim', 'Kim'])
  const { newest } = workbook.history
  source.fillFrom([range(1, 3, NAME)], 'above')
  source.fill([range(1, 3, NAME)], 'Kim')
  source.fillOn(range(1, 1, NAME), range(2, 3, NAME))
  expect(announced).toEqual(['filled 1', 'filledAlready', 'filledAlready', 'filledAlready'])
  expect(workbook.history.newest).toBe(newest)
})

test('a fill that reaches registered orders says which cells stay, and does not count them as filled', () => {
  const { source, announced, range } = open([order('A'), order('B'), order('C')], [2])
  source.fill([range(1, 3, NAME)], 'Kim')
  source.fill([range(1, 3, NAME)], 'Kim')
  source.fill([range(2, 2, NAME)], 'Kim')
  expect(announced).toEqual(['filled 2 locked 1', 'filledAlready locked 1', 'locked 1'])
})

test('a fill into blank rows below the last one counts the cells that got a text', () => {
  const { source, announced, range } = open([order('A')])
  source.fill([range(1, 3, NAME)], 'name of A')
  expect(announced).toEqual(['filled 2'])
})

test('Delete announces the cells that had a text, and says so when all were blank', () => {
  const { workbook, source, announced, range } = open([order('A', 'true'), order('B')])
  source.clear([range(1, 2, FLAG, NAME)])
  expect(announced).toEqual(['cleared 3'])
  const { newest } = workbook.history
  source.clear([range(1, 2, FLAG, NAME)])
  source.clear([range(3, 5, NUMBER, NAME)])
  expect(announced.slice(1)).toEqual(['clearedAlready', 'clearedAlready'])
  expect(workbook.history.newest).toBe(newest)
})

test('a paste or a cut that changes no cell says so, and leaves nothing to undo', async () => {
  const { workbook, source, announced, range } = open([order('A'), order('B')], [2])
  const paste = (row: number, text: string) =>
    source.paste([range(row, row, NAME)], { text, html: '' }, () => {})
  paste(1, 'Kim')
  const { newest } = workbook.history
  paste(1, 'Kim')
  paste(2, 'Kim')
  await source.copy([range(2, 2, NAME)], true, () => true)
  await source.copy([range(1, 1, FLAG)], true, () => true)
  expect(announced).toEqual(['pasted', 'pastedAlready', 'lockedFirst 1', 'copied 1 locked 1', 'copied 1'])
  expect(workbook.history.newest).toBe(newest)
  await source.copy([range(1, 1, NAME)], true, () => true)
  expect(announced.at(-1)).toBe('cut 1')
})
