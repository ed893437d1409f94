import { expect, test } from 'vitest'
import type * as z from 'zod'
import { membersOf } from '@/testing/service/field-cases'
import { API_PREFIX, operations } from './operations'
import { checkedGeneralOrder, generalOrder, japanOrder } from './orders'
import { product } from './products'
import { productResult, registrationResult, validationResult } from './results'

// The tables of the API document, copied from it: a field, its type, `req` if it is required, and its maximum length or
// its choices. Other tests compare the service with the contract; this one compares the contract with the document.

const SENDER = `
sender object req
sender.name string req 50
sender.contact string req 50`

const PACKAGE = `
packageInfo object req
packageInfo.width number
packageInfo.length number
packageInfo.height number
packageInfo.actualWeight number req
packageInfo.quantity int32 req
packageInfo.serviceType string POD`

const COUNTRIES =
  'GH GA GY GM GT GD GR GN GW NA NR NG SS ZA NL NP NO NZ NU NE NI DK DO DM DE TL LA LR LV RU LB LS RO LU RW LY LT LI MG MH FM MW MY ML MX MC MA MU MR MZ ME MD MV MT MN US MM VU BH BB VA BS BD BJ VE VN BE BY BZ BA BW BO BI BF BT MK BG BR BN WS SA CY SM ST SN RS SC LC VC KN SO SB SD SR LK SE CH ES SK SI SY SL SG AE AM AR IS HT IE AZ AF AD AL DZ AO AG ER SZ EE EC ET SV GB YE OM AT HN JO UG UY UZ UA IQ IR IL EG IT IN ID JP JM ZM GQ GE CN CF DJ ZW TD CZ CL CM CV KZ QA KH CA KE KM XK CR CI CO CG CD CU KW CK HR KG KI TJ TZ TH TR TG TO TM TV TN TT PA PY PK PG PW PS PE PT PL FR FJ FI PH HU AU TW GG JE GI KV AS AI AW BM KY FK FO GF GL GP GU KP MP MQ YT MS NC PR RE SH PF VG VI HK MO TC NF BQ CW WF MF BL SX KR'

const JAPAN_ORDER = `
warehouseId int64 req
${SENDER}
recipient object req
recipient.country string req ${COUNTRIES}
recipient.name string req 50
recipient.contact string req 50
recipient.email string 100
recipient.address string req 300
recipient.addressDetail string req 300
recipient.city string req 100
recipient.state string req 100
recipient.zipCode string req 30
recipient.personalCustomsClearanceCode string 100
recipient.importerJapaneseName string req
recipient.importerJapaneseAddress string req
recipient.importerJapaneseAddressDetail string
recipient.importerJapaneseState string req
recipient.importerJapaneseCity string req
recipient.importerJapaneseZipCode string req
recipient.importerCorporateNumber string
orderInfo object req
orderInfo.mallOrderNumber string req 100
orderInfo.incoterms string req DAP DDP
orderInfo.domesticShippingNumber string 50
orderInfo.isExportDeclaration boolean req
orderInfo.exportPurpose string req SAMPLE COMMERCIAL
${PACKAGE}
items array req
items[].name string req 500
items[].price number req
items[].currency string req KRW USD JPY RUB EUR
items[].quantity int32 req
items[].actualWeight number req
items[].hscode string 100
items[].itemUrl string 3000
items[].itemCode string 50
items[].originCountry string req KR JP CN
items[].material string
items[].imageUrl string req`

// What is required is not in the document: only the objects, `items` and the number, whose length is that of what can
// be stored.
const GENERAL_ORDER = `
warehouseId int64
sender object req
sender.name string
sender.contact string
recipient object req
recipient.country string
recipient.name string
recipient.contact string
recipient.address string
recipient.addressDetail string
recipient.city string
recipient.state string
recipient.zipCode string
recipient.email string
recipient.personalCustomsClearanceCode string
orderInfo object req
orderInfo.mallOrderNumber string req 500
orderInfo.carrier string
orderInfo.isExportDeclaration boolean
orderInfo.domesticShippingNumber string
packageInfo object req
packageInfo.width number
packageInfo.length number
packageInfo.height number
packageInfo.actualWeight number
packageInfo.quantity int32
packageInfo.serviceType string
items array req
items[].name string
items[].price number
items[].currency string
items[].quantity int32
items[].actualWeight number
items[].hscode string
items[].itemUrl string
items[].itemCode string`

