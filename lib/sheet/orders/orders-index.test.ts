import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { type Draft, draftOf, type Patch, textAt } from '@/lib/sheet/draft/draft'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type ReferenceOrder, referenceOrders, referenceRepeated } from '@/testing/sheet/reference-orders'
import { groupingColumns } from './grouping'
import { type OrdersChange, OrdersIndex } from './orders-index'

const sheet = sheets['orders/japan']
const columns = groupingColumns(sheet.columns, sheet.key)
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const ITEM = 'items[].name'

const SOURCE = '[].$source'
const MERGED = '[].$apart'

type Row = readonly [number: string, name: string, item: string, source?: string, merged?: string]

const textsOf = ([number, name, item, source, merged]: Row) => ({
  [NUMBER]: number,
  [NAME]: name,
  [ITEM]: item,
  ...(source && { [SOURCE]: source }),
  ...(merged && { [MERGED]: merged }),
})

const draft = (...rows: Row[]): Draft =>
  draftOf(rows.map((row, i) => ({ id: `L${i + 1}`, rank: i + 1, texts: textsOf(row) })))

afterEach(() => vi.restoreAllMocks())

const none: Patch = { changes: [], inserted: [], removed: [] }

interface Write {
  readonly at: number
  readonly column: string
  readonly text: string
}

/** An act of an operator; positions past the end wrap around to the top. */
type Act =
  | { readonly kind: 'cell'; readonly at: number; readonly column: string; readonly text: string }
  | { readonly kind: 'remove'; readonly at: number; readonly count: number }
  | { readonly kind: 'insert'; readonly at: number; readonly rows: readonly Row[] }
  /** Writes and inserts at several positions, as a paste or a fill does. */
  | {
      readonly kind: 'scatter'
      readonly cells: readonly Write[]
      readonly rows: readonly (readonly [number, Row])[]
    }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'pick'; readonly ats: readonly number[] }
  | { readonly kind: 'append'; readonly rows: readonly Row[] }
  | { readonly kind: 'rewrite'; readonly at: number; readonly row: Row }

/** The patch of an act, like those of the sheet. */
function patchOf(act: Act, now: Draft, newId: () => LineId): Patch {
  if (act.kind === 'scatter') {
    const writes = new Map(act.cells.map(one => [one.at % Math.max(1, now.order.length), one]))
    const changes = [...writes].flatMap(
      ([at, one]) => patchOf({ kind: 'cell', ...one, at }, now, newId).changes,
    )
    const places = new Map(act.rows.map(([at, row]) => [at % Math.max(1, now.order.length), row]))
    const inserted = [...places].flatMap(
      ([at, row]) => patchOf({ kind: 'insert', at, rows: [row] }, now, newId).inserted,
    )
    return { changes, inserted, removed: [] }
  }
  if (act.kind === 'move') {
    const line = now.lines.get(now.order[act.at % Math.max(1, now.order.length)] ?? '')
    const to = now.lines.get(now.order[act.to % Math.max(1, now.order.length)] ?? '')
    if (!line || !to || line === to) return none
    const below = now.lines.get(now.order[now.order.indexOf(to.id) + 1] ?? '')?.rank ?? to.rank + 1
    return { ...none, removed: [line], inserted: [{ ...line, rank: (to.rank + below) / 2 }] }
  }
  if (act.kind === 'pick') {
    const chosen = new Set(act.ats.map(one => now.order[one % Math.max(1, now.order.length)] ?? ''))
    return { ...none, removed: [...chosen].flatMap(id => now.lines.get(id) ?? []) }
  }
  const at = act.kind === 'append' ? now.order.length - 1 : act.at % Math.max(1, now.order.length)
  const line = now.lines.get(now.order[at] ?? '')
  if (act.kind === 'remove')
    return { ...none, removed: now.order.slice(at, at + act.count).flatMap(id => now.lines.get(id) ?? []) }
  if (act.kind === 'insert' || act.kind === 'append') {
    const above = line?.rank ?? 0
    const below = now.lines.get(now.order[at + 1] ?? '')?.rank ?? above + 1
    const inserted = act.rows.map((row, i): Line => {
      const rank = above + ((below - above) * (i + 1)) / (act.rows.length + 1)
      return { id: newId(), rank, texts: textsOf(row) }
    })
    return { ...none, inserted }
  }
  if (!line) return none
  // Merging and unmerging replace lines by others with the same id and rank.
  if (act.kind === 'rewrite')
    return { ...none, removed: [line], inserted: [{ ...line, texts: textsOf(act.row) }] }
  const before = { [act.column]: textAt(now, line.id, act.column) }
  return { ...none, changes: [{ line: line.id, before, after: { [act.column]: act.text } }] }
}

