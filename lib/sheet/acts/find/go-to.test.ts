import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { findOrders } from './go-to'

const sheet = sheets['orders/japan']
const workbook = new Workbook(
  sheet,
  ['A-10', 'B-1', 'A-1', '', 'ab-1', 'A-100'].map((number, i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    texts: {
      [sheet.key]: number,
      'items[].name': 'wallet',
      'recipient.name': number === '' ? '' : `N${i + 1}`,
    },
  })),
)
const numbers = (typed: string, limit = 20) => findOrders(workbook, typed, limit).map(order => order.number)

test('an exact match comes first, then numbers with this prefix, then numbers that contain the text', () => {
  expect(numbers('a-1')).toEqual(['A-1', 'A-10', 'A-100'])
  expect(numbers('-1')).toEqual(['A-10', 'B-1', 'A-1', 'ab-1', 'A-100'])
  expect(numbers('-1', 2)).toEqual(['A-10', 'B-1'])
  expect(numbers(' ')).toEqual([])
})

test('a position counts orders, not lines', () => {
  expect(findOrders(workbook, '#4', 20)).toEqual([
    { firstLine: 'L5', number: 'ab-1', ordinal: 4, subject: 'N5' },
  ])
  expect(numbers('#9')).toEqual([])
})

test('an order is found by its order id at the service', () => {
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: 'B-1',
      lineIds: ['L2'],
      state: 'registered',
      fingerprint: '',
      failures: [],
      orderId: '100000002',
    },
  ])
  expect(numbers('100000002')).toEqual(['B-1'])
})
