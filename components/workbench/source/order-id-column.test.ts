import { describe, expect, test } from 'vitest'
import type { GridSource } from '@/components/grid/source'
import { findAll, hitCell, planReplace } from '@/lib/sheet/acts/find/find'
import { type Clip, readClip } from '@/lib/sheet/codecs/clipboard'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { countTexts, noColumnFilter } from '@/lib/sheet/view/column-filter'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource, testWords } from '@/testing/workbench/test-source'
import type { SheetWords } from './words/sheet-words'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const ID = 'orderId'
const ITEM = 'items[].name'
const words: SheetWords = {
  ...testWords,
  headingNames: ({ id }) => [id === ID ? 'Order ID' : id],
  message: (key, values) => `${key}${values?.first === undefined ? '' : ` ${values.first}`}`,
}

const registered = (number: string, lineIds: readonly string[], orderId?: string): OrderOutcome => ({
  mallOrderNumber: number,
  lineIds,
  state: 'registered',
  fingerprint: '',
  ...(orderId !== undefined && { orderId }),
})

/** Orders A (two lines), B and C; A and B are registered. */
function open(outcomes?: readonly OrderOutcome[]) {
  const [a = {}, b = {}, c = {}] = sampleOrders(3)
  const texts = { A1: a, A2: { ...a, [ITEM]: 'Second item' }, B: b, C: c }
  const lines = Object.entries(texts).map(([id, of], i) => ({ id, rank: i + 1, texts: of }))
  const known = outcomes ?? [
    registered(a[NUMBER] ?? '', ['A1', 'A2'], '9001'),
    registered(b[NUMBER] ?? '', ['B'], '9002'),
  ]
  const workbook = new Workbook(sheet, lines, { outcomes: known, isAll: true })
  workbook.scheduleTask = work => work()
  workbook.begin()
  const { view, source, announced } = openTestSource(workbook, words)
  const shown = (column: string) => workbook.visible.map(line => source.shown(line, column))
  const stored = () =>
    workbook.draft.order.map(line => JSON.stringify(workbook.draft.lines.get(line)?.texts ?? {}))
  return { workbook, view, source, announced, shown, stored, numbers: [a, b, c].map(of => of[NUMBER] ?? '') }
}

/** What a copy puts on the clipboard. */
function copied(source: GridSource, range: CellRange): Clip {
  let clip: Clip = { text: '', html: '' }
  source.copy([range], false, block => {
    clip = block
    return true
  })
  return clip
}

const cells = (top: number, left: number, bottom = top, right = left): CellRange => ({
  ...{ top, left, bottom, right },
})
const wholeLines = (top: number, bottom: number): CellRange => ({
  ...cells(top, 0, bottom, sheet.columns.length),
  whole: 'lines',
})