const ordersOf = (now: Draft) => referenceOrders([...now.lines.values()], columns)

/** Orders that differ from before: in their lines, a text, or whether their number is repeated. */
function changedOrders(before: Seen, after: Seen): LineId[] {
  return after.orders
    .filter(order => after.looks.get(order.firstLine) !== before.looks.get(order.firstLine))
    .map(one => one.firstLine)
}

interface Seen {
  readonly orders: readonly ReferenceOrder[]
  /** Everything that affects the judgement of an order, by its first line. */
  readonly looks: ReadonlyMap<LineId, string>
}

function seen(now: Draft): Seen {
  const orders = ordersOf(now)
  const repeated = referenceRepeated(orders)
  const looks = orders.map(({ firstLine, lines }) => {
    const texts = lines.map(id => [id, ...columns.allColumns.map(column => textAt(now, id, column))])
    return [firstLine, JSON.stringify([texts, repeated.has(firstLine)])] as const
  })
  return { orders, looks: new Map(looks) }
}

/** All results of an index for a draft. */
function resultsOf(index: OrdersIndex, now: Draft) {
  const middle = now.order.length >> 1
  return {
    orders: [...index.all()],
    firstLines: [...index.firstLines()],
    leadsBelow: [...index.firstLines(middle)],
    counts: [index.count, index.lineCount],
    repeated: [...index.firstLines()].filter(firstLine => index.isRepeated(firstLine)),
    lines: now.order.map(id => ({
      position: index.positionOf(id),
      order: index.orderOf(id)?.lines,
      isLead: index.isFirstLine(id),
      begins: index.find(id)?.lines,
      ordinal: index.ordinal(id),
    })),
  }
}

/** The expected results. */
function expectedOf(now: Draft): ReturnType<typeof resultsOf> {
  const orders = ordersOf(now)
  const repeated = referenceRepeated(orders)
  const firstLines = orders.map(order => order.firstLine)
  const below = new Set(now.order.slice(now.order.length >> 1))
  return {
    orders: orders.map(({ firstLine, lines }) => ({ firstLine, lines })),
    firstLines,
    leadsBelow: firstLines.filter(firstLine => below.has(firstLine)),
    counts: [orders.length, orders.flatMap(order => order.lines).length],
    repeated: firstLines.filter(firstLine => repeated.has(firstLine)),
    lines: now.order.map((id, position) => {
      const order = orders.find(one => one.lines.includes(id))
      const isLead = order?.firstLine === id
      const begins = isLead ? order.lines : undefined
      return {
        position,
        order: order?.lines,
        isLead,
        begins,
        ordinal: isLead ? firstLines.indexOf(id) + 1 : undefined,
      }
    }),
  }
}

function expectIndex(index: OrdersIndex, now: Draft): void {
  const [is, should] = [resultsOf(index, now), expectedOf(now)]
  // toEqual explains a difference, but is slow when there is none.
  if (!isDeepStrictEqual(is, should)) expect(is).toEqual(should)
}

