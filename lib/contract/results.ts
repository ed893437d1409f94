import * as z from 'zod'
import { isInt64 } from './field'

// Responses of the API document; other errors are RFC 9457.

const int32 = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647 } as const

const count = z.int().min(0).max(2147483647).meta(int32)

/** One reason why an order failed. `errorField` is a path at the embedded service, and any text at a foreign one. */
export const fieldFailure = z.object({ errorMessage: z.string(), errorField: z.string() })

/**
 * Why an order failed. `rowIndex` is its position within `data`, from 0. A foreign service may send any integer: the
 * reader of the result then says what does not fit.
 */
export const orderFailure = z.object({
  mallOrderNumber: z.string(),
  rowIndex: z.int().meta(int32),
  failures: z.array(fieldFailure),
})

/** The result of a check, with the orders that failed. */
export const validationResult = z.object({
  isSuccess: z.boolean(),
  requestCount: count,
  successCount: count,
  failureCount: count,
  failures: z.array(orderFailure),
})
export type ValidationResult = z.infer<typeof validationResult>

/** `orderId` is an int64: read it with a reader that keeps digits beyond 2^53 (a bigint then). */
export const orderSuccess = z.object({
  orderId: z.custom<number | bigint>(isInt64).meta({ type: 'integer', format: 'int64' }),
  mallOrderNumber: z.string(),
})

/** The result of a registration of orders: all of them succeeded, or none. */
export const registrationResult = z.object({
  isSuccess: z.boolean(),
  orderSuccesses: z.array(orderSuccess),
})
export type RegistrationResult = z.infer<typeof registrationResult>

/** Why a product was refused; it names no field. */
export const productFailure = z.object({
  shopProductId: z.string(),
  errorCode: z.string(),
  message: z.string(),
})

/** The result of a registration of products. Each product succeeds or fails on its own. */
export const productResult = z.object({
  successCount: count,
  failureCount: count,
  failures: z.array(productFailure),
})
export type ProductResult = z.infer<typeof productResult>

/** The body of every response that is not 200 (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
})
export type Problem = z.infer<typeof problem>
