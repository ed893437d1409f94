import type { FailureCode } from './failures'

/** Codes by which the embedded service refuses a product; other services may have more. */
export const productCodes = [
  'MISSING_FIELD',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'INVALID_PRICE',
  'DUPLICATE_PRODUCT',
] as const
export type ProductCode = (typeof productCodes)[number]

/** The code of a failure of the contract; everything that is not named here is an INVALID_VALUE. */
export const productCodeOf = (code: FailureCode): ProductCode => codes[code] ?? 'INVALID_VALUE'

const codes: Readonly<Partial<Record<FailureCode, ProductCode>>> = {
  missing: 'MISSING_FIELD',
  wrong_type: 'INVALID_TYPE',
  above_regular: 'INVALID_PRICE',
  repeated_number: 'DUPLICATE_PRODUCT',
}

/** The fields that a code of a service is about; an answer names none (product.md §2, fact 7). */
export const fieldsOfCode: Readonly<Record<string, readonly string[]>> = {
  INVALID_PRICE: ['productPrice', 'discountedProductPrice'],
}