/** Compares a reported change with the states before and after it. */
function expectReported(
  { changed, ended, joined, isRegrouped }: OrdersChange,
  before: Seen,
  after: Seen,
): void {
  const firstLines = new Set(after.orders.map(order => order.firstLine))
  const over = before.orders.map(order => order.firstLine).filter(firstLine => !firstLines.has(firstLine))
  const unreported = changedOrders(before, after).filter(firstLine => !changed.has(firstLine))
  const gone = [...changed].filter(firstLine => !firstLines.has(firstLine))
  const linesOf = ({ orders }: Seen) => JSON.stringify(orders.map(order => order.lines))
  if (linesOf(before) !== linesOf(after)) expect(isRegrouped).toBe(true)
  // Of the orders whose first lines are in one order now, all but one have joined it.
  const joins = after.orders.map(({ lines }) => {
    const first = before.orders.filter(({ firstLine }) => lines.includes(firstLine))
    return Math.max(0, first.length - 1)
  })
  const sum = joins.reduce((all, one) => all + one, 0)
  const should = { ended: over.sort(), unreported: [], gone: [], joins: sum }
  const is = { ended: [...ended].sort(), unreported, gone, joins: joined.length }
  if (!isDeepStrictEqual(is, should)) expect(is).toEqual(should)
}

const number = fc.constantFrom('', '', ' ', 'A', 'A ', 'B', 'C')
const text = fc.constantFrom('', '', '山田', '佐藤')
const source = fc.constantFrom('', '', 'f:0:2', 'f:0:1.4', 'f:1:2', 'g:0:2')
const merged = fc.constantFrom('', '', '{"lead":"L1"}')
const row = fc.tuple(number, text, text, source, merged)
const rows = fc.array(row, { minLength: 1, maxLength: 3 })
const actsAt = (at: fc.Arbitrary<number>): fc.Arbitrary<Act> =>
  fc.oneof(
    fc.record({ kind: fc.constant('cell' as const), at, column: fc.constant(NUMBER), text: number }),
    fc.record({ kind: fc.constant('cell' as const), at, column: fc.constantFrom(NAME, ITEM), text }),
    fc.record({ kind: fc.constant('cell' as const), at, column: fc.constant(SOURCE), text: source }),
    fc.record({ kind: fc.constant('cell' as const), at, column: fc.constant(MERGED), text: merged }),
    fc.record({ kind: fc.constant('remove' as const), at, count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('insert' as const), at, rows }),
    fc.record({ kind: fc.constant('append' as const), rows }),
    fc.record({
      kind: fc.constant('scatter' as const),
      cells: fc.array(fc.record({ at, column: fc.constantFrom(NUMBER, NAME), text: number }), {
        maxLength: 5,
      }),
      rows: fc.array(fc.tuple(at, row), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('move' as const), at, to: at }),
    fc.record({ kind: fc.constant('pick' as const), ats: fc.array(at, { minLength: 1, maxLength: 5 }) }),
    fc.record({ kind: fc.constant('rewrite' as const), at, row }),
  )

test('after any edits the index has the specified orders and reports every changed one', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 20 }),
      fc.array(actsAt(fc.nat(30)), { maxLength: 12 }),
      fc.boolean(),
      (start, acts, isNamed) => {
        const now = draft(...start)
        const index = new OrdersIndex(now, columns)
        // Repeated numbers are reported only after they were read once.
        let isAsked = isNamed && index.readNumbers()
        let fresh = 0
        let before = seen(now)
        for (const one of acts) {
          const reported = index.apply(patchOf(one, now, () => `N${fresh++}`))
          const after = seen(now)
          if (isAsked) expectReported(reported, before, after)
          before = after
          expectIndex(index, now)
          isAsked = true
        }
        expectIndex(new OrdersIndex(now, columns), now)
      },
    ),
    { numRuns: 250 },
  )
})

/** Rows of several orders that are large enough to be remembered. */
const largeOrders = fc
  .array(fc.tuple(number, text, fc.integer({ min: 50, max: 90 })), { minLength: 1, maxLength: 3 })
  .map(orders =>
    orders.flatMap(([number, name, size]) => Array.from({ length: size }, (): Row => [number, name, 'x'])),
  )

