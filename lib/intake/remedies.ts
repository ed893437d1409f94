import type { MissingSource } from './recipe'

const remedies: readonly (readonly [RegExp, MissingSource])[] = [
  [/^items\[\]\.(imageUrl|actualWeight|originCountry|hscode|material|itemUrl|currency)$/, 'product-master'],
  [/\.importerJapanese(State|City)$/, 'postal-code'],
  [/\.importer/, 'recipient'],
  [/^recipient\.(state|city)$/, 'postal-code'],
  [
    /^(sender|packageInfo)\.|^warehouseId$|^orderInfo\.(incoterms|isExportDeclaration|exportPurpose)$/,
    'preset',
  ],
]

/** Where the texts of a column can come from that a file does not feed. @param column its id */
export const remedyOf = (column: string): MissingSource =>
  remedies.find(([pattern]) => pattern.test(column))?.[1] ?? 'by-hand'
