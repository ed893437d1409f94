import { expect, test } from 'vitest'
import { writeCells } from '@/lib/sheet/acts/cells'
import { insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { noFilter } from './arrangement'

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
  workbook.scheduleTask = work => work()
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

test('in a sorted view a line is inserted below the active one', () => {
  const workbook = sorted()
  insertLines(workbook, 'B', ['N'], null)
  expect(workbook.visible).toEqual(['C', 'B', 'N', 'A1', 'A2'])
  insertLines(workbook, 'C', ['M'], null)
  expect(workbook.visible).toEqual(['C', 'M', 'B', 'N', 'A1', 'A2'])
})

test('in a sorted view texts in placeholder rows come last, with the blank rows between them', () => {
  const workbook = sorted()
  writeCells(workbook, { ids: ['S1', 'S2', 'S3'] }, new Map([['S2', { [PRICE]: '99' }]]), null)
  expect(workbook.visible).toEqual(['C', 'B', 'A1', 'A2', 'S1', 'S2'])
})

test('in a sorted view an item below the last row belongs to the order above it, and a new order comes last', () => {
  const workbook = sorted()
  const item = { [PRICE]: '99' }
  const order = { 'orderInfo.mallOrderNumber': 'N-1' }
  const typed = new Map<string, Record<string, string>>([
    ['S2', item],
    ['S3', order],
    ['S4', item],
  ])
  writeCells(workbook, { ids: ['S1', 'S2', 'S3', 'S4'] }, typed, null)
  expect(workbook.visible).toEqual(['C', 'B', 'A1', 'A2', 'S1', 'S2', 'S3', 'S4'])
  expect(workbook.index.orderOf('S2')?.lines).toEqual(['A1', 'A2', 'S2'])
  expect(workbook.index.orderOf('S4')?.lines).toEqual(['S3', 'S4'])
  expect(workbook.draft.order).toEqual(['A1', 'A2', 'S1', 'S2', 'B', 'C', 'S3', 'S4'])
  workbook.undo()
  expect(workbook.draft.order).toEqual(['A1', 'A2', 'B', 'C'])
})

test('in a filtered view items that are pasted past the last row belong to the order above them', () => {
  const workbook = new Workbook(
    sheets['orders/japan'],
    ['1', '2'].map((name, i) => ({
      id: `L${i + 1}`,
      rank: 1 + i * Number.EPSILON,
      texts: { 'orderInfo.mallOrderNumber': name, 'recipient.name': name },
    })),
  )
  const first = { texts: new Set(['1']), except: false, contains: '' }
  workbook.arrange({ sort: null, filter: { ...noFilter, columns: new Map([['recipient.name', first]]) } })
  writeCells(workbook, { ids: ['S1'] }, new Map([['S1', { [PRICE]: '99' }]]), null)
  expect(workbook.visible).toEqual(['L1', 'S1'])
  expect(workbook.index.orderOf('S1')?.lines).toEqual(['L1', 'S1'])
  expect(workbook.draft.order).toEqual(['L1', 'S1', 'L2'])
})

test('when all lines get new ranks, hidden lines stay hidden and a sorted view keeps its order', () => {
  const open = () =>
    new Workbook(
      sheets['orders/japan'],
      [1, 1 + Number.EPSILON, 2].map((rank, i) => ({
        id: `L${i + 1}`,
        rank,
        texts: { 'orderInfo.mallOrderNumber': `${i + 1}` },
      })),
    )
  const filtered = open()
  const first = { texts: new Set(['1']), except: false, contains: '' }
  const columns = new Map([['orderInfo.mallOrderNumber', first]])
  filtered.arrange({ sort: null, filter: { ...noFilter, columns } })
  insertLines(filtered, 'L1', ['N'], null)
  expect(filtered.visible).toEqual(['L1', 'N'])
  filtered.undo()
  expect(filtered.visible).toEqual(['L1'])
  const inOrder = open()
  inOrder.arrange({ sort: { column: 'orderInfo.mallOrderNumber', descending: true }, filter: noFilter })
  insertLines(inOrder, 'L1', ['N'], null)
  insertLines(inOrder, 'L3', ['M'], null)
  expect(inOrder.visible).toEqual(['L3', 'M', 'L2', 'L1', 'N'])
  const upward = open()
  upward.arrange({ sort: { column: 'orderInfo.mallOrderNumber', descending: false }, filter: noFilter })
  insertLines(upward, 'L1', ['N'], null)
  expect(upward.visible).toEqual(['L1', 'N', 'L2', 'L3'])
})

test('in a filtered view an order returns to its position when its deletion is undone', () => {
  const workbook = new Workbook(
    sheets['orders/japan'],
    ['1', '2', '1', '2', '1'].map((name, i) => ({
      id: `L${i + 1}`,
      rank: i + 1,
      texts: { 'orderInfo.mallOrderNumber': `${i + 1}`, 'recipient.name': name },
    })),
  )
  const named = { texts: new Set(['1']), except: false, contains: '' }
  workbook.arrange({ sort: null, filter: { ...noFilter, columns: new Map([['recipient.name', named]]) } })
  removeLines(workbook, ['L1'], null)
  removeLines(workbook, ['L3'], null)
  expect(workbook.visible).toEqual(['L5'])
  workbook.undo()
  workbook.undo()
  expect(workbook.visible).toEqual(['L1', 'L3', 'L5'])
})

test('an order that is typed onto the number of a hidden one is shown with all its lines', () => {
  const open = (isSorted: boolean) => {
    const workbook = new Workbook(
      sheets['orders/japan'],
      ['Kim', 'Lee', 'Kim', 'Lee'].map((name, i) => ({
        id: `L${i + 1}`,
        rank: i + 1,
        texts: { 'orderInfo.mallOrderNumber': `${i + 1}`, 'recipient.name': name },
      })),
    )
    const kim = { texts: new Set(['Kim']), except: false, contains: '' }
    const sort = isSorted ? { column: 'orderInfo.mallOrderNumber', descending: true } : null
    workbook.arrange({ sort, filter: { ...noFilter, columns: new Map([['recipient.name', kim]]) } })
    return workbook
  }
  const write = (workbook: Workbook, line: string, number: string) =>
    writeCells(workbook, { ids: [] }, new Map([[line, { 'orderInfo.mallOrderNumber': number }]]), null)
  const workbook = open(false)
  expect(workbook.visible).toEqual(['L1', 'L3'])
  write(workbook, 'L1', '2')
  expect(workbook.visible).toEqual(['L1', 'L2', 'L3'])
  write(workbook, 'L3', '4')
  expect(workbook.visible).toEqual(['L1', 'L2', 'L3', 'L4'])
  const sorted = open(true)
  expect(sorted.visible).toEqual(['L3', 'L1'])
  write(sorted, 'L3', '2')
  expect(sorted.visible).toEqual(['L2', 'L3', 'L1'])
  write(sorted, 'L1', '2')
  expect(sorted.index.orderOf('L1')?.lines).toEqual(['L1', 'L2', 'L3'])
})
