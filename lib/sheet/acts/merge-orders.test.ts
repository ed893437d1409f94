import { describe, expect, test } from 'vitest'
import { respaceRanks } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { appendLine, removeLines } from './lines'
import { canUnmerge, isMerged, mergeOrders, planMerge, splitOff, unmerge } from './merge-orders'
import { sameParcels } from './same-parcel'

const NUMBER = 'orderInfo.mallOrderNumber'

/** A workbook of orders by number: the first line of each order has its recipient and weight. */
function workbookOf(orders: Record<string, { name?: string; weight?: string; items: string[] }>): Workbook {
  const lines: Line[] = Object.entries(orders).flatMap(([number, { name = '', weight = '', items }]) =>
    items.map((item, i) => ({
      id: item,
      rank: 0,
      texts: {
        [NUMBER]: number,
        'items[].name': item,
        ...(i === 0 && name !== '' && { 'recipient.name': name }),
        ...(i === 0 && weight !== '' && { 'packageInfo.actualWeight': weight }),
      },
    })),
  )
  const workbook = new Workbook(sheets['orders/japan'], respaceRanks(lines))
  workbook.begin()
  return workbook
}

const shown = (workbook: Workbook) =>
  workbook.firstLines().map(firstLine => {
    const lines = workbook.index.find(firstLine)?.lines ?? []
    const textIn = (column: string) => workbook.text({ line: firstLine, column })
    return [textIn(NUMBER), textIn('recipient.name'), textIn('packageInfo.actualWeight'), lines.join(' ')]
  })

function type(workbook: Workbook, line: string, column: string, after: string) {
  const before = workbook.text({ line, column })
  const change = { line, before: { [column]: before }, after: { [column]: after } }
  workbook.perform({ changes: [change], removed: [], inserted: [] }, null)
}

const three = () =>
  workbookOf({
    A: { name: '山田', items: ['a1', 'a2'] },
    B: { name: '山田', weight: '0.4', items: ['b1'] },
    C: { name: '鈴木', items: ['c1'] },
    D: { name: '山田', weight: '0.9', items: ['d1'] },
  })

