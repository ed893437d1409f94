import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import { Grouper, groupingColumns } from '@/lib/sheet/grouping'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { fillImporter, fillRecipient, type Said } from './fill-importer'
import { CODE, type FillSources, masterColumns } from './fill-sources'
import { hidden, type Origin, type OriginKind, type Origins } from './imported'
import { withOrigins } from './origins'

/** What filling writes: blank cells alone, and with them, hidden, where each text came from. */
export interface FillPlan {
  readonly writes: Map<LineId, Texts>
  /** How many cells of each column, by where their texts come from. */
  readonly counts: Map<string, Map<OriginKind, number>>
}

export const emptyPlan = (): FillPlan => ({ writes: new Map(), counts: new Map() })

/** Cells that the plan fills. */
export const filledCells = ({ counts }: FillPlan): number =>
  [...counts.values()].reduce((sum, kinds) => sum + [...kinds.values()].reduce((a, b) => a + b, 0), 0)

/** Fills orders one by one, in pieces if need be; see `fillBlanks`. */
export type FillOrder = (lines: readonly Line[]) => void

/**
 * Fills what is blank from the product master, the recipient, the postal code and a preset, in this order: what is
 * particular before what is the same everywhere. A cell of an order is filled on its first line, and only when no
 * line says it. What is written is added to `plan`.
 */
export function orderFiller(sheet: Sheet, sources: FillSources, plan: FillPlan): FillOrder {
  const isJapanSheet = sheet.id === 'orders/japan'
  const master = new Set<string>(masterColumns)
  const ofRecord = sheet.columns.filter(({ scope, id }) => scope === 'record' && id !== sheet.key)
  // The importer's cells follow from the recipient's, so these are filled first.
  const record = [
    ...ofRecord.filter(({ group }) => group !== 'importer'),
    ...ofRecord.filter(({ group }) => group === 'importer'),
  ]
  const item = sheet.columns.filter(({ scope, id }) => scope === 'item' && (master.has(id) || presetOf(id)))

  function presetOf(column: string): Origin | undefined {
    const text = sources.preset?.texts[column]
    return text === undefined || isBlank(text)
      ? undefined
      : { kind: 'preset', text, of: sources.preset?.name ?? '' }
  }

  function masterOf(column: string, code: string): Origin | undefined {
    const text = sources.products?.get(code)?.[column]
    return text === undefined || isBlank(text) ? undefined : { kind: 'product-master', text, of: code }
  }

  function fillItem({ texts }: Line): Record<string, Origin> {
    const code = texts[CODE]?.trim() ?? ''
    const found: Record<string, Origin> = {}
    for (const { id } of item) {
      if (!isBlank(texts[id])) continue
      const origin = (code !== '' && master.has(id) ? masterOf(id, code) : undefined) ?? presetOf(id)
      if (origin) found[id] = origin
    }
    return found
  }

  function fillRecord(lines: readonly Line[], found: Record<string, Origin>): void {
    const said: Said = column =>
      found[column]?.text ?? lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? ''
    for (const { id, group } of record) {
      if (said(id) !== '') continue
      const origin =
        (group === 'importer'
          ? fillImporter(id, said, sources.postal)
          : fillRecipient(id, said, sources.postal, isJapanSheet)) ?? presetOf(id)
      if (origin) found[id] = origin
    }
  }

  return lines => {
    for (const [at, line] of lines.entries()) {
      const found = fillItem(line)
      if (at === 0) fillRecord(lines, found)
      add(plan, line, found)
    }
  }
}

function add({ writes, counts }: FillPlan, { id, texts }: Line, found: Origins): void {
  const filled = Object.entries(found)
  if (filled.length === 0) return
  const written: Record<string, string> = { [hidden.origins]: withOrigins(texts, found) }
  for (const [column, { text, kind }] of filled) {
    written[column] = text
    const kinds = counts.get(column) ?? new Map<OriginKind, number>()
    counts.set(column, kinds.set(kind, (kinds.get(kind) ?? 0) + 1))
  }
  writes.set(id, written)
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
