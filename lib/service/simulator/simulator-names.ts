import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { ProductResult, ValidationResult } from '@/lib/contract/results'
import { getTranslations } from '@/lib/words/server'
import type { Call } from '../call'
import type { Interceptor } from '../serve'
import { rewriteResponse } from './simulator-responses'

const t = getTranslations('service.simulator')

/**
 * Renames the fields in failures. The desk prevents most failures, so the first order of each check gets an
 * additional one.
 * @param made the field of the additional failure
 * @param rename the new name of a field
 */
export const withRenamedFields =
  (made: string, rename: (field: string) => string): Interceptor =>
  async (call, service) => {
    let first: string | undefined
    const response = await service(
      observeElements(call, number => {
        first ??= number
        return true
      }),
    )
    return rewriteResponse(response, call.operation, {
      check: result => addFailure(renameFields(result, rename), first ?? '', made),
    })
  }

/** Refuses products with an unknown code, including the first of each request. */
export const withUnknownCodes =
  (code: string): Interceptor =>
  async (call, service) => {
    let first: string | undefined
    const response = await service(
      observeElements(call, number => {
        const isFirst = first === undefined
        first ??= number
        return !isFirst
      }),
    )
    return rewriteResponse(response, call.operation, {
      products: ({ successCount, failures }): ProductResult => {
        const made = { shopProductId: first ?? '', errorCode: code, message: t('error') }
        const all = [made, ...failures.map(failure => ({ ...failure, errorCode: code }))]
        return { successCount, failureCount: all.length, failures: all }
      },
    })
  }

/** A call whose elements pass `listen` by number first; elements for which it returns false are skipped. */
function observeElements(call: Call, listen: (number: string) => boolean): Call {
  return {
    ...call,
    read: (consumer, watch) =>
      call.read(
        {
          consume: (value, slice) => {
            if (listen(numberIn(value, call.operation))) consumer.consume(value, slice)
          },
          flush: () => consumer.flush(),
        },
        watch,
      ),
  }
}

/** A call in which the selected elements are invalid without an explanation. */
export function withRejected(call: Call, isWrong: (number: string) => boolean): Call {
  return {
    ...call,
    read: (consumer, watch) =>
      call.read(
        {
          consume: (value, slice) =>
            consumer.consume(isWrong(numberIn(value, call.operation)) ? null : value, slice),
          flush: () => consumer.flush(),
        },
        watch,
      ),
  }
}

/** The number or id of an element; '' if it has none. */
export function numberIn(element: unknown, { number }: Operation): string {
  const found = number.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    element,
  )
  return typeof found === 'string' ? found : ''
}

const renameFields = (result: ValidationResult, rename: (field: string) => string): ValidationResult => ({
  ...result,
  failures: result.failures.map(order => ({
    ...order,
    failures: order.failures.map(failure => ({ ...failure, errorField: rename(failure.errorField) })),
  })),
})

function addFailure(result: ValidationResult, number: string, errorField: string): ValidationResult {
  const failure = { errorField, errorMessage: t('error') }
  const rest = result.failures.filter(order => order.rowIndex !== 0)
  const before = result.failures.find(order => order.rowIndex === 0)?.failures ?? []
  const failures = [{ mallOrderNumber: number, rowIndex: 0, failures: [failure, ...before] }, ...rest]
  return {
    isSuccess: false,
    requestCount: result.requestCount,
    successCount: result.requestCount - failures.length,
    failureCount: failures.length,
    failures,
  }
}
