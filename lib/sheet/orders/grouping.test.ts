import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, draftOf } from '@/lib/sheet/draft/draft'
import { assemble } from '@/lib/sheet/judge/assemble'
import { sheets } from '@/lib/sheet/schema/sheets'
import { referenceOrders } from '@/testing/sheet/reference-orders'
import { groupingColumns, groupLines, isBlankLine } from './grouping'

const sheet = sheets['orders/japan']
const columns = groupingColumns(sheet.columns, sheet.key)
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const CITY = 'recipient.city'
const ITEM = 'items[].name'

type Row = readonly [number: string, name: string, item: string, city?: string]

const draft = (...rows: Row[]): Draft =>
  draftOf(
    rows.map(([number, name, item, city = ''], i) => ({
      id: `L${i + 1}`,
      rank: i + 1,
      texts: { [NUMBER]: number, [NAME]: name, [ITEM]: item, [CITY]: city },
    })),
  )

const SOURCE = '[].$source'
const MERGED = '[].$apart'

/** Lines with the number A, each from a file or typed (''), or merged by an operator (with a `+`). */
const groupsOf = (...sources: string[]) => {
  const lines = sources.map((source, i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    texts: {
      [NUMBER]: 'A',
      [ITEM]: 'x',
      ...(source.replace('+', '') !== '' && { [SOURCE]: `${source.replace('+', '')}${i + 2}` }),
      ...(source.endsWith('+') && { [MERGED]: '{"lead":"L1"}' }),
    },
  }))
  return groupLines(draftOf(lines), columns).map(order => order.lines.join('+'))
}

const groups = (...rows: Row[]) => groupLines(draft(...rows), columns).map(order => order.lines.join('+'))

test('lines with the same number, or with none, are items of one order', () => {
  expect(groups(['A', '山田', 'x'], ['A', '山田', 'y'], ['', '', 'z'], ['B', '佐藤', 'x'])).toEqual([
    'L1+L2+L3',
    'L4',
  ])
})

test('outer blanks of an order number are ignored, also full-width ones', () => {
  expect(groups(['A-1 ', '山田', 'x'], ['A-1', '', 'y'], ['\u3000A-1', '', 'z'])).toEqual(['L1+L2+L3'])
  expect(groups(['A-1', '山田', 'x'], ['A-1 ', '', 'y'])).toEqual(['L1+L2'])
  expect(groups(['A-1', '山田', 'x'], ['A- 1', '', 'y'])).toEqual(['L1', 'L2'])
  expect(groups(['A-1', '山田', 'x'], ['a-1', '', 'y'])).toEqual(['L1', 'L2'])
})

test('a line with a number does not continue an order without one', () => {
  expect(groups(['', '山田', 'x'], ['A', '山田', 'y'], ['A', '', 'z'], ['', '', 'q'])).toEqual([
    'L1',
    'L2+L3+L4',
  ])
})

test('the same number below another order begins another order', () => {
  expect(groups(['A', '山田', 'x'], ['B', '佐藤', 'y'], ['A', '山田', 'z'])).toEqual(['L1', 'L2', 'L3'])
})

test('a line with another recipient and no number is an order without a number', () => {
  expect(groups(['A', '山田', 'x'], ['', '佐藤', 'y'], ['', '', 'z'])).toEqual(['L1', 'L2+L3'])
})

test('with several recipients in one order the first one decides which lines continue it and what is sent', () => {
  const rows: Row[] = [
    ['A', '山田', 'x'],
    ['A', '佐藤', 'y'],
  ]
  expect(groups(...rows, ['', '山田', 'z'])).toEqual(['L1+L2+L3'])
  expect(groups(...rows, ['', '佐藤', 'z'])).toEqual(['L1+L2', 'L3'])
  const both = draft(...rows)
  const [order] = groupLines(both, columns)
  const { record, unread } = assemble(both, order ?? { firstLine: '', lines: [] }, sheet)
  expect(record.recipient).toMatchObject({ name: '山田' })
  expect(unread).toEqual([{ line: 'L2', column: NAME, code: 'disagrees', params: { first: '山田' } }])
})

test('texts of one order that differ only in outer blanks do not contradict each other', () => {
  const lines = draft(['A-1 ', '山田', 'x'], ['A-1', '山田 ', 'y'], ['A-1', '山 田', 'z'])
  const [order] = groupLines(lines, columns)
  const { number, record, unread } = assemble(lines, order ?? { firstLine: '', lines: [] }, sheet)
  expect([number, record.orderInfo]).toMatchObject(['A-1', { mallOrderNumber: 'A-1' }])
  expect(unread).toEqual([{ line: 'L3', column: NAME, code: 'disagrees', params: { first: '山田' } }])
})