describe('the column of the order IDs', () => {
  test('is not there before anything is registered, and comes first once something is', () => {
    const { workbook, view, numbers } = open([])
    expect(workbook.idColumn).toBeUndefined()
    expect(view.columns()[0]?.id).toBe(NUMBER)
    workbook.serverFacts.addOutcomes([registered(numbers[1] ?? '', ['B'], '9002')])
    view.setLeadingColumn(workbook.idColumn)
    expect(view.columns().map(({ id }) => id)).toEqual([ID, ...sheet.columns.map(({ id }) => id)])
    expect(view.pinned()).toBe(2)
    // Another connection, at which nothing is registered.
    workbook.serverFacts.replaceOutcomes([], true)
    view.setLeadingColumn(workbook.idColumn)
    expect(view.columns()[0]?.id).toBe(NUMBER)
  })

  test('an order that was resolved as registered without an ID shows no empty column', () => {
    expect(open([registered('X', ['B'])]).workbook.idColumn).toBeUndefined()
  })

  test('shows the ID on the first line of an order, beside the number of the row', () => {
    const { workbook, source, shown } = open()
    expect(shown(ID)).toEqual(['9001', '', '9002', ''])
    expect(workbook.visible.map(line => source.gutter(source.line(line)).text)).toEqual(['1', '', '2', '3'])
    expect(workbook.visible.map(line => source.line(line).texts[ID])).toEqual([
      ...['9001', undefined, '9002', undefined],
    ])
  })

  test('is copied like any column, alone and with others', () => {
    const { source, numbers } = open()
    expect(copied(source, { ...cells(0, 0, 40), whole: 'columns' }).text).toBe('9001\n\n9002\n\n')
    expect(copied(source, cells(2, 0, 2, 1)).text).toBe(`9002\t${numbers[1]}`)
  })

  test('is filtered by its values, and by a text that they contain', () => {
    const { workbook } = open()
    const counted = countTexts(workbook.index.all(), workbook.textOf, ID, workbook.view.recordColumns)
    expect(counted.map(({ text, count }) => `${text} ${count}`)).toEqual(['9001 1', '9002 1', ' 1'])
    const columns = new Map([[ID, { ...noColumnFilter, contains: '9001' }]])
    workbook.arrange({ sort: null, filter: { ...noFilter, columns } })
    expect(workbook.visible).toEqual(['A1', 'A2'])
  })

  test('sorts orders, those without an ID last', () => {
    const { workbook, source } = open()
    source.sortBy(ID, true)
    expect(workbook.visible).toEqual(['B', 'A1', 'A2', 'C'])
  })

  test('is searched, and what is found there is never replaced', async () => {
    const { workbook } = open()
    const pace = async () => {}
    const matches = async (texts: readonly string[]) => texts.map(text => text.includes('9002'))
    const hits = await findAll(workbook, { lines: workbook.visible, columns: [ID, NUMBER] }, matches, pace)
    expect(hits && hitCell(hits, 0)).toEqual({ line: 'B', column: ID })
    expect(hits?.rows).toHaveLength(1)
    const replace = async (texts: readonly string[]) => texts.map(() => '1')
    expect(hits && (await planReplace(workbook, hits, replace, pace))).toEqual({ changes: [], locked: 1 })
  })

  test('its cells refuse what is typed, cleared, cut and filled, and say why', async () => {
    const { source, announced, stored } = open()
    const before = stored()
    const refused = async (act: () => unknown) => {
      announced.length = 0
      await act()
      expect(announced.join()).toContain('readOnlyColumn')
      expect(announced.join()).not.toMatch(/cleared|filled/)
      expect(stored()).toEqual(before)
    }
    await refused(() => source.write({ line: 'C', column: ID }, '1'))
    await refused(() => source.clear([cells(0, 0)]))
    await refused(() => source.copy([cells(0, 0)], true, () => true))
    await refused(() => source.fill([cells(3, 0)], '1'))
    await refused(() => source.fillFrom([cells(0, 0, 3)], 'above'))
    await refused(() => source.fillOn(cells(0, 0), cells(1, 0, 3)))
  })

  test('a fill from the left does not blank the numbers beside it', () => {
    const { source, announced, stored } = open()
    const before = stored()
    source.fillFrom([cells(3, 1)], 'left')
    source.fillFrom([cells(3, 0, 3, 1)], 'left')
    expect(announced).toEqual(['nothingToFill', 'nothingToFill'])
    source.fillOn(cells(3, 0), cells(3, 1))
    expect(announced.at(-1)).toBe('readOnlyColumn')
    expect(stored()).toEqual(before)
  })

  test('a text that is filled into several columns leaves it out', () => {
    const { workbook, source, announced } = open()
    source.fill([cells(3, 0, 3, 1)], 'C-1')
    expect(workbook.text({ line: 'C', column: NUMBER })).toBe('C-1')
    expect(Object.keys(workbook.draft.lines.get('C')?.texts ?? {})).not.toContain(ID)
    expect(announced.at(-1)).toContain('readOnlyColumn')
  })

  test('a block from another program that would begin in it is not pasted, because every text would be shifted', () => {
    const { source, announced, stored } = open()
    const before = stored()
    source.paste([cells(4, 0)], { text: 'N-1\t1', html: '' }, () => expect.unreachable())
    expect(announced.at(-1)).toBe('readOnlyStart')
    expect(stored()).toEqual(before)
  })

  test('a block that is pasted into whole rows begins at the number', () => {
    const { workbook, source } = open()
    const texts = ['N-1', '1', '山田', '0312345678', '1000001']
    source.paste([wholeLines(4, 4)], { text: texts.join('\t'), html: '' }, () => {})
    const last = workbook.draft.order.at(-1) ?? ''
    const written = sheet.columns.slice(0, texts.length).map(({ id }, i) => [id, texts[i]])
    expect(workbook.draft.lines.get(last)?.texts).toEqual(Object.fromEntries(written))
  })

  test('rows that are copied with their IDs are pasted without them, wherever they are pasted', () => {
    const rows = copied(open().source, cells(2, 0, 2, 2))
    expect(readClip(rows).block[0]?.[0]).toBe('9002')
    for (const [outcomes, left] of [
      [undefined, 0],
      [undefined, 1],
      [[], 0],
    ] as const) {
      const { workbook, source, announced, numbers } = open(outcomes)
      source.paste([cells(4, left)], rows, () => {})
      const last = workbook.draft.order.at(-1) ?? ''
      expect(workbook.draft.lines.get(last)?.texts).toEqual({ [NUMBER]: numbers[1], warehouseId: '1' })
      expect(announced.at(-1)).toContain('readOnlyTexts 9002')
    }
  })

  test('IDs alone are texts that can be pasted into any other column', () => {
    const { workbook, source } = open()
    source.paste([cells(3, 1)], copied(source, cells(0, 0)), () => {})
    expect(workbook.text({ line: 'C', column: NUMBER })).toBe('9001')
  })

  test('a block with headings that has the column is pasted without it', () => {
    const { workbook, source, announced } = open([])
    const block = `Order ID\t${NUMBER}\twarehouseId\n77\tN-1\t2`
    source.paste([cells(4, 0)], { text: block, html: '' }, () => {})
    const last = workbook.draft.order.at(-1) ?? ''
    expect(workbook.draft.lines.get(last)?.texts).toEqual({ [NUMBER]: 'N-1', warehouseId: '2' })
    expect(announced.at(-1)).toContain('readOnlyTexts 77')
  })

  test('undo and redo of an edit beside it change nothing in it', () => {
    const { source, shown } = open()
    source.write({ line: 'C', column: NUMBER }, 'C-1')
    source.undo()
    source.redo()
    expect(shown(ID)).toEqual(['9001', '', '9002', ''])
  })
})