const CHECKED_GENERAL_ORDER = `${GENERAL_ORDER}
orderInfo.incoterms string
orderInfo.exportPurpose string`

// Ours is what is required, and the length of the id.
const PRODUCT = `
productName string req
brandName string
mainImage string
productImages array
productImages[] string req
productDetailImages array
productDetailImages[] string req
productPrice number req
discountedProductPrice number
domesticShippingPrice number
freeDomesticShippingPriceCondition number
stockQuantity int64
originProductUrl string
shopProductId string req 500
productOptionGroup array
productOptionGroup[].productOptionGroupType string
productOptionGroup[].productOptionGroupName array
productOptionGroup[].productOptionGroupName[].shopGroupOptionId int64
productOptionGroup[].productOptionGroupName[].productOptionGroupName string
productOptionGroup[].productOption array
productOptionGroup[].productOption[].productOptionName array
productOptionGroup[].productOption[].productOptionName[].shopGroupOptionId int64
productOptionGroup[].productOption[].productOptionName[].productOptionName string
productOptionGroup[].productOption[].optionPrice number
productOptionGroup[].productOption[].stockQuantity int64
productOptionGroup[].productOption[].order int64
productOptionGroup[].productOption[].shopOptionId string
productOptionGroup[].productOption[].availablePurchaseQuantityMin int64
productOptionGroup[].productOption[].availablePurchaseQuantityMax int64`

const VALIDATION_RESULT = `
isSuccess boolean req
requestCount int32 req
successCount int32 req
failureCount int32 req
failures array req
failures[].mallOrderNumber string req
failures[].rowIndex int32 req
failures[].failures array req
failures[].failures[].errorMessage string req
failures[].failures[].errorField string req`

const REGISTRATION_RESULT = `
isSuccess boolean req
orderSuccesses array req
orderSuccesses[].orderId int64 req
orderSuccesses[].mallOrderNumber string req`

const PRODUCT_RESULT = `
successCount int32 req
failureCount int32 req
failures array req
failures[].shopProductId string req
failures[].errorCode string req
failures[].message string req`

const rows = (table: string) => table.split('\n').filter(Boolean).sort()

const describedBy = (schema: z.ZodType) =>
  membersOf(schema)
    .map(({ path, rule, isRequired }) =>
      [
        path.replaceAll('[0]', '[]'),
        rule.format ?? rule.type,
        ...(isRequired ? ['req'] : []),
        ...(rule.maxLength === undefined ? [] : [rule.maxLength]),
        ...(rule.enum ?? []),
      ].join(' '),
    )
    .sort()

test.each([
  ['an order to Japan', japanOrder, JAPAN_ORDER],
  ['a general order of a registration', generalOrder, GENERAL_ORDER],
  ['a general order of a check', checkedGeneralOrder, CHECKED_GENERAL_ORDER],
  ['a product', product, PRODUCT],
  ['the result of a check', validationResult, VALIDATION_RESULT],
  ['the result of a registration of orders', registrationResult, REGISTRATION_RESULT],
  ['the result of a registration of products', productResult, PRODUCT_RESULT],
] as const)('the fields of %s are those of the API document', (_, schema, table) => {
  expect(describedBy(schema)).toEqual(rows(table))
})

test('of the listed countries an order to Japan takes only JP', () => {
  const { country } = japanOrder.shape.recipient.shape
  expect(COUNTRIES.split(' ').filter(code => country.safeParse(code).success)).toEqual(['JP'])
})

test('the operations are those of the API document', () => {
  expect(
    Object.values(operations).map(({ path, auth, list, maxElements }) =>
      [`POST ${API_PREFIX}${path}`, ...auth, list, maxElements].join(' '),
    ),
  ).toEqual([
    'POST /open-api/v1/orders/japan/validators bearer key data 2147483647',
    'POST /open-api/v1/orders/validators bearer data 2147483647',
    'POST /open-api/v1/orders/japan bearer data 2147483647',
    'POST /open-api/v1/orders bearer data 2147483647',
    'POST /open-api/v1/link/products key products 100',
  ])
})
