import {
  type Origin,
  type OriginCounts,
  OriginTally,
  originJson,
  shareOrigin,
} from '@/lib/import/recipe/values/origins'
import { ITEM_CODE, productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { PostalLookup } from './postal'
import { importerFinders, postalOriginsFinder, recipientFinder, type TextIn } from './value-finders'

/** A named set of texts for columns that no export of a shop has: its sender, its warehouse, its boxes. */
export interface Preset {
  readonly name: string
  readonly texts: Texts
  /** Set where no such preset is stored: its texts fill only these orders. */
  readonly isUnsaved?: true
}

/** The sources that blank cells are filled from; an absent source fills nothing. */
export interface FillSources {
  /** The preset of the shop that the file comes from; it precedes `preset`. */
  readonly shopPreset?: Preset | undefined
  readonly preset?: Preset | undefined
  /** Texts of item columns by item code, from the product master. */
  readonly products?: ReadonlyMap<string, Texts> | undefined
  /** Texts of item columns by item name, for items without a code, which the product master cannot know. */
  readonly withoutCode?: ReadonlyMap<string, Texts> | undefined
  readonly postal?: PostalLookup | undefined
}

/**
 * Key beside the texts of a product that was found for a code that differs in case: the code as the product master
 * writes it. It is not a column, and cells that are filled by it are marked for review.
 */
export const SIMILAR_CODE = '[].$alike'

/** Counts of filled cells. */
export interface FillCounts {
  /** Counts by column. */
  readonly counts: Map<string, OriginCounts>
  /** Counts of all columns together. */
  readonly tally: OriginTally
}

export const emptyCounts = (): FillCounts => ({ counts: new Map(), tally: new OriginTally() })

/** A line whose blanks are filled. */
export interface Fillable {
  /** The text in a column; undefined where it has none. */
  textIn(column: string): string | undefined
  /** Whether the cell is blank because a rule cleared it. */
  isCleared?(column: string): boolean
  /**
   * Fills cells that were blank.
   * @param origins members of the JSON in `hiddenColumns.origins` that name where the texts came from
   */
  fill(columns: readonly string[], texts: readonly string[], origins: string): void
}

/** Fills the blanks of an order. */
export type FillOrder = (order: readonly Fillable[]) => void

/** A column that something can fill, and how. */
interface ColumnFinder {
  readonly id: string
  readonly find: (textIn: TextIn) => Origin | undefined
}

/**
 * Fills the blank cells of one order after the other from the product master, the recipient, the postal code and
 * presets, in this order: specific sources come before general ones. A cell of the order is filled on its first line,
 * and only if no line has a text in it.
 * @param counted receives the counts
 */
export function createOrderFiller(sheet: Sheet, sources: FillSources, counted: FillCounts): FillOrder {
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
        const isOpen = isBlank(line.textIn(id)) && !line.isCleared?.(id)
        const origin = isOpen ? find(filler.textInLine) : undefined
        if (origin) filler.put(id, origin)
      }
      if (at === 0) {
        for (const { id, find } of record) {
          const isOpen = filler.textInOrder(id) === '' && !line.isCleared?.(id)
          const origin = isOpen ? find(filler.textInOrder) : undefined
          if (origin) filler.put(id, origin)
        }
      }
      filler.end()
    }
  }
}

/** Collects the cells that are filled in one line. It reuses its arrays, because 100,000 lines are filled in one go. */
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

  readonly textInLine: TextIn = column => this.line?.textIn(column) ?? ''

  /** Cells that were filled before count as texts of the order. */
  readonly textInOrder: TextIn = column => {
    const filled = this.ids.length === 0 ? -1 : this.ids.indexOf(column)
    if (filled !== -1) return this.texts[filled] ?? ''
    for (const line of this.order) {
      const text = line.textIn(column)
      if (text !== undefined && !isBlank(text)) return text
    }
    return ''
  }

  end(): void {
    if (this.ids.length > 0) this.line?.fill(this.ids, this.texts, this.origins)
  }
}

/** Columns of an order that can be filled. The importer's follow from the recipient's, so these come first. */
function recordFinders(sheet: Sheet, { shopPreset, preset, postal }: FillSources): ColumnFinder[] {
  const places = postalOriginsFinder(postal)
  const isJapanSheet = sheet.id === 'orders/japan'
  const columns = sheet.columns.filter(({ scope, id }) => scope === 'record' && id !== sheet.key)
  const inTurn = columns.toSorted((a, b) => Number(a.group === 'importer') - Number(b.group === 'importer'))
  return inTurn.flatMap(({ id }) => {
    const finder = importerFinders[id] ?? recipientFinder(id, isJapanSheet)
    const set = presetOrigin(id, shopPreset) ?? presetOrigin(id, preset)
    return finder || set ? [{ id, find: (textIn: TextIn) => finder?.(textIn, places) ?? set }] : []
  })
}

/** Columns of an item that can be filled. */
function itemFinders(
  sheet: Sheet,
  { shopPreset, preset, products, withoutCode }: FillSources,
): ColumnFinder[] {
  const master = new Set<string>(productMasterColumns)
  return sheet.columns.flatMap(({ scope, id }) => {
    const set = presetOrigin(id, shopPreset) ?? presetOrigin(id, preset)
    const isKnown = products !== undefined && products.size > 0 && master.has(id)
    const isWithoutCode = withoutCode !== undefined && withoutCode.size > 0 && master.has(id)
    if (scope !== 'item' || !(isKnown || isWithoutCode || set)) return []
    const known = new Map<string, Origin | undefined>()
    const find = (textIn: TextIn): Origin | undefined => {
      const code = isKnown || isWithoutCode ? textIn(ITEM_CODE).trim() : ''
      if (code === '')
        return (isWithoutCode && originWithoutCode(withoutCode.get(textIn(ITEM_NAME).trim()), id)) || set
      if (!known.has(code)) {
        known.set(code, productOrigin(products?.get(code), id, code) ?? set)
      }
      return known.get(code)
    }
    return [{ id, find }]
  })
}

function productOrigin(product: Texts | undefined, column: string, code: string): Origin | undefined {
  const text = product?.[column]
  if (!product || text === undefined || isBlank(text)) return undefined
  const alike = product[SIMILAR_CODE]
  return alike === undefined
    ? { kind: 'product-master', text, of: code }
    : { kind: 'product-master', text, of: alike, review: true }
}

const ITEM_NAME = 'items[].name'

function originWithoutCode(item: Texts | undefined, column: string): Origin | undefined {
  const text = item?.[column]
  return text === undefined || isBlank(text) ? undefined : { kind: 'set-once', text }
}

function presetOrigin(column: string, preset: Preset | undefined): Origin | undefined {
  const text = preset?.texts[column]
  if (!preset || text === undefined || isBlank(text)) return undefined
  return shareOrigin(
    preset.isUnsaved ? { kind: 'set-once', text } : { kind: 'preset', text, of: preset.name },
  )
}
