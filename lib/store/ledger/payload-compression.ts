import 'server-only'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * The first byte of a packed text: the version of the dictionary. Further versions may be added; none is
 * ever changed.
 */
const VERSION = 1

/**
 * Common parts of payloads, the most common last. The dictionary is part of the storage format: never change
 * it, but add another version.
 */
const DICTIONARY = Buffer.from(
  [
    '{"shopProductId":"","productName":"","brandName":"","stockQuantity":0,"originProductUrl":"https://"',
    ',"productPrice":0,"discountedProductPrice":0,"domesticShippingPrice":0,"freeDomesticShippingPriceCondition":0',
    ',"productOptionGroup":[{"productOptionGroupType":"","productOptionGroupName":[{"language":"","productOptionGroupName":""}]',
    ',"productOption":[{"productOptionName":[{"language":"","productOptionName":""}],"optionPrice":0,"stockQuantity":0',
    ',"shopOptionId":"","order":0,"availablePurchaseQuantityMin":0,"availablePurchaseQuantityMax":0}]}]',
    ',"mainImage":"https://","productImages":["https://"],"productDetailImages":["https://"]}',
    '東京都大阪府北海道神奈川県市区町서울특별시경기도시구동',
    ',"originCountry":"CN","imageUrl":"https://","itemUrl":"https://www.","currency":"USD","currency":"KRW",',
    '"carrier":"","incoterms":"DAP","incoterms":"DDU","isExportDeclaration":true,"country":"US","serviceType":"',
    '{"orderInfo":{"mallOrderNumber":"","incoterms":"DDP","domesticShippingNumber":"","isExportDeclaration":false,',
    '"exportPurpose":"COMMERCIAL"},"warehouseId":1,"recipient":{"country":"JP","name":"","contact":"090-","email":"@gmail.com',
    '","zipCode":"","state":"","city":"","address":"","addressDetail":"","personalCustomsClearanceCode":"P',
    '","importerJapaneseName":"","importerJapaneseZipCode":"","importerJapaneseState":"","importerJapaneseCity":"',
    '","importerJapaneseAddress":"","importerJapaneseAddressDetail":"","importerCorporateNumber":""},',
    '"packageInfo":{"actualWeight":0.,"quantity":1,"width":0,"length":0,"height":0,"serviceType":"POD"},',
    '"sender":{"name":"","contact":"+82-10-"},"items":[{"name":"","quantity":1,"price":00,"currency":"JPY",',
    '"actualWeight":0.,"originCountry":"KR","imageUrl":"https://.jpg","itemCode":"","hscode":"","material":"",',
    '"itemUrl":"https://"},{"name":"","quantity":1,"price":00}]}',
  ].join(''),
)

/**
 * A window of 4 KB is enough for a short text with the dictionary before it, and costs a quarter less than one of 32
 * KB. Unpacking takes both.
 */
const SHORT_WINDOW = { windowBits: 12, memLevel: 6 }
const MAX_SHORT_CHARACTERS = 1500

/**
 * Bytes that zlib reserves for a result, and again when it is full. By default it is four times as many: a quarter of
 * the time of a payload went into reserving and releasing them.
 */
const OUTPUT_BYTES = 4096
/** Payloads shrink to about a third. */
const MAX_SHORT_PACKED_BYTES = 1500
const LONG = { dictionary: DICTIONARY }
const SHORT = { dictionary: DICTIONARY, ...SHORT_WINDOW, chunkSize: OUTPUT_BYTES }
const SHORT_PACKED = { dictionary: DICTIONARY, chunkSize: OUTPUT_BYTES }

/** Compresses a text, such as a payload. */
export function pack(text: string): Uint8Array {
  const packed = deflateRawSync(text, text.length <= MAX_SHORT_CHARACTERS ? SHORT : LONG)
  return Buffer.concat([Uint8Array.of(VERSION), packed])
}

/** What a payload comes from. */
export interface PayloadSource {
  readonly payload: string
}

const packedSources = new WeakMap<PayloadSource, Uint8Array>()
const sourcesByPacked = new Map<string, WeakRef<PayloadSource>>()
const collectedSources = new FinalizationRegistry<string>(key => {
  if (sourcesByPacked.get(key)?.deref() === undefined) sourcesByPacked.delete(key)
})

/**
 * Compresses a payload once for as long as its source is in memory: a registration stores the same payload as the check
 * before it. For as long, `unpack` of the same bytes returns the payload of the source.
 */
export function packOnce(payload: string, source: PayloadSource | undefined): Uint8Array {
  if (source?.payload !== payload) return pack(payload)
  const before = packedSources.get(source)
  if (before) return before
  const packed = pack(payload)
  packedSources.set(source, packed)
  const key = keyOf(packed)
  sourcesByPacked.set(key, new WeakRef(source))
  collectedSources.register(source, key)
  return packed
}

/** A text with a character for each byte. */
const keyOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** The payload of a row: packed or, from earlier versions, plain. */
export const payloadOf = (row: { readonly payload: string; readonly packed: Uint8Array | null }): string =>
  row.packed === null ? row.payload : unpack(row.packed)

/** Unpacks a text. @param packed as the database returns it: bytes, or their buffer */
export function unpack(packed: Uint8Array | ArrayBuffer): string {
  const bytes = new Uint8Array(packed)
  const source = sourcesByPacked.get(keyOf(bytes))?.deref()
  if (source) return source.payload
  if (bytes[0] !== VERSION) throw new Error('A newer Lading packed this.')
  const options = bytes.length <= MAX_SHORT_PACKED_BYTES ? SHORT_PACKED : LONG
  return inflateRawSync(bytes.subarray(1), options).toString()
}