describe('merging orders', () => {
  test('the plan lists the orders and their differences, and changes nothing', () => {
    const workbook = three()
    const before = shown(workbook)
    expect(planMerge(workbook, ['d1', 'a2', 'b1'])).toEqual({
      orders: [
        { firstLine: 'a1', number: 'A', lines: 2 },
        { firstLine: 'b1', number: 'B', lines: 1 },
        { firstLine: 'd1', number: 'D', lines: 1 },
      ],
      differing: [{ column: 'packageInfo.actualWeight', texts: ['', '0.4', '0.9'] }],
    })
    expect(shown(workbook)).toEqual(before)
  })

  test('three orders become one parcel, and one undo restores them', () => {
    const workbook = three()
    const before = shown(workbook)
    expect(mergeOrders(workbook, [{ lines: ['a1', 'b1', 'd1'], number: 'A' }], null)).toBeUndefined()
    expect(shown(workbook)).toEqual([
      ['A', '山田', '0.4', 'a1 a2 b1 d1'],
      ['C', '鈴木', '', 'c1'],
    ])
    expect(workbook.draft.lines.get('b1')?.texts['[].$number']).toBe('B')
    workbook.undo()
    expect(shown(workbook)).toEqual(before)
  })

  test('unmerging restores the own texts of each order', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'd1'], number: 'PARCEL-1' }], null)
    expect(canUnmerge(workbook, 'd1')).toBe(true)
    expect(unmerge(workbook, 'd1', null)).toBeUndefined()
    expect(shown(workbook)).toEqual([
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
    const workbook = workbookOf({
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
    expect(shown(workbook).map(([number, , , lines]) => [number, lines])).toEqual([
      ['A', 'a1 c1'],
      ['B', 'b1 d1 d2'],
    ])
    workbook.undo()
    expect(shown(workbook)).toHaveLength(4)
  })

  test('orders that were merged twice are unmerged into the original orders', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    mergeOrders(workbook, [{ lines: ['a1', 'd1'], number: 'A' }], null)
    unmerge(workbook, 'a1', null)
    expect(shown(workbook).map(([number]) => number)).toEqual(['A', 'B', 'D', 'C'])
  })

  test('a correction in the parcel applies to every original order with the same text', () => {
    const workbook = workbookOf({
      A: { name: '山田 太郎', items: ['a1'] },
      B: { name: '山田　太郎', weight: '0.4', items: ['b1'] },
      C: { name: '鈴木', items: ['c1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'c1'], number: 'A' }], null)
    type(workbook, 'a1', 'recipient.name', '山田 太一')
    type(workbook, 'a1', 'packageInfo.actualWeight', '0.6')
    type(workbook, 'a1', 'warehouseId', '7')
    unmerge(workbook, 'a1', null)
    expect(shown(workbook)).toEqual([
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
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    type(workbook, 'a1', 'recipient.name', '山田 花子')
    mergeOrders(workbook, [{ lines: ['a1', 'c1'], number: 'A' }], null)
    type(workbook, 'a1', 'packageInfo.actualWeight', '')
    unmerge(workbook, 'a1', null)
    expect(shown(workbook).slice(0, 3)).toEqual([
      ['A', '山田 花子', '', 'a1 a2'],
      ['B', '山田 花子', '', 'b1'],
      ['C', '鈴木', '', 'c1'],
    ])
  })

  test('an item added to a parcel stays with the order of the line above when another order is merged in', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    appendLine(workbook, 'b1', 'new', null)
    type(workbook, 'new', 'items[].name', 'new')
    mergeOrders(workbook, [{ lines: ['a1', 'c1'], number: 'A' }], null)
    unmerge(workbook, 'a1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a1 a2'],
      ['B', '山田', '0.4', 'b1 new'],
      ['C', '鈴木', '', 'c1'],
      ['D', '山田', '0.9', 'd1'],
    ])
    expect(canUnmerge(workbook, 'b1')).toBe(false)
  })

  test('when the items of one of two merged orders are removed, the other has its own number and texts again', () => {
    const workbook = workbookOf({
      A: { name: '山田', weight: '0.4', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    for (const line of ['a1', 'b1']) type(workbook, line, 'ofAnotherSheet', line)
    const before = shown(workbook)
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const parcel = shown(workbook)
    removeLines(workbook, ['a1', 'a2', 'b1'], null)
    workbook.finishActs()
    expect(shown(workbook)).toEqual([['B', '鈴木', '', 'b2']])
    expect(workbook.text({ line: 'b2', column: 'ofAnotherSheet' })).toBe('b1')
    expect(Object.keys(workbook.draft.lines.get('b2')?.texts ?? {}).filter(id => id.includes('$'))).toEqual(
      [],
    )
    workbook.undo()
    expect(shown(workbook)).toEqual(parcel)
    workbook.undo()
    expect(shown(workbook)).toEqual(before)
  })

  test('a number that the operator gave the parcel stays when one of its orders is removed or split off', () => {
    for (const act of [
      (workbook: Workbook) => void removeLines(workbook, ['b1'], null),
      (workbook: Workbook) => void splitOff(workbook, ['b1'], null),
    ]) {
      const workbook = three()
      mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
      for (const line of ['a1', 'a2', 'b1']) type(workbook, line, NUMBER, 'X-9')
      act(workbook)
      workbook.finishActs()
      expect(shown(workbook)[0]).toEqual(['X-9', '山田', '', 'a1 a2'])
    }
  })

  test('an order that had no number keeps that of the parcel when the other one is removed', () => {
    const workbook = workbookOf({ '': { name: '山田', items: ['a1'] }, B: { name: '山田', items: ['b1'] } })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'B' }], null)
    removeLines(workbook, ['b1'], null)
    expect(shown(workbook)).toEqual([['B', '山田', '', 'a1']])
  })

  test('rows of a parcel that another draft has registered keep its number when others of it are removed', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const holder = { number: 'A', state: 'registered', path: '/orders/japan/d1', draft: 'Monday' } as const
    workbook.serverFacts.setNumbersElsewhere(['A'], { holders: [holder], cancelled: [] })
    removeLines(workbook, ['a1', 'a2'], null)
    workbook.finishActs()
    expect(shown(workbook)[0]).toMatchObject(['A', '山田', '0.4', 'b1'])
  })

  test('an item that was added to the parcel belongs to the order of the line above', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    const [b1] = [workbook.draft.lines.get('b1')]
    const added = { id: 'new', rank: (b1?.rank ?? 0) + 1, texts: { [NUMBER]: 'A', 'items[].name': 'new' } }
    workbook.perform({ changes: [], removed: [], inserted: [added] }, null)
    unmerge(workbook, 'a1', null)
    expect(shown(workbook).map(([number, , , lines]) => [number, lines])).toEqual([
      ['A', 'a1 a2'],
      ['B', 'b1 new'],
      ['C', 'c1'],
      ['D', 'd1'],
    ])
  })

  test('an original order keeps its own texts when its first item is removed from the parcel', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', weight: '0.4', items: ['b1', 'b2', 'b3'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    removeLines(workbook, ['b1', 'b2'], null)
    workbook.finishActs()
    unmerge(workbook, 'a1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '0.4', 'b3'],
    ])
  })

  test('an item that was added to the parcel stays with its original order when the items above it are removed', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', items: ['b1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    appendLine(workbook, 'b1', 'new', null)
    type(workbook, 'new', 'items[].name', 'new')
    removeLines(workbook, ['b1'], null)
    workbook.finishActs()
    unmerge(workbook, 'a1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '', 'new'],
    ])
  })

  test('an original order keeps its own texts when the first item of the parcel is removed', () => {
    const workbook = workbookOf({
      A: { name: '山田', weight: '0.4', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'PARCEL-1' }], null)
    removeLines(workbook, ['a1'], null)
    workbook.finishActs()
    unmerge(workbook, 'b1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '0.4', 'a2'],
      ['B', '鈴木', '', 'b1'],
    ])
    workbook.undo()
    workbook.undo()
    unmerge(workbook, 'b1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '0.4', 'a1 a2'],
      ['B', '鈴木', '', 'b1'],
    ])
  })

  test('a single order can be neither merged nor unmerged', () => {
    const workbook = three()
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
    expect(shown(workbook).map(([number]) => number)).toEqual(['701', '702'])
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
    expect(shown(workbook)).toEqual([
      ['701', '山田', '', 'x y'],
      ['702', '山田', '', 'z'],
    ])
  })
})

