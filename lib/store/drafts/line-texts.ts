import 'server-only'

/**
 * Column ids whose texts are stored under a short code (the position in this list); otherwise two thirds of
 * a line would be ids. The list is part of the storage format: append only, never remove or reorder. Other
 * columns are stored under their id.
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

// Only letters, so that objects keep their order; one or two of them, so that no column id is a code.
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const codeAt = (at: number): string =>
  (LETTERS[Math.floor(at / LETTERS.length) - 1] ?? '') + LETTERS[at % LETTERS.length]
const codes = new Map(COLUMNS.map((column, at) => [column, codeAt(at)]))
const columns = new Map([...codes].map(([column, code]) => [code, column]))

/** Escapes names that could be read as a code or as an escaped name. */
const MARK = '='
const needsMark = (name: string): boolean => name.length < 3 || name.startsWith(MARK)

/** Stores the texts of a line: JSON with short codes for the columns of the sheets. */
export const writeTexts = (texts: Readonly<Record<string, string>>): string =>
  JSON.stringify(renamed(texts, name => codes.get(name) ?? (needsMark(name) ? MARK + name : name)))

/** The texts of a line by column id; earlier versions stored the ids themselves. */
export const readTexts = (stored: string): Record<string, string> =>
  renamed(
    JSON.parse(stored),
    name => columns.get(name) ?? (name.startsWith(MARK) ? name.slice(MARK.length) : name),
  )

// A loop, because every line passes here whenever a draft is opened or saved.
function renamed(texts: Readonly<Record<string, string>>, nameOf: (name: string) => string) {
  const result: Record<string, string> = {}
  for (const name in texts) {
    const value = texts[name] ?? ''
    // An assignment to `__proto__` would be lost.
    if (name === '__proto__') Object.defineProperty(result, name, { value, enumerable: true })
    else result[nameOf(name)] = value
  }
  return result
}
