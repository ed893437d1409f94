import { describe, expect, test } from 'vitest'
import { NUMBER, ordersByNumber, ordersToTwo, shownOrders, typeText } from '@/testing/sheet/orders-by-number'
import { canUnmerge, isMerged, mergeOrders, planMerge, splitOff, unmerge } from './merge-orders'

describe('splitting an order', () => {
  test('some of its lines become an order with the same texts and a free number', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1', 'a2', 'a3'] },
      'A-2': { name: '佐藤', items: ['b1'] },
    })
    expect(splitOff(workbook, ['a1'], null)).toEqual({ number: 'A-3' })
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a2 a3'],
      ['A-3', '山田', '', 'a1'],
      ['A-2', '佐藤', '', 'b1'],
    ])
    workbook.undo()
    expect(shownOrders(workbook).map(([number]) => number)).toEqual(['A', 'A-2'])
  })

  test.each([
    ['another order has it', { 'A-2': { items: ['b1'] } }, 'A-3'],
    ['several have it', { 'A-2': { items: ['b1'] }, 'A-3': { items: ['c1'] } }, 'A-4'],
    ['another order has it with blanks around it', { ' A-2\u3000': { items: ['b1'] } }, 'A-3'],
  ])('the generated number is not in use: %s', (_, others, free) => {
    const workbook = ordersByNumber({ A: { items: ['a1', 'a2'] }, ...others })
    expect(splitOff(workbook, ['a2'], null)).toEqual({ number: free })
    const numbers = workbook
      .firstLines()
      .map(firstLine => workbook.text({ line: firstLine, column: NUMBER }).trim())
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(['B', ' B', 'A', ' A\u3000'])(
    'the shop number %j of these lines is not used while an order has it',
    own => {
      const workbook = ordersByNumber({ A: { items: ['a1', 'a2'] }, B: { items: ['b1'] } })
      typeText(workbook, 'a2', '[].$number', own)
      expect(splitOff(workbook, ['a2'], null)).toEqual({ number: 'A-2' })
      expect(shownOrders(workbook).map(([number]) => number)).toEqual(['A', 'A-2', 'B'])
    },
  )

  test('lines with the same free shop number get this number', () => {
    const workbook = ordersByNumber({ A: { items: ['a1', 'a2'] }, B: { items: ['b1'] } })
    typeText(workbook, 'a2', '[].$number', ' C')
    expect(splitOff(workbook, ['a2'], null)).toEqual({ number: 'C' })
  })

  test('items of one original order are split off a parcel with its texts, and the others keep them', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', weight: '0.4', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    typeText(workbook, 'a1', 'packageInfo.actualWeight', '0.6')
    expect(splitOff(workbook, ['b1'], null)).toEqual({ number: 'B' })
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '0.6', 'a1 b2'],
      ['B', '鈴木', '0.6', 'b1'],
    ])
    expect(isMerged(workbook.draft.lines.get('b1') ?? { id: '', rank: 0, texts: {} })).toBe(false)
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '0.6', 'b2 b1'],
    ])
  })

  test.each(['a1', 'b1'])(
    'one of two merged orders is split off, the item %s: both are as before the merge',
    item => {
      const workbook = ordersByNumber({
        A: { name: '山田', items: ['a1'] },
        B: { name: '鈴木', weight: '0.4', items: ['b1'] },
      })
      const before = shownOrders(workbook)
      mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
      const parcel = shownOrders(workbook)
      expect(splitOff(workbook, [item], null)).toEqual({ number: item === 'a1' ? 'A' : 'B' })
      expect(shownOrders(workbook)).toEqual(before)
      expect(['a1', 'b1'].filter(line => canUnmerge(workbook, line))).toEqual([])
      workbook.undo()
      expect(shownOrders(workbook)).toEqual(parcel)
    },
  )

  test('what stays of a parcel is its original order again when all others are split off as one parcel', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'c1'], number: 'C' }], null)
    expect(splitOff(workbook, ['a1', 'a2', 'c1'], null)).toEqual({ number: 'C-2' })
    expect(shownOrders(workbook)).toEqual([
      ['B', '山田', '0.4', 'b1'],
      ['C-2', '山田', '0.4', 'a1 a2 c1'],
      ['D', '山田', '0.9', 'd1'],
    ])
    expect(canUnmerge(workbook, 'a1')).toBe(true)
  })

  test('an original order whose number another order has by now gets the next free one', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    splitOff(workbook, ['b1'], null)
    expect(splitOff(workbook, ['a1'], null)).toEqual({ number: 'A' })
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B-2', '鈴木', '', 'b2'],
      ['B', '鈴木', '', 'b1'],
    ])
  })

  test('items of several original orders stay a parcel, and both parcels can be unmerged', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'P' }], null)
    splitOff(workbook, ['a2', 'b1'], null)
    expect(shownOrders(workbook)).toEqual([
      ['P', '山田', '', 'a1 b2'],
      ['P-2', '山田', '', 'a2 b1'],
    ])
    unmerge(workbook, 'b2', null)
    unmerge(workbook, 'b1', null)
    expect(shownOrders(workbook).map(([number, name]) => [number, name])).toEqual([
      ['A', '山田'],
      ['B', '鈴木'],
      ['A', '山田'],
      ['B', '鈴木'],
    ])
  })

  test('neither all lines of an order nor lines of two orders can be split off', () => {
    const workbook = ordersToTwo()
    expect(splitOff(workbook, ['a1', 'a2'], null)).toBe('whole')
    expect(splitOff(workbook, ['a1', 'b1'], null)).toBe('one')
  })

  test('orders at the service stay as they are', () => {
    const workbook = ordersToTwo()
    workbook.serverFacts.addOutcomes([
      { mallOrderNumber: 'A', lineIds: ['a1', 'a2'], state: 'registered', orderId: '7', fingerprint: 'x' },
    ])
    expect(planMerge(workbook, ['a1', 'b1'])).toBe('locked')
    expect(splitOff(workbook, ['a1'], null)).toBe('locked')
  })
})
