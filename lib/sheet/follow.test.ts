import { expect, test } from 'vitest'
import { writeCells } from './acts'
import { noFilter } from './arrange'
import { insertLines, removeLines } from './line-acts'
import { sampleOrders } from './sample'
import { sheets } from './sheets'
import { Workbook } from './workbook'

const PRICE = 'items[].price'

/** Orders A (two items), B and C, dearest first on the screen: C, B, A. */
function sorted(): Workbook {
  const prices = ['10', '', '20', '30']
  const orders = sampleOrders(3)
  const texts = [orders[0], { 'items[].name': 'x', [PRICE]: '5' }, orders[1], orders[2]]
  const workbook = new Workbook(
    sheets['orders/japan'],
    ['A1', 'A2', 'B', 'C'].map((id, i) => ({
      id,
      rank: i + 1,
      texts: { ...texts[i], ...(prices[i] ? { [PRICE]: prices[i] } : {}) },
    })),
  )
  workbook.defer = work => work()
  workbook.begin()
  workbook.arrange({ sort: { column: PRICE, descending: true }, filter: noFilter })
  expect(workbook.visible).toEqual(['C', 'B', 'A1', 'A2'])
  return workbook
}

test.each(['A1', 'A2', 'C'])(
  'in a sorted view line %s returns to its order when its deletion is undone',
  id => {
    const workbook = sorted()
    removeLines(workbook, [id], null)
    expect(workbook.visible).toEqual(['C', 'B', 'A1', 'A2'].filter(line => line !== id))
    workbook.undo()
    const shown = workbook.visible
    expect([...shown].sort()).toEqual(['A1', 'A2', 'B', 'C'])
    expect(shown.indexOf('A2')).toBe(shown.indexOf('A1') + 1)
  },
)

test('in a sorted view a line is inserted below the one where the operator stands', () => {
  const workbook = sorted()
  insertLines(workbook, 'B', ['N'], null)
  expect(workbook.visible).toEqual(['C', 'B', 'N', 'A1', 'A2'])
  insertLines(workbook, 'C', ['M'], null)
  expect(workbook.visible).toEqual(['C', 'M', 'B', 'N', 'A1', 'A2'])
})

test('in a sorted view what is written into spare lines stands last, gaps included', () => {
  const workbook = sorted()
  writeCells(workbook, { ids: ['S1', 'S2', 'S3'] }, new Map([['S2', { [PRICE]: '99' }]]), null)
  expect(workbook.visible).toEqual(['C', 'B', 'A1', 'A2', 'S1', 'S2'])
})
