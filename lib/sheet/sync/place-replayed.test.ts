import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeLines } from '@/lib/sheet/acts/lines'
import { mergeOrders, splitOff } from '@/lib/sheet/acts/merge-orders'
import { emptyPatch, ranksAfter, respaceRanks } from '@/lib/sheet/draft/draft'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'

const sheet = sheets['orders/general']

const orderLines = (number: string, items: number): Line[] =>
  Array.from({ length: items }, (_, i) => ({
    id: `${number}${i}`,
    rank: 0,
    texts: { [sheet.key]: number, ...(i === 0 && { 'recipient.name': `Recipient ${number}` }) },
  }))

/** A workbook of the orders A, B, C … @param items how many items each order has */
function opened(items: readonly number[]): Workbook {
  const lines = items.flatMap((count, i) => orderLines(String.fromCharCode(65 + i), count))
  const workbook = new Workbook(sheet, respaceRanks(lines))
  workbook.begin()
  return workbook
}

/** A colleague inserts an order below a line. */
function arrive(workbook: Workbook, after: LineId, number: string, items: number): void {
  const ranks = ranksAfter(workbook.draft, after, items) ?? []
  const inserted = orderLines(number, items).map((line, i) => ({ ...line, rank: ranks[i] ?? 0 }))
  workbook.applyRemote({ ...emptyPatch, inserted })
}

const orders = (workbook: Workbook) => [...workbook.index.all()].map(({ lines }) => lines.join(' '))

test('two undone splits restore both orders although a colleague has inserted an order below the first', () => {
  const workbook = opened([3, 3, 1])
  splitOff(workbook, ['A1', 'A2'], null)
  splitOff(workbook, ['B1', 'B2'], null)
  arrive(workbook, 'A2', 'R', 2)
  workbook.undo()
  workbook.undo()
  expect(orders(workbook)).toEqual(['A0 A1 A2', 'R0 R1', 'B0 B1 B2', 'C0'])
})

test('items that come back act by act keep their sequence beside an order that a colleague inserted', () => {
  const workbook = opened([1, 3])
  removeLines(workbook, ['B1'], null)
  removeLines(workbook, ['B0', 'B2'], null)
  arrive(workbook, 'A0', 'R', 7)
  workbook.undo()
  workbook.undo()
  expect(orders(workbook)).toEqual(['A0', 'B0 B1 B2', 'R0 R1 R2 R3 R4 R5 R6'])
  workbook.redo()
  workbook.redo()
  expect(orders(workbook)).toEqual(['A0', 'R0 R1 R2 R3 R4 R5 R6'])
})

type Act = 'remove' | 'merge' | 'split' | 'undo' | 'redo' | 'arrive'

const script = fc.array(
  fc.record({
    act: fc.constantFrom<Act[]>('remove', 'merge', 'split', 'split', 'undo', 'undo', 'redo', 'arrive'),
    at: fc.nat(20),
    other: fc.nat(20),
  }),
  { maxLength: 16, size: 'max' },
)

test('undo of everything restores the own orders, whatever orders a colleague inserts meanwhile', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 5 }),
      script,
      (items, acts) => {
        const workbook = opened(items)
        const arrived: string[] = []
        const own = () => orders(workbook).filter(order => !order.startsWith('r'))
        const before = own()
        for (const { act, at, other } of acts) {
          const { order } = workbook.draft
          const mine = order.filter(id => !id.startsWith('r'))
          const line = mine[at % mine.length] ?? ''
          const lines = workbook.index.orderOf(line)?.lines ?? []
          if (act === 'arrive') {
            const number = `r${arrived.length}-`
            const after = workbook.index.orderOf(order[at % order.length] ?? '')?.lines.at(-1)
            if (after === undefined || !ranksAfter(workbook.draft, after, 2)) continue
            arrive(workbook, after, number, 2)
            arrived.push(`${number}0 ${number}1`)
          } else if (act === 'undo') workbook.undo()
          else if (act === 'redo') workbook.redo()
          else if (act === 'remove') removeLines(workbook, other % 2 ? lines : [line], null)
          else if (act === 'split') splitOff(workbook, [line], null)
          else mergeOrders(workbook, [{ lines: [line, mine[other % mine.length] ?? ''], number: 'M' }], null)
          workbook.finishActs()
          expect(
            orders(workbook)
              .filter(order => order.startsWith('r'))
              .toSorted(),
          ).toEqual(arrived.toSorted())
        }
        while (workbook.undo() !== undefined) workbook.finishActs()
        expect(own()).toEqual(before)
      },
    ),
    { numRuns: 100 },
  )
})
