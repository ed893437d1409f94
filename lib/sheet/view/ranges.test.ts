import { expect, test } from 'vitest'
import { planPaste } from '@/lib/sheet/acts/paste'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type CellRange, joinRanges, linesIn, withinLines } from './ranges'

const range = (top: number, bottom: number, left: number, right: number): CellRange => ({
  top,
  bottom,
  left,
  right,
})

test('ranges of the same columns, the same lines, or both form one block', () => {
  expect(joinRanges([range(4, 5, 1, 2), range(0, 1, 1, 2)])).toEqual({ rows: [0, 1, 4, 5], columns: [1, 2] })
  expect(joinRanges([range(0, 1, 3, 3), range(0, 1, 0, 1)])).toEqual({ rows: [0, 1], columns: [0, 1, 3] })
  const four = [range(0, 0, 0, 0), range(0, 0, 2, 2), range(3, 3, 0, 0), range(3, 3, 2, 2)]
  expect(joinRanges(four)).toEqual({ rows: [0, 3], columns: [0, 2] })
})

test('ranges that do not line up, or overlap, form no block', () => {
  expect(joinRanges([range(0, 0, 0, 0), range(1, 1, 1, 1)])).toBeUndefined()
  expect(joinRanges([range(0, 2, 0, 0), range(2, 4, 0, 0)])).toBeUndefined()
  expect(joinRanges([range(0, 0, 0, 1), range(0, 0, 0, 0)])).toBeUndefined()
})

test('whole columns end with the last line, and lines are listed once', () => {
  const column = { ...range(0, 39, 2, 2), whole: 'columns' as const }
  expect(withinLines([column], 7)[0]?.bottom).toBe(6)
  expect(withinLines([column], 0)[0]?.bottom).toBe(39)
  expect(linesIn([range(2, 3, 0, 0), range(0, 2, 5, 5)], ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd'])
})

const { columns } = sheets['orders/japan']
const ids = columns.map(column => column.id)
const plan = (block: string[][], ...ranges: CellRange[]) => {
  const rows = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6']
  const done = planPaste(block, { rows, filled: 6, columns, ranges }, columns, () => [])
  const texts = done.rows.map(
    ({ at, texts }) =>
      `${at}: ${Object.entries(texts)
        .map(([id, text]) => `${ids.indexOf(id)}=${text}`)
        .join(' ')}`,
  )
  return { ...done, texts }
}

test('a block that divides the selection evenly fills all of it', () => {
  const tiled = plan([['a', 'b']], range(0, 1, 2, 5))
  expect(tiled.texts).toEqual(['0: 2=a 3=b 4=a 5=b', '1: 2=a 3=b 4=a 5=b'])
  expect(tiled.received).toEqual(range(0, 1, 2, 5))
  expect(plan([['a'], ['b']], range(0, 3, 1, 1)).texts).toEqual(['0: 1=a', '1: 1=b', '2: 1=a', '3: 1=b'])
})

test('a block that does not divide the selection evenly is pasted once, from its first cell', () => {
  expect(plan([['a'], ['b']], range(1, 3, 1, 1)).texts).toEqual(['1: 1=a', '2: 1=b'])
  expect(plan([['a', 'b']], range(0, 0, 0, 0)).received).toEqual(range(0, 0, 0, 1))
})

test('one value fills every range; a block fills every range that it divides, else only the last one', () => {
  expect(plan([['7']], range(0, 1, 1, 1), range(4, 4, 3, 4)).texts).toEqual([
    '0: 1=7',
    '1: 1=7',
    '4: 3=7 4=7',
  ])
  const last = plan([['a', 'b']], range(0, 0, 0, 0), range(2, 2, 0, 1))
  expect([last.texts, last.passedOver]).toEqual([['2: 0=a 1=b'], 1])
})

test('texts past the last line need new lines, texts past the last column are reported', () => {
  const end = ids.length - 1
  const done = plan(
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    range(5, 5, end, end),
  )
  expect([done.extra, done.clipped]).toEqual([1, { cells: 2, first: ['b', 'd'] }])
})

test('notices above the headings are left out and counted', () => {
  const { above, unknown, extra, received, texts } = plan(
    [
      ['Orders of March'],
      [''],
      ['', 'printed by', 'Kim'],
      ['memo', 'x', ...ids.slice(0, 6)],
      ['m', 'y', 'a', 'b', 'c', 'd', 'e', 'f'],
    ],
    range(1, 1, 4, 4),
  )
  expect([above, unknown, extra, received.bottom]).toEqual([
    ['Orders of March', 'printed by Kim'],
    ['memo', 'x'],
    0,
    1,
  ])
  expect(texts).toEqual(['1: 0=a 1=b 2=c 3=d 4=e 5=f'])
})

test('a row of data is not taken for a notice, and two names below a notice are data', () => {
  const named = ['Number', 'Warehouse', 'Name']
  const place = (block: string[][]) => {
    const target = { rows: [], filled: 0, columns, ranges: [range(0, 0, 0, 0)] }
    return planPaste(block, target, columns, ({ id }) => named.slice(ids.indexOf(id), ids.indexOf(id) + 1))
  }
  expect(place([['A-1', '77'], named, ['A-2', '78', 'Kim']]).byHeader).toBe(false)
  expect(place([['A-1'], ['Number', 'Warehouse', ''], ['A-2', '78', 'Kim']]).byHeader).toBe(false)
  expect(place([['A-1'], named, ['A-2', '78', 'Kim']])).toMatchObject({ byHeader: true, above: ['A-1'] })
  // Without rows below, all rows are data.
  expect(place([['A-1'], named]).byHeader).toBe(false)
  // A blank row is not a notice.
  expect(place([[''], ['Number', 'Warehouse', ''], ['A-2', '78', 'Kim']])).toMatchObject({
    byHeader: true,
    above: [],
  })
  // Headings are searched only in the first rows.
  const notices = Array.from({ length: 20 }, () => ['A-1'])
  expect(place([...notices, named, ['A-2', '78', 'Kim']]).byHeader).toBe(false)
})
