import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import { Grouper, groupingColumns } from '@/lib/sheet/grouping'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { importerFinders, placesBy, recipientFinder, type Said } from './fill-importer'
import { CODE, type FillSources, masterColumns, type Preset } from './fill-sources'
import { hidden, type Origin, type OriginKind } from './imported'
import { originJson, share, withOrigins } from './origins'

/** How many cells were filled, by where their texts come from. */
export type FillCounts = Partial<Record<OriginKind, number>>

/** What filling writes: blank cells alone, and with them, hidden, where each text came from. */
export interface FillPlan {
  readonly writes: Map<LineId, Texts>
  /** By column. */
  readonly counts: Map<string, FillCounts>
}

export const emptyPlan = (): FillPlan => ({ writes: new Map(), counts: new Map() })

/** Cells that the plan fills. */
export const filledCells = ({ counts }: FillPlan): number =>
  [...counts.values()].flatMap(kinds => Object.values(kinds)).reduce((sum, count) => sum + count, 0)

/** Fills orders one by one, in pieces if need be; see `fillBlanks`. */
export type FillOrder = (lines: readonly Line[]) => void

/** A column that something can fill, and how. */
interface Fillable {
  readonly id: string
  readonly find: (said: Said) => Origin | undefined
}

/**
 * Fills what is blank from the product master, the recipient, the postal code and a preset, in this order: what is
 * particular before what is the same everywhere. A cell of an order is filled on its first line, and only when no
 * line says it. What is written is added to `plan`.
 */
export function orderFiller(sheet: Sheet, sources: FillSources, plan: FillPlan): FillOrder {
  const record = recordFillables(sheet, sources)
  const item = itemFillables(sheet, sources)
  return lines => {
    for (const [at, line] of lines.entries()) {
      const sink = new Sink(plan, line)
      const { texts } = line
      for (const { id, find } of item) {
        const origin = isBlank(texts[id]) ? find(column => texts[column] ?? '') : undefined
        if (origin) sink.put(id, origin)
      }
      if (at === 0) fillRecord(record, lines, sink)
      sink.end()
    }
  }
}

function fillRecord(record: readonly Fillable[], lines: readonly Line[], sink: Sink): void {
  const said: Said = column => {
    const filled = sink.written?.[column]
    if (filled !== undefined) return filled
    for (const { texts } of lines) {
      const text = texts[column]
      if (text !== undefined && !isBlank(text)) return text
    }
    return ''
  }
  for (const { id, find } of record) {
    const origin = said(id) === '' ? find(said) : undefined
    if (origin) sink.put(id, origin)
  }
}

/** Takes what is filled of a line. Of 100,000 of them nothing is made that is thrown away again. */
class Sink {
  written: Record<string, string> | undefined
  private json = ''

  constructor(
    private readonly plan: FillPlan,
    private readonly line: Line,
  ) {}

  put(column: string, origin: Origin): void {
    this.written ??= {}
    this.written[column] = origin.text
    this.json += `${this.json === '' ? '' : ','}${originJson(column, origin)}`
    const kinds = this.plan.counts.get(column) ?? {}
    kinds[origin.kind] = (kinds[origin.kind] ?? 0) + 1
    this.plan.counts.set(column, kinds)
  }

  end(): void {
    if (!this.written) return
    this.written[hidden.origins] = withOrigins(this.line.texts, this.json)
    this.plan.writes.set(this.line.id, this.written)
  }
}

/** Columns of an order that can be filled. The importer's follow from the recipient's, so these come first. */
function recordFillables(sheet: Sheet, { preset, postal }: FillSources): Fillable[] {
  const places = placesBy(postal)
  const isJapanSheet = sheet.id === 'orders/japan'
  const columns = sheet.columns.filter(({ scope, id }) => scope === 'record' && id !== sheet.key)
  const inTurn = columns.toSorted((a, b) => Number(a.group === 'importer') - Number(b.group === 'importer'))
  return inTurn.flatMap(({ id }) => {
    const finder = importerFinders[id] ?? recipientFinder(id, isJapanSheet)
    const set = presetOf(id, preset)
    return finder || set ? [{ id, find: (said: Said) => finder?.(said, places) ?? set }] : []
  })
}

/** Columns of an item that can be filled. */
function itemFillables(sheet: Sheet, { preset, products }: FillSources): Fillable[] {
  const master = new Set<string>(masterColumns)
  return sheet.columns.flatMap(({ scope, id }) => {
    const set = presetOf(id, preset)
    const isKnown = products !== undefined && products.size > 0 && master.has(id)
    if (scope !== 'item' || !(isKnown || set)) return []
    const known = new Map<string, Origin | undefined>()
    const find = (said: Said): Origin | undefined => {
      const code = isKnown ? said(CODE).trim() : ''
      if (code === '') return set
      if (!known.has(code)) {
        const text = products?.get(code)?.[id]
        known.set(
          code,
          text === undefined || isBlank(text) ? set : { kind: 'product-master', text, of: code },
        )
      }
      return known.get(code)
    }
    return [{ id, find }]
  })
}

function presetOf(column: string, preset: Preset | undefined): Origin | undefined {
  const text = preset?.texts[column]
  return text === undefined || isBlank(text)
    ? undefined
    : share({ kind: 'preset', text, of: preset?.name ?? '' })
}

/** Lines in the order of a draft, cut into orders; blank lines belong to none. */
export function* ordersOf(lines: Iterable<Line>, sheet: Sheet): Generator<readonly Line[]> {
  const grouper = new Grouper(groupingColumns(sheet.columns, sheet.key))
  let order: Line[] = []
  for (const line of lines) {
    const begins = grouper.next(line)
    if (begins && order.length > 0) {
      yield order
      order = []
    }
    if (begins !== undefined) order.push(line)
  }
  if (order.length > 0) yield order
}

/** Fills the blanks of lines that stand in the order of a draft; whole orders, else their cells may be filled twice. */
export function fillBlanks(lines: Iterable<Line>, sheet: Sheet, sources: FillSources): FillPlan {
  const plan = emptyPlan()
  const fill = orderFiller(sheet, sources, plan)
  for (const order of ordersOf(lines, sheet)) fill(order)
  return plan
}
