import type { MissingSource, Recipe } from './recipe'

type Missing = NonNullable<Recipe['missing']>

const fromSource = (source: MissingSource, ids: readonly string[]): Missing =>
  Object.fromEntries(ids.map(id => [id, source]))

/** Columns that no shop's export of orders contains, and where they can get their texts. */
export const missingInOrders: Missing = {
  ...fromSource('preset', [
    ...['warehouseId', 'sender.name', 'sender.contact', 'packageInfo.quantity'],
    ...['orderInfo.incoterms', 'orderInfo.isExportDeclaration', 'orderInfo.exportPurpose'],
  ]),
  ...fromSource('product-master', [
    ...['items[].actualWeight', 'items[].originCountry', 'items[].imageUrl', 'packageInfo.actualWeight'],
  ]),
}

/** The importer's columns, if the importer is the recipient. */
export const missingImporter: Missing = fromSource('recipient', [
  'recipient.importerJapaneseName',
  'recipient.importerJapaneseZipCode',
  'recipient.importerJapaneseState',
  'recipient.importerJapaneseCity',
  'recipient.importerJapaneseAddress',
])

/** The source for parts of an address that have no columns of their own. */
export const missingPlace: Missing = fromSource('postal-code', ['recipient.state', 'recipient.city'])

const sourcePatterns: readonly (readonly [RegExp, MissingSource])[] = [
  [/^items\[\]\.(imageUrl|actualWeight|originCountry|hscode|material|itemUrl|currency)$/, 'product-master'],
  [/\.importerJapanese(State|City)$/, 'postal-code'],
  [/\.importer/, 'recipient'],
  [/^recipient\.(state|city)$/, 'postal-code'],
  [
    /^(sender|packageInfo)\.|^warehouseId$|^orderInfo\.(incoterms|isExportDeclaration|exportPurpose)$/,
    'preset',
  ],
]

/** The source of a column that a file does not contain. @param column its id */
export const missingValueSource = (column: string): MissingSource =>
  sourcePatterns.find(([pattern]) => pattern.test(column))?.[1] ?? 'by-hand'
