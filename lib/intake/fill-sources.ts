import type { Column } from '@/lib/sheet/columns'
import type { Texts } from '@/lib/sheet/draft'
import type { Sheet } from '@/lib/sheet/sheets'
import type { PostalLookup } from './postal'

/** A named set of texts for columns that no export of a shop has: its sender, its warehouse, its boxes. */
export interface Preset {
  readonly name: string
  readonly texts: Texts
}

/** What blanks are filled from; what is left out fills nothing. */
export interface FillSources {
  readonly preset?: Preset | undefined
  /** Of the product master: texts of item columns by item code. */
  readonly products?: ReadonlyMap<string, Texts> | undefined
  readonly postal?: PostalLookup | undefined
}

/** Item columns that the product master knows, its name first. */
export const masterColumns = [
  'items[].name',
  'items[].imageUrl',
  'items[].itemUrl',
  'items[].actualWeight',
  'items[].originCountry',
  'items[].hscode',
  'items[].material',
] as const

/** The column that names an item to the product master. */
export const CODE = 'items[].itemCode'

/**
 * Beside the texts of a product that was found for a code that differs in case: the code as the master writes it. It is
 * no column, and what is filled of it is to be looked at.
 */
export const ALIKE = '[].$alike'

/** What is the same in most orders, or products, of a shop. Options have nothing such: a product may have none. */
const presettable: ReadonlySet<string> = new Set([
  'warehouseId',
  'sender.name',
  'sender.contact',
  'recipient.country',
  'orderInfo.incoterms',
  'orderInfo.isExportDeclaration',
  'orderInfo.exportPurpose',
  'orderInfo.carrier',
  'packageInfo.actualWeight',
  'packageInfo.quantity',
  'packageInfo.width',
  'packageInfo.length',
  'packageInfo.height',
  'packageInfo.serviceType',
  'items[].currency',
  'items[].actualWeight',
  'items[].originCountry',
  'brandName',
  'stockQuantity',
  'domesticShippingPrice',
  'freeDomesticShippingPriceCondition',
])

/** Columns of a sheet that a preset can fill, in the order of the sheet. */
export const presetColumns = (sheet: Sheet): Column[] => sheet.columns.filter(({ id }) => presettable.has(id))
