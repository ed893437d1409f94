import { writeCells } from '@/lib/sheet/acts/cells'
import { removeLines } from '@/lib/sheet/acts/lines'
import type { LineId } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { median } from '../lib/bench/median'

// The cost of an act on the sheet with 100,000 lines, a tenth of them failing, compared with 100 lines; and sorting and
// filtering 100,000 lines, compared with sorting and searching only their texts.

const LARGE = 100_000
const SMALL = 100
const ROUNDS = 301

const NAME = 'recipient.name'
const CITY = 'recipient.city'

/** An open draft with all lines judged. */
function open(count: number): Workbook {
  const orders = sampleOrders(count)
  const lines = orders.map((texts, i) => ({
    id: `L${i}`,
    rank: i,
    texts: {
      ...texts,
      [NAME]: `${(i * 7919) % count}番 山田`,
      ...(i % 10 === 0 ? { 'items[].quantity': 'x' } : {}),
    },
  }))
  const workbook = new Workbook(sheets['orders/japan'], lines)
  const waiting: (() => void)[] = []
  workbook.scheduleTask = work => waiting.push(work)
  workbook.begin()
  for (let work = waiting.shift(); work; work = waiting.shift()) work()
  return workbook
}

const books = { large: open(LARGE), small: open(SMALL) }
const middle = (workbook: Workbook): LineId => workbook.visible[workbook.visible.length >> 1] ?? ''

/** The work of one keystroke: the cell is written and judged, failures are counted again, the line is read. */
function type(workbook: Workbook, round: number): void {
  const line = middle(workbook)
  const column = round % 2 === 0 ? CITY : 'items[].quantity'
  writeCells(workbook, { ids: [] }, new Map([[line, { [column]: `x${round}` }]]), { line, column })
  look(workbook, line)
}

function look(workbook: Workbook, line: LineId): void {
  const view = workbook.line(line)
  if (view.firstLine !== undefined) workbook.ordinal(view.firstLine)
  workbook.view.indexOf(line)
  workbook.count('failing')
}

function deleteAndUndo(workbook: Workbook): void {
  removeLines(workbook, [middle(workbook)], null)
  const at = workbook.undo()
  look(workbook, at?.line ?? middle(workbook))
}

compare('type into one of 100,000 lines, beside one of 100', type, 1.5)
compare('delete a line of 100,000 and undo, beside one of 100', deleteAndUndo)

const texts = books.large.visible.map(line => books.large.text({ line, column: NAME }))
const collator = new Intl.Collator(undefined, { numeric: true })
report(
  'sort 100,000 orders by name, beside sorting their names with a collator',
  medianOf(5, round =>
    books.large.arrange({ sort: { column: NAME, descending: round % 2 === 0 }, filter: noFilter }),
  ),
  medianOf(5, () => texts.toSorted(collator.compare)),
  1.2,
)
books.large.arrange({ sort: null, filter: noFilter })
report(
  'show the failing orders of 100,000, beside sorting their names with a collator',
  medianOf(9, round =>
    books.large.arrange({
      sort: null,
      filter: round % 2 === 0 ? { ...noFilter, status: 'failing' } : noFilter,
    }),
  ),
  medianOf(5, () => texts.toSorted(collator.compare)),
  1,
)

function compare(name: string, act: (workbook: Workbook, round: number) => void, target?: number): void {
  const times: Record<'large' | 'small', number[]> = { large: [], small: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of ['large', 'small'] as const) {
      const since = performance.now()
      act(books[size], round)
      times[size].push((performance.now() - since) * 1000)
    }
  }
  report(name, median(times.large), median(times.small), target, 'µs')
}

function medianOf(rounds: number, act: (round: number) => void): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const since = performance.now()
    act(round)
    times.push(performance.now() - since)
  }
  return median(times)
}

function report(name: string, ours: number, limit: number, target?: number, unit = 'ms'): void {
  console.log(JSON.stringify({ name, ours, limit, unit, ...(target === undefined ? {} : { target }) }))
}
