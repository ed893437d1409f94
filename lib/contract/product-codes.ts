import type { FailureCode } from '@/lib/contract/validation/failures'

/** Codes by which the embedded service refuses a product; other services may have more. */
export const productCodes = [
  'MISSING_FIELD',
  'INVALID_TYPE',
  'INVALID_VALUE',
  'INVALID_PRICE',
  'DUPLICATE_PRODUCT',
] as const
export type ProductCode = (typeof productCodes)[number]

/** The product code of a contract failure; every other failure is an INVALID_VALUE. */
export const productCodeOf = (code: FailureCode): ProductCode => codes[code] ?? 'INVALID_VALUE'

const codes: Readonly<Partial<Record<FailureCode, ProductCode>>> = {
  missing: 'MISSING_FIELD',
  wrong_type: 'INVALID_TYPE',
  above_regular: 'INVALID_PRICE',
  repeated_number: 'DUPLICATE_PRODUCT',
}

/** The fields that a product code is about; responses do not name fields. */
export const fieldsOfCode: Readonly<Record<string, readonly string[]>> = {
  INVALID_PRICE: ['productPrice', 'discountedProductPrice'],
}
