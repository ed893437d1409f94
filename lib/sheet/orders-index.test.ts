import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, draftOf, type Patch, textAt } from './draft'
import { groupingColumns, groupLines } from './grouping'
import { OrdersIndex } from './orders-index'
import { sheets } from './sheets'

const sheet = sheets['orders/japan']
const columns = groupingColumns(sheet.columns, sheet.key)
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const ITEM = 'items[].name'

const draft = (...rows: [number: string, name: string, item: string][]): Draft =>
  draftOf(
    rows.map(([number, name, item], i) => ({
      id: `L${i + 1}`,
      rank: i + 1,
      texts: { [NUMBER]: number, [NAME]: name, [ITEM]: item },
    })),
  )

const groups = (of: Draft) => groupLines(of, columns).map(order => order.lines.join('+'))

test('lines with the same number, or with none, are items of one order', () => {
  expect(groups(draft(['A', '山田', 'x'], ['A', '山田', 'y'], ['', '', 'z'], ['B', '佐藤', 'x']))).toEqual([
    'L1+L2+L3',
    'L4',
  ])
})

test('a line with a recipient of its own and no number is an order that lacks its number', () => {
  expect(groups(draft(['A', '山田', 'x'], ['', '佐藤', 'y'], ['', '', 'z']))).toEqual(['L1', 'L2+L3'])
})

test('blank lines belong to no order and part none', () => {
  expect(groups(draft(['A', '山田', 'x'], ['', ' ', ''], ['', '', 'z'], ['A', '', 'q']))).toEqual([
    'L1+L3+L4',
  ])
})

test('regrouping around an edit gives what grouping everything anew gives', () => {
  const text = fc.constantFrom('', '', 'A', 'B', 'C')
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('cell' as const),
      at: fc.nat(30),
      column: fc.constantFrom(NUMBER, NAME, ITEM),
      text,
    }),
    fc.record({
      kind: fc.constant('remove' as const),
      at: fc.nat(30),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant('insert' as const),
      at: fc.nat(30),
      texts: fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 3 }),
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), { maxLength: 20 }),
      fc.array(act, { maxLength: 12 }),
      (rows, acts) => {
        const now = draft(...rows)
        const index = new OrdersIndex(now, columns)
        let fresh = 0
        for (const one of acts) {
          const patch: Patch = { changes: [], inserted: [], removed: [] }
          const at = now.order.length === 0 ? 0 : one.at % now.order.length
          const id = now.order[at]
          let made: Patch = patch
          if (one.kind === 'cell' && id) {
            made = {
              ...patch,
              changes: [
                {
                  line: id,
                  before: { [one.column]: textAt(now, id, one.column) },
                  after: { [one.column]: one.text },
                },
              ],
            }
          } else if (one.kind === 'remove') {
            made = {
              ...patch,
              removed: now.order.slice(at, at + one.count).flatMap(line => now.lines.get(line) ?? []),
            }
          } else if (one.kind === 'insert') {
            const below = now.lines.get(now.order[at] ?? '')?.rank ?? 0
            const above = now.lines.get(now.order[at + 1] ?? '')?.rank ?? below + 1
            made = {
              ...patch,
              inserted: one.texts.map(([number, name, item], i) => ({
                id: `N${fresh++}`,
                rank: below + ((above - below) * (i + 1)) / (one.texts.length + 1),
                texts: { [NUMBER]: number, [NAME]: name, [ITEM]: item },
              })),
            }
          }
          index.apply(made)
          const anew = new OrdersIndex(now, columns)
          expect([...index.all()].map(order => order.lines.join('+'))).toEqual(groups(now))
          expect([index.count, index.lineCount]).toEqual([anew.count, anew.lineCount])
          for (const line of now.order) expect(index.orderOf(line)?.lead).toBe(anew.orderOf(line)?.lead)
          for (const [i, lead] of [...index.leads()].entries()) {
            expect(index.isRepeated(lead)).toBe(anew.isRepeated(lead))
            expect(index.ordinal(lead)).toBe(i + 1)
          }
        }
      },
    ),
    { numRuns: 400 },
  )
})

test('a line is found wherever it is thought to stand, before and after others are asked for', () => {
  const rows = Array.from({ length: 2000 }, (_, i): [string, string, string] => [`A${i >> 1}`, '山田', 'x'])
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
    expect(index.orderOf(id, likely)?.lead).toBe(`L${position - (position % 2) + 1}`)
  }
  expect(index.positionOf('L2001', 1999)).toBeUndefined()
})
