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
