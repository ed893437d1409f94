import 'server-only'

/**
 * Ids of columns that the texts of a line are kept under by a short code (its place in this list), for a line would be
 * two thirds ids otherwise. The list is part of what is stored: add at its end, and never take out or move any. A column
 * that is not in it is kept by its id.
 */
const COLUMNS = [
  ...['orderInfo.mallOrderNumber', 'warehouseId', 'recipient.country', 'recipient.name', 'recipient.contact'],
  ...['recipient.email', 'recipient.zipCode', 'recipient.state', 'recipient.city', 'recipient.address'],
  ...[
    'recipient.addressDetail',
    'recipient.personalCustomsClearanceCode',
    'items[].name',
    'items[].quantity',
  ],
  ...[
    'items[].price',
    'items[].currency',
    'items[].actualWeight',
    'items[].originCountry',
    'items[].imageUrl',
  ],
  ...[
    'items[].itemCode',
    'items[].hscode',
    'items[].material',
    'items[].itemUrl',
    'packageInfo.actualWeight',
  ],
  ...['packageInfo.quantity', 'packageInfo.width', 'packageInfo.length', 'packageInfo.height'],
  ...['packageInfo.serviceType', 'recipient.importerJapaneseName', 'recipient.importerJapaneseZipCode'],
  ...[
    'recipient.importerJapaneseState',
    'recipient.importerJapaneseCity',
    'recipient.importerJapaneseAddress',
  ],
  ...['recipient.importerJapaneseAddressDetail', 'recipient.importerCorporateNumber', 'orderInfo.incoterms'],
  ...['orderInfo.domesticShippingNumber', 'orderInfo.isExportDeclaration', 'orderInfo.exportPurpose'],
  ...['sender.name', 'sender.contact', 'orderInfo.carrier', 'shopProductId', 'productName', 'brandName'],
  ...['stockQuantity', 'originProductUrl', 'productPrice', 'discountedProductPrice', 'domesticShippingPrice'],
  ...['freeDomesticShippingPriceCondition', 'productOptionGroup[].productOptionGroupType'],
  ...[0, 1, 2].map(i => `productOptionGroup[].productOptionGroupName[${i}].productOptionGroupName`),
  ...[0, 1, 2].map(i => `productOptionGroup[].productOption[].productOptionName[${i}].productOptionName`),
  'productOptionGroup[].productOption[].optionPrice',
  'productOptionGroup[].productOption[].stockQuantity',
  'productOptionGroup[].productOption[].shopOptionId',
  'productOptionGroup[].productOption[].order',
  'productOptionGroup[].productOption[].availablePurchaseQuantityMin',
  'productOptionGroup[].productOption[].availablePurchaseQuantityMax',
  ...['mainImage', 'productImages', 'productDetailImages'],
]

// Letters alone, so that an object keeps them in their order; one or two, so that no id of a column is one.
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const codeAt = (at: number): string =>
  (LETTERS[Math.floor(at / LETTERS.length) - 1] ?? '') + LETTERS[at % LETTERS.length]
const codes = new Map(COLUMNS.map((column, at) => [column, codeAt(at)]))
const columns = new Map([...codes].map(([column, code]) => [code, column]))

/** Before a name that would be read as something else: as short as a code, or marked itself. */
const MARK = '='
const needsMark = (name: string): boolean => name.length < 3 || name.startsWith(MARK)

/** Texts of a line by column id as they are stored: JSON, with short codes for the columns of the sheets. */
export const writeTexts = (texts: Readonly<Record<string, string>>): string =>
  JSON.stringify(renamed(texts, name => codes.get(name) ?? (needsMark(name) ? MARK + name : name)))

/** Texts of a line by column id, as they were stored by this version or an earlier one, which wrote the ids themselves. */
export const readTexts = (stored: string): Record<string, string> =>
  renamed(
    JSON.parse(stored),
    name => columns.get(name) ?? (name.startsWith(MARK) ? name.slice(MARK.length) : name),
  )

// A loop: every line of a draft passes here whenever it is opened or saved.
function renamed(texts: Readonly<Record<string, string>>, nameOf: (name: string) => string) {
  const result: Record<string, string> = {}
  for (const name in texts) {
    const value = texts[name] ?? ''
    // An assignment to this name would be lost.
    if (name === '__proto__') Object.defineProperty(result, name, { value, enumerable: true })
    else result[nameOf(name)] = value
  }
  return result
}