test('a text that only a later line has belongs to the order', () => {
  const rows: Row[] = [
    ['A', '', 'x', ' '],
    ['A', '山田', 'y', '渋谷区'],
  ]
  expect(groups(...rows, ['', '山田', 'z', '渋谷区'])).toEqual(['L1+L2+L3'])
  expect(groups(...rows, ['', '山田', 'z', '新宿区'])).toEqual(['L1+L2', 'L3'])
  expect(groups(['A', '山田', 'x'], ['', '', 'y', '渋谷区'])).toEqual(['L1', 'L2'])
})

test('texts of one order do not affect the next order', () => {
  expect(groups(['A', '山田', 'x'], ['B', '', 'y'], ['', '山田', 'z'])).toEqual(['L1', 'L2', 'L3'])
  expect(groups(['A', '山田', 'x'], ['', '佐藤', 'y'], ['A', '佐藤', 'z'])).toEqual(['L1', 'L2', 'L3'])
})

test('blank lines belong to no order and do not split one', () => {
  expect(groups(['A', '山田', 'x'], ['', ' ', ''], ['', '', 'z'], ['A', '', 'q'])).toEqual(['L1+L3+L4'])
  expect(groups(['', ' ', ''], ['A', '山田', 'x'])).toEqual(['L2'])
  expect(isBlankLine({ id: 'L1', rank: 1, texts: { [ITEM]: '\u3000\n' } }, columns.allColumns)).toBe(true)
  expect(isBlankLine({ id: 'L1', rank: 1, texts: { [ITEM]: ' 0 ' } }, columns.allColumns)).toBe(false)
})

test('the same order in two files is two orders', () => {
  expect(groupsOf('f:0:', 'f:0:', 'g:0:', 'g:0:')).toEqual(['L1+L2', 'L3+L4'])
  expect(groupsOf('f:0:', 'f:1:')).toEqual(['L1', 'L2'])
  expect(groupsOf('f:1:', 'f:12:')).toEqual(['L1', 'L2'])
  expect(groupsOf('f:0:', 'f:0:1.', 'f:0:1.', 'f:0:11.')).toEqual(['L1', 'L2+L3', 'L4'])
})

test('a line that was typed belongs to the order above it, whatever file that came from', () => {
  expect(groupsOf('f:0:', '', 'f:0:', '')).toEqual(['L1+L2+L3+L4'])
  expect(groupsOf('', 'f:0:', 'g:0:')).toEqual(['L1+L2', 'L3'])
})

test('lines of several files that an operator merged are one order', () => {
  expect(groupsOf('f:0:+', 'g:0:+', '+', 'f:0:', '')).toEqual(['L1+L2+L3+L4+L5'])
  expect(groupsOf('f:0:+', 'g:0:+', 'h:0:')).toEqual(['L1+L2', 'L3'])
  expect(groupsOf('h:0:', 'f:0:+', 'g:0:+')).toEqual(['L1', 'L2+L3'])
})

test('a line without a number does not continue an order of another file', () => {
  const lines = draftOf([
    { id: 'L1', rank: 1, texts: { [NUMBER]: 'A', [NAME]: '山田', [SOURCE]: 'f:0:2' } },
    { id: 'L2', rank: 2, texts: { [ITEM]: 'x', [SOURCE]: 'f:0:3' } },
    { id: 'L3', rank: 3, texts: { [ITEM]: 'y', [SOURCE]: 'g:0:2' } },
  ])
  expect(groupLines(lines, columns).map(order => order.lines)).toEqual([['L1', 'L2'], ['L3']])
})

test('the orders equal the specification for any texts and files', () => {
  const number = fc.constantFrom('', '', ' ', 'A', 'A ', ' A', 'B', 'B\u3000')
  const name = fc.constantFrom('', '', ' ', '山田', '山田 ', '佐藤')
  const item = fc.constantFrom('', 'x')
  const source = fc.constantFrom(undefined, undefined, 'f:0:2', 'f:0:3', 'f:0:1.4', 'f:1:2', 'g:0:2')
  const merged = fc.constantFrom(undefined, undefined, '{"lead":"L1"}')
  fc.assert(
    fc.property(fc.array(fc.tuple(number, name, item, name, source, merged), { maxLength: 14 }), rows => {
      const plain = draft(...rows.map(([number, name, item, city]): Row => [number, name, item, city]))
      const lines = draftOf(
        [...plain.lines.values()].map((line, at) => ({
          ...line,
          texts: {
            ...line.texts,
            ...(rows[at]?.[4] !== undefined && { [SOURCE]: rows[at][4] }),
            ...(rows[at]?.[5] !== undefined && { [MERGED]: rows[at][5] }),
          },
        })),
      )
      expect(groupLines(lines, columns)).toEqual(
        referenceOrders(lines.lines.values(), columns).map(order => ({
          firstLine: order.firstLine,
          lines: order.lines,
        })),
      )
    }),
    { numRuns: 2000 },
  )
})
