import { describe, expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { NUMBER, ordersByNumber, ordersToTwo, shownOrders, typeText } from '@/testing/sheet/orders-by-number'
import { appendLine, removeLines } from './lines'
import { canUnmerge, mergeOrders, planMerge, splitOff, unmerge } from './merge-orders'

describe('merging orders', () => {
  test('the plan lists the orders and their differences, and changes nothing', () => {
    const workbook = ordersToTwo()
    const before = shownOrders(workbook)
    expect(planMerge(workbook, ['d1', 'a2', 'b1'])).toEqual({
      orders: [
        { firstLine: 'a1', number: 'A', lines: 2 },
        { firstLine: 'b1', number: 'B', lines: 1 },
        { firstLine: 'd1', number: 'D', lines: 1 },
      ],
      differing: [{ column: 'packageInfo.actualWeight', texts: ['', '0.4', '0.9'] }],
    })
    expect(shownOrders(workbook)).toEqual(before)
  })

  test('three orders become one parcel, and one undo restores them', () => {
    const workbook = ordersToTwo()
    const before = shownOrders(workbook)
    expect(mergeOrders(workbook, [{ lines: ['a1', 'b1', 'd1'], number: 'A' }], null)).toBeUndefined()
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '0.4', 'a1 a2 b1 d1'],
      ['C', '鈴木', '', 'c1'],
    ])
    expect(workbook.draft.lines.get('b1')?.texts['[].$number']).toBe('B')
    workbook.undo()
    expect(shownOrders(workbook)).toEqual(before)
  })

  test('unmerging restores the own texts of each order', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'd1'], number: 'PARCEL-1' }], null)
    expect(canUnmerge(workbook, 'd1')).toBe(true)
    expect(unmerge(workbook, 'd1', null)).toBeUndefined()
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1 a2'],
      ['B', '山田', '0.4', 'b1'],
      ['D', '山田', '0.9', 'd1'],
      ['C', '鈴木', '', 'c1'],
    ])
    expect(Object.keys(workbook.draft.lines.get('b1')?.texts ?? {}).filter(id => id.includes('$'))).toEqual(
      [],
    )
  })

  test('several parcels are merged at once, and one undo restores all orders', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1'] },
      B: { name: '佐藤', items: ['b1'] },
      C: { name: '山田', items: ['c1'] },
      D: { name: '佐藤', items: ['d1', 'd2'] },
    })
    const merges = [
      { lines: ['a1', 'c1'], number: 'A' },
      { lines: ['b1', 'd1'], number: 'B' },
    ]
    expect(mergeOrders(workbook, merges, null)).toBeUndefined()
    expect(shownOrders(workbook).map(([number, , , lines]) => [number, lines])).toEqual([
      ['A', 'a1 c1'],
      ['B', 'b1 d1 d2'],
    ])
    workbook.undo()
    expect(shownOrders(workbook)).toHaveLength(4)
  })

  test('orders that were merged twice are unmerged into the original orders', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    mergeOrders(workbook, [{ lines: ['a1', 'd1'], number: 'A' }], null)
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook).map(([number]) => number)).toEqual(['A', 'B', 'D', 'C'])
  })

  test('a correction in the parcel applies to every original order with the same text', () => {
    const workbook = ordersByNumber({
      A: { name: '山田 太郎', items: ['a1'] },
      B: { name: '山田　太郎', weight: '0.4', items: ['b1'] },
      C: { name: '鈴木', items: ['c1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'c1'], number: 'A' }], null)
    typeText(workbook, 'a1', 'recipient.name', '山田 太一')
    typeText(workbook, 'a1', 'packageInfo.actualWeight', '0.6')
    typeText(workbook, 'a1', 'warehouseId', '7')
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田 太一', '', 'a1'],
      ['B', '山田 太一', '0.6', 'b1'],
      ['C', '鈴木', '', 'c1'],
    ])
    expect(['a1', 'b1', 'c1'].map(line => workbook.text({ line, column: 'warehouseId' }))).toEqual([
      '7',
      '7',
      '7',
    ])
    expect(workbook.text({ line: 'c1', column: NUMBER })).toBe('C')
  })

  test('a correction between two merges stays with the orders of the first merge', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    typeText(workbook, 'a1', 'recipient.name', '山田 花子')
    mergeOrders(workbook, [{ lines: ['a1', 'c1'], number: 'A' }], null)
    typeText(workbook, 'a1', 'packageInfo.actualWeight', '')
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook).slice(0, 3)).toEqual([
      ['A', '山田 花子', '', 'a1 a2'],
      ['B', '山田 花子', '', 'b1'],
      ['C', '鈴木', '', 'c1'],
    ])
  })

  test('an item added to a parcel stays with the order of the line above when another order is merged in', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    appendLine(workbook, 'b1', 'new', null)
    typeText(workbook, 'new', 'items[].name', 'new')
    mergeOrders(workbook, [{ lines: ['a1', 'c1'], number: 'A' }], null)
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1 a2'],
      ['B', '山田', '0.4', 'b1 new'],
      ['C', '鈴木', '', 'c1'],
      ['D', '山田', '0.9', 'd1'],
    ])
    expect(canUnmerge(workbook, 'b1')).toBe(false)
  })

  test('when the items of one of two merged orders are removed, the other has its own number and texts again', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', weight: '0.4', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    for (const line of ['a1', 'b1']) typeText(workbook, line, 'ofAnotherSheet', line)
    const before = shownOrders(workbook)
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const parcel = shownOrders(workbook)
    removeLines(workbook, ['a1', 'a2', 'b1'], null)
    workbook.finishActs()
    expect(shownOrders(workbook)).toEqual([['B', '鈴木', '', 'b2']])
    expect(workbook.text({ line: 'b2', column: 'ofAnotherSheet' })).toBe('b1')
    expect(Object.keys(workbook.draft.lines.get('b2')?.texts ?? {}).filter(id => id.includes('$'))).toEqual(
      [],
    )
    workbook.undo()
    expect(shownOrders(workbook)).toEqual(parcel)
    workbook.undo()
    expect(shownOrders(workbook)).toEqual(before)
  })

  test('a number that the operator gave the parcel stays when one of its orders is removed or split off', () => {
    for (const act of [
      (workbook: Workbook) => void removeLines(workbook, ['b1'], null),
      (workbook: Workbook) => void splitOff(workbook, ['b1'], null),
    ]) {
      const workbook = ordersToTwo()
      mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
      for (const line of ['a1', 'a2', 'b1']) typeText(workbook, line, NUMBER, 'X-9')
      act(workbook)
      workbook.finishActs()
      expect(shownOrders(workbook)[0]).toEqual(['X-9', '山田', '', 'a1 a2'])
    }
  })

  test('an order that had no number keeps that of the parcel when the other one is removed', () => {
    const workbook = ordersByNumber({
      '': { name: '山田', items: ['a1'] },
      B: { name: '山田', items: ['b1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'B' }], null)
    removeLines(workbook, ['b1'], null)
    expect(shownOrders(workbook)).toEqual([['B', '山田', '', 'a1']])
  })

  test('rows of a parcel that another draft has registered keep its number when others of it are removed', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const holder = { number: 'A', state: 'registered', path: '/orders/japan/d1', draft: 'Monday' } as const
    workbook.serverFacts.setNumbersElsewhere(['A'], { holders: [holder], cancelled: [] })
    removeLines(workbook, ['a1', 'a2'], null)
    workbook.finishActs()
    expect(shownOrders(workbook)[0]).toMatchObject(['A', '山田', '0.4', 'b1'])
  })

  test('an item that was added to the parcel belongs to the order of the line above', () => {
    const workbook = ordersToTwo()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const [b1] = [workbook.draft.lines.get('b1')]
    const added = { id: 'new', rank: (b1?.rank ?? 0) + 1, texts: { [NUMBER]: 'A', 'items[].name': 'new' } }
    workbook.perform({ changes: [], removed: [], inserted: [added] }, null)
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook).map(([number, , , lines]) => [number, lines])).toEqual([
      ['A', 'a1 a2'],
      ['B', 'b1 new'],
      ['C', 'c1'],
      ['D', 'd1'],
    ])
  })

  test('an original order keeps its own texts when its first item is removed from the parcel', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', weight: '0.4', items: ['b1', 'b2', 'b3'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    removeLines(workbook, ['b1', 'b2'], null)
    workbook.finishActs()
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '0.4', 'b3'],
    ])
  })

  test('an item that was added to the parcel stays with its original order when the items above it are removed', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', items: ['b1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    appendLine(workbook, 'b1', 'new', null)
    typeText(workbook, 'new', 'items[].name', 'new')
    removeLines(workbook, ['b1'], null)
    workbook.finishActs()
    unmerge(workbook, 'a1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '', 'new'],
    ])
  })

  test('an original order keeps its own texts when the first item of the parcel is removed', () => {
    const workbook = ordersByNumber({
      A: { name: '山田', weight: '0.4', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'PARCEL-1' }], null)
    removeLines(workbook, ['a1'], null)
    workbook.finishActs()
    unmerge(workbook, 'b1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '0.4', 'a2'],
      ['B', '鈴木', '', 'b1'],
    ])
    workbook.undo()
    workbook.undo()
    unmerge(workbook, 'b1', null)
    expect(shownOrders(workbook)).toEqual([
      ['A', '山田', '0.4', 'a1 a2'],
      ['B', '鈴木', '', 'b1'],
    ])
  })

  test('a single order can be neither merged nor unmerged', () => {
    const workbook = ordersToTwo()
    expect(planMerge(workbook, ['a1', 'a2'])).toBe('one')
    expect(canUnmerge(workbook, 'a1')).toBe(false)
    expect(unmerge(workbook, 'a1', null)).toBe('one')
  })

  test('an imported order of several shop numbers is unmerged by these numbers, even if one of them is its own', () => {
    const lines = ['x', 'y'].map((id, i) => ({
      id,
      rank: i + 1,
      texts: { [NUMBER]: '701', '[].$number': id === 'y' ? '702' : '', 'items[].name': id },
    }))
    const workbook = new Workbook(sheets['orders/japan'], lines)
    workbook.begin()
    unmerge(workbook, 'x', null)
    expect(shownOrders(workbook).map(([number]) => number)).toEqual(['701', '702'])
  })

  test('an imported order with a cart number is unmerged by the shop numbers of its lines', () => {
    const lines = ['x', 'y', 'z'].map((id, i) => ({
      id,
      rank: i + 1,
      texts: {
        [NUMBER]: 'CART-9',
        '[].$number': id === 'z' ? '702' : '701',
        'items[].name': id,
        ...(i === 0 && { 'recipient.name': '山田' }),
      },
    }))
    const workbook = new Workbook(sheets['orders/japan'], lines)
    workbook.begin()
    unmerge(workbook, 'y', null)
    expect(shownOrders(workbook)).toEqual([
      ['701', '山田', '', 'x y'],
      ['702', '山田', '', 'z'],
    ])
  })
})
