import type { MissingSource, Recipe } from '../recipe'

type Missing = NonNullable<Recipe['missing']>

const from = (source: MissingSource, ids: readonly string[]): Missing =>
  Object.fromEntries(ids.map(id => [id, source]))

/** What no shop's export of orders holds, and where it can come from (exports.md, 16). */
export const ofOrders: Missing = {
  ...from('preset', [
    ...['warehouseId', 'sender.name', 'sender.contact', 'packageInfo.quantity'],
    ...['orderInfo.incoterms', 'orderInfo.isExportDeclaration', 'orderInfo.exportPurpose'],
  ]),
  ...from('product-master', [
    ...['items[].actualWeight', 'items[].originCountry', 'items[].imageUrl', 'packageInfo.actualWeight'],
  ]),
}

/** The importer, where it is nobody but the recipient. */
export const importer: Missing = from('recipient', [
  'recipient.importerJapaneseName',
  'recipient.importerJapaneseZipCode',
  'recipient.importerJapaneseState',
  'recipient.importerJapaneseCity',
  'recipient.importerJapaneseAddress',
])

/** Of an address that has no columns for it. */
export const place: Missing = from('postal-code', ['recipient.state', 'recipient.city'])
