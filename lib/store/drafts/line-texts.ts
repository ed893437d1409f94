import 'server-only'

/**
 * Column ids whose texts are stored under a short code (the position in this list); otherwise two thirds of
 * a line would be ids. The list is part of the storage format: only append to it, never remove or reorder. Other
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

/** What ends the text before a column and begins its own: `","A":"`. */
const separators = new Map([...codes].map(([column, code]) => [column, `","${code}":"`]))
const separatorOf = (column: string): string =>
  separators.get(column) ?? `",${JSON.stringify(needsMark(column) ? MARK + column : column)}:"`

/** What JSON escapes in a text: quotes, control characters (a few more than it must), and halves of surrogate pairs. */
const escaped = /["\\\p{Cc}\p{Cs}]/u

/**
 * Stores the texts of a line: JSON with short codes for the columns of the sheets. Every saved line passes here, so the
 * JSON is concatenated, in two steps for each text: half the cost of renaming the columns in a copy.
 */
export function writeTexts(texts: Readonly<Record<string, string>>): string {
  let json = ''
  for (const column in texts) {
    const text = texts[column] ?? ''
    const separator = separatorOf(column)
    json += json === '' ? `{${separator.slice(2)}` : separator
    json += escaped.test(text) ? JSON.stringify(text).slice(1, -1) : text
  }
  return json === '' ? '{}' : `${json}"}`
}

/** The texts of a line by column id; earlier versions stored the ids themselves. */
export function readTexts(stored: string): Record<string, string> {
  const texts: Readonly<Record<string, string>> = JSON.parse(stored)
  const result: Record<string, string> = {}
  // A loop, because every line passes here when a draft is opened.
  for (const name in texts) {
    const value = texts[name] ?? ''
    const column = columns.get(name) ?? (name.startsWith(MARK) ? name.slice(MARK.length) : name)
    // An assignment to `__proto__` would be lost.
    if (column === '__proto__') Object.defineProperty(result, column, { value, enumerable: true })
    else result[column] = value
  }
  return result
}