describe('splitting an order', () => {
  test('some of its lines become an order with the same texts and a free number', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1', 'a2', 'a3'] },
      'A-2': { name: '佐藤', items: ['b1'] },
    })
    expect(splitOff(workbook, ['a1'], null)).toEqual({ number: 'A-3' })
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a2 a3'],
      ['A-3', '山田', '', 'a1'],
      ['A-2', '佐藤', '', 'b1'],
    ])
    workbook.undo()
    expect(shown(workbook).map(([number]) => number)).toEqual(['A', 'A-2'])
  })

  test.each([
    ['another order has it', { 'A-2': { items: ['b1'] } }, 'A-3'],
    ['several have it', { 'A-2': { items: ['b1'] }, 'A-3': { items: ['c1'] } }, 'A-4'],
    ['another order has it with blanks around it', { ' A-2\u3000': { items: ['b1'] } }, 'A-3'],
  ])('the generated number is not in use: %s', (_, others, free) => {
    const workbook = workbookOf({ A: { items: ['a1', 'a2'] }, ...others })
    expect(splitOff(workbook, ['a2'], null)).toEqual({ number: free })
    const numbers = workbook
      .firstLines()
      .map(firstLine => workbook.text({ line: firstLine, column: NUMBER }).trim())
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(['B', ' B', 'A', ' A\u3000'])(
    'the shop number %j of these lines is not used while an order has it',
    own => {
      const workbook = workbookOf({ A: { items: ['a1', 'a2'] }, B: { items: ['b1'] } })
      type(workbook, 'a2', '[].$number', own)
      expect(splitOff(workbook, ['a2'], null)).toEqual({ number: 'A-2' })
      expect(shown(workbook).map(([number]) => number)).toEqual(['A', 'A-2', 'B'])
    },
  )

  test('lines with the same free shop number get this number', () => {
    const workbook = workbookOf({ A: { items: ['a1', 'a2'] }, B: { items: ['b1'] } })
    type(workbook, 'a2', '[].$number', ' C')
    expect(splitOff(workbook, ['a2'], null)).toEqual({ number: 'C' })
  })

  test('items of one original order are split off a parcel with its texts, and the others keep them', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', weight: '0.4', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    type(workbook, 'a1', 'packageInfo.actualWeight', '0.6')
    expect(splitOff(workbook, ['b1'], null)).toEqual({ number: 'B' })
    expect(shown(workbook)).toEqual([
      ['A', '山田', '0.6', 'a1 b2'],
      ['B', '鈴木', '0.6', 'b1'],
    ])
    expect(isMerged(workbook.draft.lines.get('b1') ?? { id: '', rank: 0, texts: {} })).toBe(false)
    unmerge(workbook, 'a1', null)
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B', '鈴木', '0.6', 'b2 b1'],
    ])
  })

  test.each(['a1', 'b1'])(
    'one of two merged orders is split off, the item %s: both are as before the merge',
    item => {
      const workbook = workbookOf({
        A: { name: '山田', items: ['a1'] },
        B: { name: '鈴木', weight: '0.4', items: ['b1'] },
      })
      const before = shown(workbook)
      mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
      const parcel = shown(workbook)
      expect(splitOff(workbook, [item], null)).toEqual({ number: item === 'a1' ? 'A' : 'B' })
      expect(shown(workbook)).toEqual(before)
      expect(['a1', 'b1'].filter(line => canUnmerge(workbook, line))).toEqual([])
      workbook.undo()
      expect(shown(workbook)).toEqual(parcel)
    },
  )

  test('what stays of a parcel is its original order again when all others are split off as one parcel', () => {
    const workbook = three()
    mergeOrders(workbook, [{ lines: ['a1', 'b1', 'c1'], number: 'C' }], null)
    expect(splitOff(workbook, ['a1', 'a2', 'c1'], null)).toEqual({ number: 'C-2' })
    expect(shown(workbook)).toEqual([
      ['B', '山田', '0.4', 'b1'],
      ['C-2', '山田', '0.4', 'a1 a2 c1'],
      ['D', '山田', '0.9', 'd1'],
    ])
    expect(canUnmerge(workbook, 'a1')).toBe(true)
  })

  test('an original order whose number another order has by now gets the next free one', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'A' }], null)
    splitOff(workbook, ['b1'], null)
    expect(splitOff(workbook, ['a1'], null)).toEqual({ number: 'A' })
    expect(shown(workbook)).toEqual([
      ['A', '山田', '', 'a1'],
      ['B-2', '鈴木', '', 'b2'],
      ['B', '鈴木', '', 'b1'],
    ])
  })

  test('items of several original orders stay a parcel, and both parcels can be unmerged', () => {
    const workbook = workbookOf({
      A: { name: '山田', items: ['a1', 'a2'] },
      B: { name: '鈴木', items: ['b1', 'b2'] },
    })
    mergeOrders(workbook, [{ lines: ['a1', 'b1'], number: 'P' }], null)
    splitOff(workbook, ['a2', 'b1'], null)
    expect(shown(workbook)).toEqual([
      ['P', '山田', '', 'a1 b2'],
      ['P-2', '山田', '', 'a2 b1'],
    ])
    unmerge(workbook, 'b2', null)
    unmerge(workbook, 'b1', null)
    expect(shown(workbook).map(([number, name]) => [number, name])).toEqual([
      ['A', '山田'],
      ['B', '鈴木'],
      ['A', '山田'],
      ['B', '鈴木'],
    ])
  })

  test('neither all lines of an order nor lines of two orders can be split off', () => {
    const workbook = three()
    expect(splitOff(workbook, ['a1', 'a2'], null)).toBe('whole')
    expect(splitOff(workbook, ['a1', 'b1'], null)).toBe('one')
  })

  test('orders at the service stay as they are', () => {
    const workbook = three()
    workbook.serverFacts.addOutcomes([
      { mallOrderNumber: 'A', lineIds: ['a1', 'a2'], state: 'registered', orderId: '7', fingerprint: 'x' },
    ])
    expect(planMerge(workbook, ['a1', 'b1'])).toBe('locked')
    expect(splitOff(workbook, ['a1'], null)).toBe('locked')
  })
})

