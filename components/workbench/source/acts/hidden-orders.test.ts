import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { noFilter } from '@/lib/sheet/view/arrangement'
import { noColumnFilter } from '@/lib/sheet/view/column-filter'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const COLUMNS = [sheet.key, 'recipient.name', 'recipient.zipCode', 'items[].name', 'items[].price']
/** More steps than a script has. */
const ALL_STEPS = 40

const text = fc.constantFrom('', 'A', 'B', ' A', '12', '13', '한글', 'x\ny', '"q"')
const block = fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
const area = fc.record({
  top: fc.nat(7),
  height: fc.nat(3),
  column: fc.constantFrom(...COLUMNS),
  width: fc.nat(2),
  whole: fc.constantFrom(undefined, undefined, undefined, 'lines' as const, 'columns' as const),
})
const kinds = [
  ...(['write', 'write', 'fill', 'clear', 'fillDown', 'fillRight', 'drag'] as const),
  ...(['copy', 'cut', 'paste', 'paste', 'insert', 'duplicate', 'append'] as const),
  ...(['up', 'down', 'remove', 'sort', 'filter', 'all', 'undo', 'redo'] as const),
] as const
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  areas: fc.array(area, { minLength: 1, maxLength: 2 }),
  to: area,
  text,
  block,
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
type Area = Act['to']

/** A sheet whose second order is registered, under the hands of an operator. */
function open(rows: readonly (readonly string[])[]) {
  const lines = rows.map((texts, i): Line => {
    const filled = COLUMNS.map((id, j) => [id, texts[j] ?? '']).filter(([, cell]) => cell !== '')
    return { id: `L${i}`, rank: 1024 * (i + 1), texts: Object.fromEntries(filled) }
  })
  const workbook = new Workbook(sheet, lines)
  const { source } = openTestSource(workbook)
  const registered = [...workbook.index.all()].slice(1, 2)
  const outcomes = registered.map(order => {
    const payload = writeJson(assemble(workbook.draft, order, sheet).record)
    const sent = { payload, fingerprint: fingerprint(payload), position: 0, checkedAt: '1' }
    return { mallOrderNumber: 'x', lineIds: order.lines, state: 'registered' as const, orderId: '7', ...sent }
  })
  workbook.serverFacts.replaceOutcomes(outcomes, true)
  const rangeOf = ({ top, height, column, width, whole }: Area): CellRange => {
    const [right, bottom] = [source.columns().length - 1, Math.max(0, source.rows().length - 1)]
    const from = Math.min(top, bottom)
    const left = source.columns().findIndex(({ id }) => id === column)
    const rows = { top: from, bottom: Math.min(bottom, from + height) }
    if (whole === 'lines') return { ...rows, left: 0, right, whole }
    const columns = { left, right: Math.min(right, left + width) }
    return whole === 'columns' ? { top: 0, bottom, ...columns, whole } : { ...rows, ...columns }
  }

  const perform = async ({ kind, areas, to, text, block }: Act): Promise<void> => {
    const ranges = areas.map(rangeOf)
    const range = rangeOf(to)
    const [column, nothing] = [source.columns()[range.left]?.id ?? '', () => {}]
    const cell = { line: source.rows()[range.top] ?? '', column }
    const columns = new Map([[column, { ...noColumnFilter, texts: new Set([text]), except: text === '' }]])
    if (kind === 'undo' || kind === 'redo') source[kind]()
    else if (kind === 'all') workbook.clearFilter()
    else if (source.rows().length === 0) return
    else if (kind === 'filter')
      workbook.arrange({ ...workbook.arrangement, filter: { ...noFilter, columns } })
    else if (kind === 'sort') source.sortBy(column, text === '')
    else if (kind === 'write') source.write(cell, text)
    else if (kind === 'fill') source.fill(ranges, text)
    else if (kind === 'clear') source.clear(ranges)
    else if (kind === 'fillDown' || kind === 'fillRight')
      source.fillFrom(ranges, kind === 'fillDown' ? 'above' : 'left')
    else if (kind === 'drag') {
      const end = source.fillEnd(range)
      if (end) source.fillOn(range, end)
    } else if (kind === 'paste') source.paste(ranges, { text: formatTsv(block), html: '' }, nothing)
    else if (kind === 'copy' || kind === 'cut') {
      let clip = { text: '', html: '' }
      const write = (copied: typeof clip) => {
        clip = copied
        return true
      }
      await source.copy(ranges, kind === 'cut', write)
      if (source.rows().length > 0) source.paste([rangeOf(to)], clip, nothing)
    } else if (kind === 'insert') source.insertLines(ranges, text === '' ? 'above' : 'below')
    else if (kind === 'duplicate') source.duplicateLines(ranges)
    else if (kind === 'append') source.appendLine(cell)
    else if (kind === 'remove') source.removeLines(ranges)
    else source.moveLines(ranges, kind === 'up' ? -1 : 1)
  }
  const textsOf = (ids: readonly LineId[]) => ids.map(id => [id, workbook.draft.lines.get(id)?.texts])
  return { workbook, source, registered: registered.flatMap(order => order.lines), perform, textsOf }
}

/** All lines, without the blank cells that some of them note. */
const linesOf = ({ draft }: Workbook) =>
  draft.order.map(id => {
    const { rank, texts } = draft.lines.get(id) ?? { rank: 0, texts: {} }
    return { id, rank, texts: Object.fromEntries(Object.entries(texts).filter(([, cell]) => cell !== '')) }
  })

test('whatever an operator does, orders that a filter hides and registered ones stay, and undo restores the start', async () => {
  const start = fc.array(fc.tuple(text, text, text, text, text), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(start, fc.array(act, { maxLength: 14, size: 'max' }), async (rows, acts) => {
      const { workbook, source, registered, perform, textsOf } = open(rows)
      const [first, sent] = [linesOf(workbook), textsOf(registered)]
      for (const one of acts) {
        const shown = new Set(workbook.visible)
        const hidden = workbook.draft.order.filter(id => !shown.has(id))
        const before = textsOf(hidden)
        await perform(one)
        workbook.finishActs()
        expect(textsOf(registered), one.kind).toEqual(sent)
        if (one.kind !== 'undo' && one.kind !== 'redo') expect(textsOf(hidden), one.kind).toEqual(before)
      }
      for (let i = 0; i < ALL_STEPS; i++) source.redo()
      const last = linesOf(workbook)
      for (let i = 0; i < ALL_STEPS; i++) source.undo()
      expect(linesOf(workbook)).toEqual(first)
      for (let i = 0; i < ALL_STEPS; i++) source.redo()
      expect(linesOf(workbook)).toEqual(last)
    }),
    { numRuns: 100 },
  )
}, 600_000)
