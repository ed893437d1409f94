import * as z from 'zod'
import { countries, currencies, exportPurposes, incoterms, originCountries, serviceTypes } from './choices'
import { choice, decimal, field, flag, int32, int64, MAX_NUMBER_CHARACTERS, text } from './field'

// Orders of the API document. The order of fields here is the order of columns in the sheet.

const sender = z.object({
  name: field(text(50), { example: 'Hanbit Store', width: 120, personal: true, holds: 'person' }),
  contact: field(text(50), { example: '+82-10-1234-5678', width: 132, personal: true, holds: 'telephone' }),
})

const japanRecipient = z.object({
  country: field(choice(countries, ['JP']), { example: 'JP', width: 92 }),
  name: field(text(50), { example: '山田 太郎', width: 104, personal: true, holds: 'person' }),
  contact: field(text(50), { example: '090-1234-5678', width: 132, personal: true, holds: 'telephone' }),
  email: field(text(100).optional(), { example: 'taro@example.jp', width: 150, personal: true }),
  zipCode: field(text(30), { example: '150-0041', width: 96, personal: true, holds: 'postal' }),
  state: field(text(100), { example: '東京都', width: 84, personal: true, holds: 'address' }),
  city: field(text(100), { example: '渋谷区', width: 104, personal: true, holds: 'address' }),
  address: field(text(300), { example: '神南1-19-11', width: 200, personal: true, holds: 'address' }),
  addressDetail: field(text(300), { example: 'パークビル 4F', width: 140, personal: true, holds: 'address' }),
  personalCustomsClearanceCode: field(text(100).optional(), {
    example: 'P123456789012',
    width: 130,
    personal: true,
    holds: 'identifier',
  }),
  importerJapaneseName: field(text(), {
    example: '山田 太郎',
    width: 120,
    group: 'importer',
    personal: true,
    holds: 'person',
  }),
  importerJapaneseZipCode: field(text(), {
    example: '150-0041',
    width: 96,
    group: 'importer',
    personal: true,
    holds: 'postal',
  }),
  importerJapaneseState: field(text(), {
    example: '東京都',
    width: 84,
    group: 'importer',
    personal: true,
    holds: 'address',
  }),
  importerJapaneseCity: field(text(), {
    example: '渋谷区',
    width: 104,
    group: 'importer',
    personal: true,
    holds: 'address',
  }),
  importerJapaneseAddress: field(text(), {
    example: '神南1-19-11',
    width: 200,
    group: 'importer',
    personal: true,
    holds: 'address',
  }),
  importerJapaneseAddressDetail: field(text().optional(), {
    example: 'パークビル 4F',
    width: 140,
    group: 'importer',
    personal: true,
    holds: 'address',
  }),
  importerCorporateNumber: field(text().optional(), {
    example: '9234567890123',
    width: 130,
    group: 'importer',
    personal: true,
    holds: 'identifier',
  }),
})

const japanOrderInfo = z.object({
  mallOrderNumber: field(text(100), { example: '1120-7728', width: 160, holds: 'identifier' }),
  incoterms: field(choice(incoterms), { example: 'DDP', width: 124 }),
  domesticShippingNumber: field(text(50).optional(), {
    example: '612345678901',
    width: 128,
    holds: 'identifier',
  }),
  isExportDeclaration: field(flag(), { example: false, width: 104 }),
  exportPurpose: field(choice(exportPurposes), { example: 'COMMERCIAL', width: 164 }),
})

/** The parcel of an order, both variants. The API document names no units, so none are converted. */
const packageInfo = z.object({
  actualWeight: field(decimal(), { example: 0.8, width: 84 }),
  quantity: field(int32(), { example: 1, width: 72 }),
  width: field(decimal().optional(), { example: 20, width: 72 }),
  length: field(decimal().optional(), { example: 30, width: 72 }),
  height: field(decimal().optional(), { example: 10, width: 72 }),
  serviceType: field(choice(serviceTypes).optional(), { example: 'POD', width: 116 }),
})

const japanItem = z.object({
  name: field(text(500), { example: 'Leather wallet', width: 190 }),
  quantity: field(int32(), { example: 1, width: 60 }),
  price: field(decimal(), { example: 12500, width: 84 }),
  currency: field(choice(currencies), { example: 'JPY', width: 96 }),
  actualWeight: field(decimal(), { example: 0.4, width: 84 }),
  originCountry: field(choice(originCountries), { example: 'KR', width: 92 }),
  imageUrl: field(text(), { example: 'https://shop.example/wallet.jpg', width: 180, url: true }),
  itemCode: field(text(50).optional(), { example: 'WAL-01', width: 96, holds: 'identifier' }),
  hscode: field(text(100).optional(), { example: '4202.31', width: 96, holds: 'identifier' }),
  material: field(text().optional(), { example: 'leather', width: 96 }),
  itemUrl: field(text(3000).optional(), { example: 'https://shop.example/wallet', width: 180, url: true }),
})

