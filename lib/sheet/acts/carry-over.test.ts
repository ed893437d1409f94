import { describe, expect, test } from 'vitest'
import { writeTexts } from '@/lib/sheet/orders/edits'
import type { Line } from '@/lib/sheet/schema/line'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { carryOver, carryTargets } from './carry-over'

const japan = sheets['orders/japan']
const general = sheets['orders/general']

const importer = japan.columns.filter(column => column.group === 'importer').map(column => column.id)

/** Orders to Japan: one has two lines, and a further line only has texts that the sheet does not read. */
function japanLines(): Line[] {
  const orders = sampleOrders(3, 1).map((texts, i) => ({ id: `L${i}`, rank: i + 1, texts }))
  const further = { id: 'L0b', rank: 1.5, texts: { 'items[].name': ' 髙﨑 \t"x"\n', 'items[].price': '1O' } }
  const odd = {
    id: 'odd',
    rank: 9,
    texts: { [importer[0] ?? '']: '  ', 'some.column': 'of a sheet to come' },
  }
  return [...orders, further, odd].sort((a, b) => a.rank - b.rank)
}

describe('carrying a draft over to another sheet', () => {
  test('orders can be carried over to the other order sheet, products to no sheet', () => {
    expect(carryTargets(japan)).toEqual(['orders/general'])
    expect(carryTargets(general)).toEqual(['orders/japan'])
    expect(carryTargets(sheets.products)).toEqual([])
  })

  test('carrying orders over and back keeps every line and every text verbatim', () => {
    const lines = japanLines()
    const there = carryOver(lines, japan, general)
    expect(there.lines).toEqual(lines)
    expect(there.records).toEqual({ here: 3, there: 3 })
    expect(carryOver(there.lines, general, japan).lines).toEqual(lines)
  })

  test('reports columns with hidden texts, and columns with texts that come back', () => {
    const first = importer[0] ?? ''
    const lines = sampleOrders(3, 1).map((texts, i) => ({
      id: `L${i}`,
      rank: i,
      texts: { ...Object.fromEntries(Object.entries(texts).filter(([id]) => !importer.includes(id))) },
    }))
    const filled = lines.map((line, i) =>
      i < 2 ? { ...line, texts: { ...line.texts, [first]: '株式会社' } } : line,
    )
    const there = carryOver(filled, japan, general)
    expect(there.hidden.find(({ column }) => column === first)).toEqual({ column: first, cells: 2 })
    expect(there.returning).toEqual([])
    const back = carryOver(there.lines, general, japan)
    expect(back.returning).toEqual(there.hidden)
    expect(back.hidden).toEqual([])
  })

  test('an order with a registered line stays as a whole', () => {
    const there = carryOver(japanLines(), japan, general, line => line === 'L0b')
    expect(there.lines.map(line => line.id)).toEqual(['L1', 'L2', 'odd'])
    expect(there.records).toEqual({ here: 2, there: 2 })
  })

  test('reports lines that are separate orders only here and one order there', () => {
    const first = importer[0] ?? ''
    const lines = [
      { id: 'a', rank: 1, texts: { [japan.key]: 'A-1', [first]: 'One' } },
      { id: 'b', rank: 2, texts: { [first]: 'Two', 'items[].name': 'cup' } },
    ]
    expect(carryOver(lines, japan, general).records).toEqual({ here: 2, there: 1 })
  })

  test('texts without a column survive edits, and do not form an order by themselves', () => {
    const lines = japanLines()
    const workbook = new Workbook(general, lines)
    const saved = new Map(lines.map(line => [line.id, line]))
    workbook.onPatch = patch => {
      for (const { line } of patch.changes)
        saved.set(line, workbook.draft.lines.get(line) ?? { id: line, rank: 0, texts: {} })
    }
    expect(workbook.orderCount).toBe(3)
    expect(workbook.itemCount).toBe(4)
    const edit = writeTexts(workbook.edits, new Map([['L1', { 'recipient.name': 'new' }]]))
    workbook.perform(edit.patch, null)
    const before = lines.find(line => line.id === 'L1')
    expect(saved.get('L1')?.texts).toEqual({ ...before?.texts, 'recipient.name': 'new' })
    workbook.undo()
    expect(carryOver(saved.values(), general, japan).lines).toEqual(lines)
  })
})