test('large orders that were read before an edit are never returned after it', () => {
  fc.assert(
    fc.property(largeOrders, fc.array(actsAt(fc.nat(300)), { minLength: 1, maxLength: 4 }), (start, acts) => {
      const now = draft(...start)
      const index = new OrdersIndex(now, columns)
      let fresh = 0
      for (const one of acts) {
        for (const id of now.order) index.firstFilledLine(id, NAME)
        index.apply(patchOf(one, now, () => `N${fresh++}`))
        expectIndex(index, now)
        const filled = ordersOf(now).map(({ lines }) => lines.find(id => textAt(now, id, NAME).trim() !== ''))
        expect([...index.firstLines()].map(id => index.firstFilledLine(id, NAME))).toEqual(filled)
      }
    }),
    { numRuns: 100 },
  )
})

test('an edited item regroups no lines; an edited cell of the order may', () => {
  const now = draft(['A', '山田', 'x'], ['', '', 'y'])
  const index = new OrdersIndex(now, columns)
  const type = (line: LineId, column: string, after: string) =>
    index.apply({
      ...none,
      changes: [{ line, before: { [column]: textAt(now, line, column) }, after: { [column]: after } }],
    })
  expect(type('L2', ITEM, 'z')).toEqual({
    changed: new Set(['L1']),
    ended: new Set(),
    joined: [],
    isRegrouped: false,
  })
  expect(type('L2', NAME, '佐藤')).toEqual({
    changed: new Set(['L1', 'L2']),
    ended: new Set(),
    joined: [],
    isRegrouped: true,
  })
  expect(type('L2', NAME, '')).toEqual({
    changed: new Set(['L1']),
    ended: new Set(['L2']),
    joined: ['L2'],
    isRegrouped: true,
  })
})

test('any line can be asked for before the lines above it are grouped', () => {
  const large = draft(...Array.from({ length: 500 }, (_, i): Row => [`A${i >> 1}`, '山田', 'x']))
  const index = new OrdersIndex(large, columns)
  expect(new OrdersIndex(large, columns).lineCount).toBe(500)
  expect(index.orderOf('L100')?.lines).toEqual(['L99', 'L100'])
  expect([index.count, index.lineCount]).toEqual([250, 500])
  expect([index.orderOf('L101')?.firstLine, index.orderOf('L500')?.firstLine]).toEqual(['L101', 'L499'])
})

test('repeated numbers are found in slices, with the result of a single search', () => {
  const large = draft(...Array.from({ length: 600 }, (_, i): Row => [`A${i % 599}`, '山田', 'x']))
  const index = new OrdersIndex(large, columns)
  // Each call of the clock takes a millisecond, so the result does not depend on the machine.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
  let looks = 1
  while (!index.readNumbers(now)) looks++
  expect(looks).toBe(5)
  const repeated = [...index.firstLines()].filter(firstLine => index.isRepeated(firstLine))
  expect(repeated).toEqual(['L1', 'L600'])
})

test('a line is found with any likely position, before and after reading other lines', () => {
  const rows = Array.from({ length: 2000 }, (_, i): Row => [`A${i >> 1}`, '山田', 'x'])
  const large = draft(...rows)
  const index = new OrdersIndex(large, columns)
  for (const [id, likely] of [
    ['L1500', 1499],
    ['L1501', 1500],
    ['L1463', undefined],
    ['L1501', 0],
    ['L1502', 5000],
    ['L3', undefined],
    ['L2000', 1999],
    ['L700', undefined],
  ] as const) {
    const position = Number(id.slice(1)) - 1
    expect(index.positionOf(id, likely)).toBe(position)
    expect(large.lines.get(id)?.rank).toBe(position + 1)
    expect(index.orderOf(id, likely)?.firstLine).toBe(`L${position - (position % 2) + 1}`)
  }
  expect(index.positionOf('L2001', 1999)).toBeUndefined()
})