/** One order to Japan: an element of `data` of operations 1 and 3. */
export const japanOrder = z.object({
  orderInfo: japanOrderInfo,
  warehouseId: field(int64(), { example: 1, width: 92, group: 'orderInfo' }),
  recipient: japanRecipient,
  sender,
  packageInfo,
  items: z.array(japanItem).min(1),
})

export type JapanOrder = z.infer<typeof japanOrder>

// The general variant. Of its fields the API document gives names and types, but neither bounds nor lists of values, nor
// which are required, so none are invented: the objects, `items` and the order's number must be there. Only the number
// has a bound, that of what can be stored.

const generalRecipient = z.object({
  country: field(text().optional(), { example: 'US', width: 92 }),
  name: field(text().optional(), { example: 'Dana Miller', width: 104, personal: true, holds: 'person' }),
  contact: field(text().optional(), {
    example: '+1-206-555-0142',
    width: 132,
    personal: true,
    holds: 'telephone',
  }),
  email: field(text().optional(), { example: 'dana@example.com', width: 150, personal: true }),
  zipCode: field(text().optional(), { example: '98101', width: 96, personal: true, holds: 'postal' }),
  state: field(text().optional(), { example: 'WA', width: 100, personal: true, holds: 'address' }),
  city: field(text().optional(), { example: 'Seattle', width: 104, personal: true, holds: 'address' }),
  address: field(text().optional(), {
    example: '1420 Fifth Avenue',
    width: 200,
    personal: true,
    holds: 'address',
  }),
  addressDetail: field(text().optional(), {
    example: 'Suite 300',
    width: 140,
    personal: true,
    holds: 'address',
  }),
  personalCustomsClearanceCode: field(text().optional(), {
    example: 'P123456789012',
    width: 130,
    personal: true,
    holds: 'identifier',
  }),
})

const generalOrderInfo = z.object({
  mallOrderNumber: field(text(MAX_NUMBER_CHARACTERS), {
    example: '1120-9301',
    width: 160,
    holds: 'identifier',
  }),
  carrier: field(text().optional(), { example: 'EMS', width: 96 }),
  domesticShippingNumber: field(text().optional(), {
    example: '612345678901',
    width: 128,
    holds: 'identifier',
  }),
  isExportDeclaration: field(flag().optional(), { example: false, width: 104 }),
})

const checkedGeneralOrderInfo = z.object({
  ...generalOrderInfo.shape,
  incoterms: field(text().optional(), { example: 'DDP', width: 124 }),
  exportPurpose: field(text().optional(), { example: 'COMMERCIAL', width: 164 }),
})

const generalPackageInfo = z.object({
  actualWeight: field(decimal().optional(), { example: 0.8, width: 84 }),
  quantity: field(int32().optional(), { example: 1, width: 72 }),
  width: field(decimal().optional(), { example: 20, width: 72 }),
  length: field(decimal().optional(), { example: 30, width: 72 }),
  height: field(decimal().optional(), { example: 10, width: 72 }),
  serviceType: field(text().optional(), { example: 'POD', width: 116 }),
})

const generalItem = z.object({
  name: field(text().optional(), { example: 'Leather wallet', width: 190 }),
  quantity: field(int32().optional(), { example: 1, width: 60 }),
  price: field(decimal().optional(), { example: 12.5, width: 84 }),
  currency: field(text().optional(), { example: 'USD', width: 96 }),
  actualWeight: field(decimal().optional(), { example: 0.4, width: 84 }),
  itemCode: field(text().optional(), { example: 'WAL-01', width: 96, holds: 'identifier' }),
  hscode: field(text().optional(), { example: '4202.31', width: 96, holds: 'identifier' }),
  itemUrl: field(text().optional(), { example: 'https://shop.example/wallet', width: 180, url: true }),
})

/** A general order as it is registered: an element of `data` of operation 4. */
export const generalOrder = z.object({
  orderInfo: generalOrderInfo,
  warehouseId: field(int64().optional(), { example: 1, width: 92, group: 'orderInfo' }),
  recipient: generalRecipient,
  sender: z.object({
    name: field(text().optional(), { example: 'Hanbit Store', width: 120, personal: true, holds: 'person' }),
    contact: field(text().optional(), {
      example: '+82-10-1234-5678',
      width: 132,
      personal: true,
      holds: 'telephone',
    }),
  }),
  packageInfo: generalPackageInfo,
  items: z.array(generalItem),
})

/** A general order as it is checked: `orderInfo` takes incoterms and exportPurpose too (operation 2). */
export const checkedGeneralOrder = z.object({ ...generalOrder.shape, orderInfo: checkedGeneralOrderInfo })

/** The envelope of all order operations: 1 to 2147483647 orders under `data`. */
export const orderEnvelope = <T extends z.ZodType>(order: T) =>
  z.object({ data: z.array(order).min(1).max(2147483647) })