test('orders to the same person and address are found in any spelling', () => {
  const to = (name: string, zip: string, address: string) => ({
    'recipient.name': name,
    'recipient.zipCode': zip,
    'recipient.address': address,
  })
  const lines = [
    { [NUMBER]: '1', ...to('山田 太郎', '150-0041', '神南1-19-11'), 'packageInfo.actualWeight': '1' },
    { [NUMBER]: '2', ...to('佐藤', '150-0041', '神南1-19-11') },
    {
      [NUMBER]: '3',
      ...to('山田　太郎', '１５００−０４１', '神南１－１９－１１'),
      'packageInfo.actualWeight': '2',
    },
    { [NUMBER]: '4', ...to('山田 太郎', '', '') },
    { [NUMBER]: '5', ...to('山田 太郎', '', '') },
  ].map((texts, i) => ({ id: `L${i + 1}`, rank: i + 1, texts }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  expect(sameParcels(workbook)).toEqual([
    {
      firstLines: ['L1', 'L3'],
      numbers: ['1', '3'],
      name: '山田 太郎',
      address: '150-0041 神南1-19-11',
      differing: ['packageInfo.actualWeight'],
    },
  ])
})

test('an order that two files contain is not offered for one parcel, in which it would have every item twice', () => {
  const to = { 'recipient.name': '山田 太郎', 'recipient.zipCode': '150-0041' }
  const lines = [
    ['A-1', 'monday:0:2'],
    ['A-2', 'monday:0:3'],
    ['A-2', 'tuesday:0:2'],
    ['A-3', 'tuesday:0:3'],
  ].map(([number = '', source = ''], i) => ({
    id: `L${i + 1}`,
    rank: i + 1,
    texts: { [NUMBER]: number, ...to, '[].$source': source },
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.begin()
  expect(sameParcels(workbook).map(({ numbers }) => numbers)).toEqual([['A-1', 'A-3']])
})
