import type { Texts } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { importerFinders, placesBy, recipientFinder, type Said } from './fill-importer'
import { ALIKE, CODE, type FillSources, masterColumns, type Preset } from './fill-sources'
import type { Origin } from './imported'
import { type OriginCounts, OriginTally } from './origin-tally'
import { originJson, share } from './origins'

/** What was filled. */
export interface FillCounts {
  /** By column. */
  readonly counts: Map<string, OriginCounts>
  /** Of all columns. */
  readonly tally: OriginTally
}

export const noCounts = (): FillCounts => ({ counts: new Map(), tally: new OriginTally() })

/** A line whose blanks are filled. */
export interface Fillable {
  /** The text in a column; undefined where it has none. */
  said(column: string): string | undefined
  /**
   * Takes in cells that were blank.
   * @param origins members of the text of `hidden.origins` that say where they came from
   */
  fill(columns: readonly string[], texts: readonly string[], origins: string): void
}

/** Fills the blanks of an order. */
export type FillOrder = (order: readonly Fillable[]) => void

/** A column that something can fill, and how. */
interface Finder {
  readonly id: string
  readonly find: (said: Said) => Origin | undefined
}

/**
 * Fills orders one by one: what is blank, from the product master, the recipient, the postal code and a preset, in
 * this order: what is particular before what is the same everywhere. A cell of an order is filled on its first line,
 * and only when no line says it.
 * @param counted takes in what was filled
 */
export function fillerOf(sheet: Sheet, sources: FillSources, counted: FillCounts): FillOrder {
  const record = recordFinders(sheet, sources)
  const item = itemFinders(sheet, sources)
  const filler = new OrderFiller(counted)
  return order => {
    for (let at = 0; at < order.length; at++) {
      if (at > 0 && item.length === 0) return
      const line = order[at]
      if (!line) continue
      filler.begin(line, order)
      for (const { id, find } of item) {
        const origin = isBlank(line.said(id)) ? find(filler.saidByLine) : undefined
        if (origin) filler.put(id, origin)
      }
      if (at === 0) {
        for (const { id, find } of record) {
          const origin = filler.saidByOrder(id) === '' ? find(filler.saidByOrder) : undefined
          if (origin) filler.put(id, origin)
        }
      }
      filler.end()
    }
  }
}

/** Takes what is filled of a line after the other. Of 100,000 of them nothing is made that is thrown away again. */
class OrderFiller {
  private order: readonly Fillable[] = []
  private line: Fillable | undefined
  private readonly ids: string[] = []
  private readonly texts: string[] = []
  private origins = ''

  constructor(private readonly counted: FillCounts) {}

  begin(line: Fillable, order: readonly Fillable[]): void {
    this.order = order
    this.line = line
    this.ids.length = 0
    this.texts.length = 0
    this.origins = ''
  }

  put(column: string, origin: Origin): void {
    this.ids.push(column)
    this.texts.push(origin.text)
    this.origins += `${this.origins === '' ? '' : ','}${originJson(column, origin)}`
    const { counts, tally } = this.counted
    tally.add(origin)
    const kinds = counts.get(column)
    if (kinds) kinds[origin.kind] = (kinds[origin.kind] ?? 0) + 1
    else counts.set(column, { [origin.kind]: 1 })
  }

  readonly saidByLine: Said = column => this.line?.said(column) ?? ''

  /** What is filled already counts as said. */
  readonly saidByOrder: Said = column => {
    const filled = this.ids.length === 0 ? -1 : this.ids.indexOf(column)
    if (filled !== -1) return this.texts[filled] ?? ''
    for (const line of this.order) {
      const text = line.said(column)
      if (text !== undefined && !isBlank(text)) return text
    }
    return ''
  }

  end(): void {
    if (this.ids.length > 0) this.line?.fill(this.ids, this.texts, this.origins)
  }
}

/** Columns of an order that can be filled. The importer's follow from the recipient's, so these come first. */
function recordFinders(sheet: Sheet, { preset, postal }: FillSources): Finder[] {
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
function itemFinders(sheet: Sheet, { preset, products }: FillSources): Finder[] {
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
        known.set(code, ofProduct(products?.get(code), id, code) ?? set)
      }
      return known.get(code)
    }
    return [{ id, find }]
  })
}

function ofProduct(product: Texts | undefined, column: string, code: string): Origin | undefined {
  const text = product?.[column]
  if (!product || text === undefined || isBlank(text)) return undefined
  const alike = product[ALIKE]
  return alike === undefined
    ? { kind: 'product-master', text, of: code }
    : { kind: 'product-master', text, of: alike, review: true }
}

function presetOf(column: string, preset: Preset | undefined): Origin | undefined {
  const text = preset?.texts[column]
  return text === undefined || isBlank(text)
    ? undefined
    : share({ kind: 'preset', text, of: preset?.name ?? '' })
}
