import type { OperationId, Scheme } from './operations'
import { productCodes } from './product-codes'

// What the description of the service says in words: the meanings are api.md's, the rest are face.md's decisions.

/** Of the service as a whole, in Markdown. */
export const about = `Checks cross-border shipping orders, registers them, and registers products of a shop.

**Bodies** are JSON in UTF-8 with \`Content-Type: application/json\`, without \`Content-Encoding\`, of any size; one order or product has at most 16 MB.

**Values.** Characters are Unicode code points. An empty text is within every bound. \`null\` counts as absent. Unknown fields are ignored. Integers are exact over the whole of int32 and int64: read \`orderId\` and \`warehouseId\` with a reader that keeps digits beyond 2^53.

**Orders** of one request are registered together or not at all, and a refused registration gives no reason: ask the check that belongs to it. A client registers a number (\`mallOrderNumber\`) once, orders to Japan and general ones alike; it has at most 500 characters.

**Products** stand or fall alone. Registering one again replaces it: the newest counts. Its id (\`shopProductId\`) has at most 500 characters, and its lists have at most 10,000 entries together.

**Trouble** outside the result of an operation is \`application/problem+json\` (RFC 9457): a status, and a sentence that says what to do. Credentials are judged before the body is read.`

/** Of each operation: a heading, and what it does. */
export const operationWords: Readonly<Record<OperationId, { summary: string; description: string }>> = {
  checkJapanOrders: {
    summary: 'Check orders to Japan',
    description:
      'Checks orders and stores nothing. Every failing field of every failing order is told, by the position of the order in `data` and the path of the field.',
  },
  checkOrders: {
    summary: 'Check general orders',
    description:
      'Checks orders and stores nothing. Types are checked; required are `orderInfo` with its `mallOrderNumber`, `recipient`, `sender`, `packageInfo` and `items`; no bound and no list of values is applied.',
  },
  registerJapanOrders: {
    summary: 'Register orders to Japan',
    description:
      'Registers all orders of the request, or none. `orderSuccesses` has them in the order of `data`.',
  },
  registerOrders: {
    summary: 'Register general orders',
    description:
      'Registers all orders of the request, or none. `incoterms` and `exportPurpose` belong to the check and are ignored here.',
  },
  registerProducts: {
    summary: 'Register products',
    description:
      'Registers products; each stands or falls alone. A product that is registered already is replaced.',
  },
}

/** Of the groups in which operations stand. */
export const groupWords = {
  japan: { name: 'Orders to Japan', description: 'Orders whose recipients are in Japan.' },
  general: { name: 'General orders', description: 'Orders to any country.' },
  products: { name: 'Products', description: 'Products of a shop for the link catalog.' },
} as const

/** Of the two ways to prove who asks. */
export const schemeWords: Readonly<Record<Scheme, string>> = {
  bearer:
    'An access token (JWT) after `Bearer` and a blank; the case of `Bearer` does not matter. It lives for 24 hours.',
  key: 'The issued secret key alone, without the name of a scheme.',
}

/** Of `Idempotency-Key`, which is ours. */
export const keyWords = `An extension of ours: makes a registration safe to send again. 1 to 255 visible ASCII characters without blanks, taken as they are, quotation marks included; kept for at least 24 hours, for each client and operation.

The same key with the same body (byte for byte) gets the first answer again, with the header \`Idempotency-Replayed: true\`, and nothing is registered twice; one that comes while the first is under way waits for it. The same key with another body is refused with 409. Answers with \`isSuccess: false\` and failed products are given again too; a 4xx or 5xx is not kept, and the request may be sent again with the same key.`

/** Of what is answered besides 200. */
export const problemWords = {
  '400':
    'The body is not JSON, broke off, or is not the list that was asked for: missing, empty, too long. Or the Idempotency-Key is none. Nothing was registered.',
  '401': 'The credentials are missing, wrong or over, are of the other kind, or came twice.',
  '403': 'The credentials are good, but their client lacks the scope of this operation.',
  '405': 'Another method than POST.',
  '408':
    'The rest of the body did not come in time: nothing for 30 seconds, or less than 1,024 bytes a second on average.',
  '409': 'The Idempotency-Key was sent with another body before.',
  '413': 'The body is larger than this service is set to take, or one of its entries is larger than 16 MB.',
  '415': 'The body is not application/json in UTF-8, or is compressed.',
  '429':
    'Too many requests are under way: of your client, whose share shrinks as other clients send more, or of all.',
  '500': 'Something failed in the service; the answer names a number to report.',
  '503': 'The storage is busy.',
  '507': 'The storage is full.',
} as const

/** Of headers of answers. */
export const headerWords = {
  'WWW-Authenticate': 'How to prove who asks (RFC 6750).',
  Allow: 'The methods that are taken.',
  'Retry-After': 'Seconds after which to try again.',
  'Idempotency-Replayed': '`true` when this is the first answer to an Idempotency-Key, given again.',
} as const

const product = productCodes.map(code => `\`${code}\``).join(', ')

