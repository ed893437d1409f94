import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import { Grouper, groupingColumns } from '@/lib/sheet/grouping'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { importerFinders, placesBy, recipientFinder, type Said } from './fill-importer'
import { CODE, type FillSources, masterColumns, type Preset } from './fill-sources'
import { hidden, type Origin } from './imported'
import { type OriginCounts, OriginTally } from './origin-tally'
import { originJson, share, withOrigins } from './origins'
import { Shapes } from './shapes'

/** What filling writes: blank cells alone, and with them, hidden, where each text came from. */
export interface FillPlan {
  readonly writes: Map<LineId, Texts>
  /** By column. */
  readonly counts: Map<string, OriginCounts>
  /** Of all columns. */
  readonly tally: OriginTally
}

export const emptyPlan = (): FillPlan => ({
  writes: new Map(),
  counts: new Map(),
  tally: new OriginTally(),
})

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
 * @param isKnown whether any line may have a text in a column; what none has is not looked for in each of them
 */
export function orderFiller(
  sheet: Sheet,
  sources: FillSources,
  plan: FillPlan,
  isKnown: (column: string) => boolean = () => true,
): FillOrder {
  const record = recordFillables(sheet, sources)
  const item = itemFillables(sheet, sources)
  const sink = new Sink(plan)
  return lines => {
    let isFirst = true
    for (const line of lines) {
      sink.begin(line)
      const { texts } = line
      const said: Said = column => texts[column] ?? ''
      for (const { id, find } of item) {
        const origin = isKnown(id) && !isBlank(texts[id]) ? undefined : find(said)
        if (origin) sink.put(id, origin)
      }
      if (isFirst) fillRecord(record, lines, sink, isKnown)
      isFirst = false
      sink.end()
    }
  }
}

function fillRecord(
  record: readonly Fillable[],
  lines: readonly Line[],
  sink: Sink,
  isKnown: (column: string) => boolean,
): void {
  const said: Said = column => {
    const filled = sink.said(column)
    if (filled !== undefined) return filled
    if (!isKnown(column)) return ''
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

/** Takes what is filled of a line after the other. Of 100,000 of them nothing is made that is thrown away again. */
class Sink {
  private readonly shapes = new Shapes()
  private line: Line | undefined
  private ids: string[] = []
  private texts: string[] = []
  private json = ''

  constructor(private readonly plan: FillPlan) {}

  begin(line: Line): void {
    this.line = line
    this.ids.length = 0
    this.texts.length = 0
    this.json = ''
  }

  put(column: string, origin: Origin): void {
    this.ids.push(column)
    this.texts.push(origin.text)
    this.json += `${this.json === '' ? '' : ','}${originJson(column, origin)}`
    this.plan.tally.add(origin)
    const kinds = this.plan.counts.get(column)
    if (kinds) kinds[origin.kind] = (kinds[origin.kind] ?? 0) + 1
    else this.plan.counts.set(column, { [origin.kind]: 1 })
  }

  /** What was filled of the line in a column; undefined: nothing yet. */
  said(column: string): string | undefined {
    const at = this.ids.indexOf(column)
    return at === -1 ? undefined : this.texts[at]
  }

  end(): void {
    const { line, ids, texts } = this
    if (!line || ids.length === 0) return
    ids.push(hidden.origins)
    texts.push(withOrigins(line.texts, this.json))
    this.plan.writes.set(line.id, this.shapes.of(ids, texts))
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

/** Cuts lines that come in the order of a draft into orders; blank lines belong to none. */
export class OrderCutter {
  private readonly grouper: Grouper
  private order: Line[] = []

  constructor(sheet: Sheet) {
    this.grouper = new Grouper(groupingColumns(sheet.columns, sheet.key))
  }

  /** Takes in the next line. @returns the lines of the order that ended above it, where one did */
  next(line: Line): readonly Line[] | undefined {
    const begins = this.grouper.next(line)
    if (begins === undefined) return undefined
    const above = begins ? this.end() : undefined
    this.order.push(line)
    return above
  }

  /** No more lines come. @returns the last order, if there is one */
  end(): readonly Line[] | undefined {
    const last = this.order
    this.order = []
    return last.length > 0 ? last : undefined
  }
}

/** Lines in the order of a draft, cut into orders. */
export function* ordersOf(lines: Iterable<Line>, sheet: Sheet): Generator<readonly Line[]> {
  const cutter = new OrderCutter(sheet)
  for (const line of lines) {
    const order = cutter.next(line)
    if (order) yield order
  }
  const last = cutter.end()
  if (last) yield last
}

/** Fills the blanks of lines that stand in the order of a draft; whole orders, else their cells may be filled twice. */
export function fillBlanks(
  lines: Iterable<Line>,
  sheet: Sheet,
  sources: FillSources,
  isKnown?: (column: string) => boolean,
): FillPlan {
  const plan = emptyPlan()
  const fill = orderFiller(sheet, sources, plan, isKnown)
  for (const order of ordersOf(lines, sheet)) fill(order)
  return plan
}
