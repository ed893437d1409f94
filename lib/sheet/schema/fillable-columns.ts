import type { Column } from './columns'
import type { Sheet } from './sheets'

/** Item columns that the product master knows, its name first. */
export const productMasterColumns = [
  'items[].name',
  'items[].imageUrl',
  'items[].itemUrl',
  'items[].actualWeight',
  'items[].originCountry',
  'items[].hscode',
  'items[].material',
] as const

/** The column that names an item to the product master. */
export const ITEM_CODE = 'items[].itemCode'

/** Columns that are equal in most orders or products of a shop. Columns of options are not among them. */
const presettableIds: ReadonlySet<string> = new Set([
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
export const presetColumns = (sheet: Sheet): Column[] =>
  sheet.columns.filter(({ id }) => presettableIds.has(id))

/** Usual texts in most shops; an operator sees them before they are used. */
const usualTexts: Readonly<Record<string, string>> = {
  'orderInfo.incoterms': 'DDP',
  'orderInfo.exportPurpose': 'COMMERCIAL',
  'orderInfo.isExportDeclaration': 'false',
  'packageInfo.quantity': '1',
}

/** A text to propose for a column that is the same in most orders; '' where there is none. */
export function usualText({ id, accepts, choices }: Column): string {
  const codes = accepts ?? choices ?? []
  const usual = codes.length === 1 ? codes[0] : usualTexts[id]
  return usual ?? ''
}
