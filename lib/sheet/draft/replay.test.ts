import { describe, expect, test } from 'vitest'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { Patch } from './draft'

const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const line = (id: string, rank: number, texts: Texts = {}): Line => ({ id, rank, texts })
const change = (id: string, before: Texts, after: Texts): Patch => ({
  changes: [{ line: id, before, after }],
  inserted: [],
  removed: [],
})
const inserted = (...lines: Line[]): Patch => ({ changes: [], inserted: lines, removed: [] })

/** A reopened page with the lines of the server and the steps of an earlier session. */
function opened(lines: readonly Line[], past: readonly Patch[]): Workbook {
  const workbook = new Workbook(sheets['orders/japan'], lines)
  workbook.restoreHistory(
    past.map(patch => ({ patch, at: null })),
    [],
  )
  return workbook
}
const lines = ({ draft }: Workbook) => draft.order.map(id => draft.lines.get(id))
const register = (workbook: Workbook, ...lineIds: string[]) =>
  workbook.serverFacts.addOutcomes([{ mallOrderNumber: 'x', lineIds, state: 'registered', fingerprint: '' }])

describe('steps of an earlier session in a draft that another browser has changed', () => {
  test('undo reverts only cells that still have the text of the act', () => {
    const workbook = opened(
      [line('a', 1, { [NAME]: 'Mina', [ZIP]: 'theirs' })],
      [change('a', { [NAME]: '', [ZIP]: '' }, { [NAME]: 'Mina', [ZIP]: '100' })],
    )
    workbook.undo()
    expect(lines(workbook)).toEqual([line('a', 1, { [ZIP]: 'theirs' })])
    workbook.redo()
    expect(lines(workbook)).toEqual([line('a', 1, { [NAME]: 'Mina', [ZIP]: 'theirs' })])
  })

  test('undo does not remove an inserted line that was edited since', () => {
    const workbook = opened(
      [line('a', 1, { [NAME]: 'theirs' }), line('b', 2)],
      [inserted(line('a', 1), line('b', 2))],
    )
    workbook.undo()
    expect(lines(workbook)).toEqual([line('a', 1, { [NAME]: 'theirs' })])
  })

  test('acts without any remaining effect are skipped', () => {
    const workbook = opened(
      [line('a', 1, { [NAME]: 'theirs' })],
      [change('gone', { [NAME]: '' }, { [NAME]: 'x' }), change('a', { [NAME]: '' }, { [NAME]: 'ours' })],
    )
    expect(workbook.undo()).toBeUndefined()
    expect(lines(workbook)).toEqual([line('a', 1, { [NAME]: 'theirs' })])
  })

  test('undo of a move keeps the current texts of the line', () => {
    const moved = {
      changes: [],
      removed: [line('b', 1, { [NAME]: 'b' })],
      inserted: [line('b', 3, { [NAME]: 'b' })],
    }
    const workbook = opened([line('a', 2, { [NAME]: 'a' }), line('b', 3, { [NAME]: 'theirs' })], [moved])
    workbook.undo()
    expect(lines(workbook)).toEqual([line('b', 1, { [NAME]: 'theirs' }), line('a', 2, { [NAME]: 'a' })])
  })

  test('a sort of an earlier session is skipped', () => {
    const workbook = opened(
      [line('a', 1, { [NAME]: 'Mina' })],
      [change('a', { [NAME]: '' }, { [NAME]: 'Mina' })],
    )
    const sort = { before: null, after: { column: NAME, descending: false } }
    workbook.history.record({ patch: { changes: [], inserted: [], removed: [] }, sort, at: null })
    expect(workbook.undo()).toBeNull()
    expect(lines(workbook)).toEqual([line('a', 1)])
  })
})

describe('orders that are at the service', () => {
  test('keep their texts on undo', () => {
    const patch = change('a', { [NAME]: '' }, { [NAME]: 'Mina' })
    const workbook = opened([line('a', 1, { [NAME]: 'Mina' })], [patch])
    register(workbook, 'a')
    expect(workbook.undo()).toBeUndefined()
    expect(lines(workbook)).toEqual([line('a', 1, { [NAME]: 'Mina' })])
  })

  test('get new ranks together with the other lines, so that the sheet keeps its order', () => {
    const [a, b] = [line('a', 1, { [NAME]: 'a' }), line('b', 1 + Number.EPSILON, { [NAME]: 'b' })]
    const spread = {
      changes: [],
      removed: [a, b],
      inserted: [{ ...a, rank: 1024 }, line('new', 2048), { ...b, rank: 3072 }],
    }
    const workbook = opened(spread.inserted, [spread])
    register(workbook, 'a')
    workbook.undo()
    expect(lines(workbook)).toEqual([a, b])
    workbook.redo()
    expect(lines(workbook)).toEqual(spread.inserted)
  })
})
