import { ITEM_CODE, presetColumns, productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** An item whose required columns are blank in the orders of an import. */
export interface MissingItem {
  /** Its code; '' where the file has none, so that the product master cannot know it. */
  readonly code: string
  readonly name: string
  /** Ids of its blank columns, in the order of the sheet. */
  readonly columns: readonly string[]
}

/** What the orders of an import lack because the shop never exports it. */
export interface MissingDefaults {
  /** Required columns in which no line has a text. */
  readonly empty: ReadonlySet<string>
  /** The empty columns that a preset fills: the same text in every order. */
  readonly columns: readonly string[]
  /** One entry for each item code, or for each name where there is no code. */
  readonly items: readonly MissingItem[]
}

export const nothingMissing: MissingDefaults = { empty: new Set(), columns: [], items: [] }

/** How many fields are to be set: those of every order, and those of items. */
export const countMissing = ({ columns, items }: MissingDefaults): number =>
  columns.length + new Set(items.flatMap(item => item.columns)).size

/** Whether two results list the same, so that nothing has to be rendered. */
export const isSameMissing = (a: MissingDefaults, b: MissingDefaults): boolean =>
  [...a.empty].join() === [...b.empty].join() &&
  a.columns.join() === b.columns.join() &&
  JSON.stringify(a.items) === JSON.stringify(b.items)

/** Entries that are collected: beyond them the table would be no help. */
export const MAX_MISSING_ITEMS = 200

/** Collects what lines lack, one line after the other. */
export class MissingDefaultsFinder {
  private readonly empty: Set<string>
  private readonly ofItems: readonly string[]
  private readonly ofOrders: readonly string[]
  private readonly items = new Map<string, { code: string; name: string; columns: Set<string> }>()
  private hasLines = false

  /** @param isExported whether the file has a column for this one */
  constructor(
    sheet: Sheet,
    private readonly isExported: (column: string) => boolean,
  ) {
    const required = sheet.columns.filter(column => column.required)
    const known = new Set<string>(productMasterColumns)
    this.empty = new Set(required.map(({ id }) => id))
    this.ofItems = required.flatMap(({ id }) => (known.has(id) ? id : []))
    this.ofOrders = presetColumns(sheet).flatMap(({ id, required }) => (required && !known.has(id) ? id : []))
  }

  add(texts: Texts): void {
    this.hasLines = true
    for (const column of this.empty) if (!isBlank(texts[column])) this.empty.delete(column)
    for (const column of this.ofItems) {
      if (!isBlank(texts[column]) || this.isExported(column)) continue
      this.itemOf(texts)?.columns.add(column)
    }
  }

  /** Whether the lines so far lack a column that a preset fills. */
  get lacksColumn(): boolean {
    return this.ofOrders.some(column => this.empty.has(column))
  }

  result(): MissingDefaults {
    if (!this.hasLines) return nothingMissing
    return {
      empty: this.empty,
      columns: this.ofOrders.filter(column => this.empty.has(column)),
      items: [...this.items.values()].map(({ columns, ...item }) => ({
        ...item,
        columns: this.ofItems.filter(column => columns.has(column)),
      })),
    }
  }

  private itemOf(texts: Texts) {
    const code = (texts[ITEM_CODE] ?? '').trim()
    const name = (texts[ITEM_NAME] ?? '').trim()
    const key = code === '' ? `name:${name}` : `code:${code}`
    const known = this.items.get(key)
    if (known) return known
    if (this.items.size >= MAX_MISSING_ITEMS) return undefined
    const item = { code, name, columns: new Set<string>() }
    this.items.set(key, item)
    return item
  }
}

const ITEM_NAME = 'items[].name'