/** Of schemas ('' is the schema itself) and their members. */
export const schemaWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  JapanOrders: { data: '1 to 2147483647 orders.' },
  CheckedGeneralOrders: { data: '1 to 2147483647 orders.' },
  GeneralOrders: { data: '1 to 2147483647 orders.' },
  Products: { products: '1 to 100 products.' },
  JapanOrder: { '': 'An order to Japan.', warehouseId: 'Identifier of the receiving warehouse.' },
  GeneralOrder: {
    '': 'A general order as it is registered.',
    warehouseId: 'Identifier of the receiving warehouse.',
  },
  CheckedGeneralOrder: {
    '': 'A general order as it is checked.',
    warehouseId: 'Identifier of the receiving warehouse.',
  },
  JapanRecipient: {
    country: 'Only JP is accepted for orders to Japan.',
    personalCustomsClearanceCode: 'Personal customs clearance code.',
    importerJapaneseName: 'Name of the importer in Japanese.',
    importerJapaneseAddress: 'First address line of the importer in Japanese.',
    importerJapaneseAddressDetail: 'Second address line of the importer in Japanese.',
    importerJapaneseState: 'Prefecture of the importer in Japanese.',
    importerJapaneseCity: 'City of the importer in Japanese.',
    importerJapaneseZipCode: 'Postal code of the importer.',
    importerCorporateNumber: 'Corporate number of the importer, where there is one.',
  },
  GeneralRecipient: { personalCustomsClearanceCode: 'Personal customs clearance code.' },
  JapanOrderInfo: {
    mallOrderNumber: 'Number of the order in the shop.',
    domesticShippingNumber: 'Waybill number of the domestic courier.',
    isExportDeclaration: 'Whether an export declaration is made.',
  },
  GeneralOrderInfo: {
    mallOrderNumber: 'Number of the order in the shop.',
    domesticShippingNumber: 'Waybill number of the domestic courier.',
    isExportDeclaration: 'Whether an export declaration is made.',
  },
  CheckedGeneralOrderInfo: {
    mallOrderNumber: 'Number of the order in the shop.',
    domesticShippingNumber: 'Waybill number of the domestic courier.',
    isExportDeclaration: 'Whether an export declaration is made.',
  },
  PackageInfo: {
    actualWeight: 'Actual weight of the package.',
    quantity: 'Number of boxes.',
    serviceType: 'Used for Russia.',
  },
  GeneralPackageInfo: {
    actualWeight: 'Actual weight of the package.',
    quantity: 'Number of boxes.',
    serviceType: 'POD is used for Russia.',
  },
  JapanItem: {
    material: 'Material of the goods: leather, clothing, metal, or a scientific name.',
    imageUrl: 'URL of an image of the item.',
  },
  Product: {
    '': 'A product of a shop.',
    shopProductId: "The shop's own identifier of the product.",
    productPrice: 'Regular price.',
    discountedProductPrice: 'At most the regular price; otherwise the product fails with INVALID_PRICE.',
    mainImage: 'URL of the main image.',
    productImages: 'URLs of images.',
    productDetailImages: 'URLs of detail images.',
    originProductUrl: 'URL of the product at the shop.',
    domesticShippingPrice: 'Domestic shipping fee.',
    freeDomesticShippingPriceCondition: 'Price from which on domestic shipping is free.',
    productOptionGroup: 'The options of the product.',
  },
  ProductOptionGroup: {
    productOptionGroupType: 'COMBINATION: each option is one combination of values of the axes.',
    productOptionGroupName: 'The axes.',
    productOption: 'The options.',
  },
  ProductOption: {
    productOptionName: 'The value of each axis.',
    order: 'Position among the options.',
    shopOptionId: "The shop's own identifier of the option.",
    availablePurchaseQuantityMin: 'The least that can be bought at once.',
    availablePurchaseQuantityMax: 'The most that can be bought at once.',
  },
  ValidationResult: {
    '': 'What a check found.',
    isSuccess: 'Whether no order failed: `failureCount` is 0.',
    requestCount: 'Orders in the request.',
    successCount: 'Orders that passed.',
    failureCount: 'Orders that failed.',
    failures: 'One entry for each order that failed, in the order of `data`.',
  },
  OrderFailure: {
    mallOrderNumber: 'The number of the order; empty where it has none.',
    failures: 'Every field that fails.',
  },
  FieldFailure: {
    errorMessage: 'What is wrong and what to do, as a sentence. Its wording may change.',
    errorField:
      'Path of the field inside the order: `warehouseId`, `recipient.zipCode`, `items[2].price`. A missing object or list is named itself: `sender`, `items`. `order` where the entry is no object.',
  },
  RegistrationResult: {
    '': 'What a registration did.',
    isSuccess: 'true: all orders were registered. false: none was; the check says why.',
    orderSuccesses: 'The registered orders in the order of `data`; empty when `isSuccess` is false.',
  },
  OrderSuccess: { orderId: 'The identifier that was assigned.' },
  ProductResult: {
    '': 'What became of the products of the request.',
    successCount: 'Products that were registered.',
    failureCount: 'Products that failed.',
    failures: 'One entry for each product that failed, in the order of `products`.',
  },
  ProductFailure: {
    shopProductId: 'The id as it was sent, its first 500 characters; empty where there was none.',
    errorCode: `The first of these that holds: ${product}. MISSING_FIELD: a field that is required is not there. INVALID_TYPE: a value is of another type. INVALID_VALUE: a value cannot be stored. INVALID_PRICE: the discounted price is above the regular one. DUPLICATE_PRODUCT: the id stands in an earlier entry of the request. There may be more in future.`,
    message: 'Which fields fail, what is wrong and what to do, in sentences. The wording may change.',
  },
  Problem: { '': 'Why a request was refused as a whole (RFC 9457).', detail: 'What to do, as a sentence.' },
}
