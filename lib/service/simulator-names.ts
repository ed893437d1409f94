import 'server-only'
import type { Operation } from '@/lib/contract/operations'
import type { ProductResult, ValidationResult } from '@/lib/contract/results'
import type { Call } from './call'
import type { StandIn } from './serve'
import { retell } from './simulator-answers'

const MESSAGE =
  'This is a rehearsal: the first of each request is found wanting, so that there is something to see.'

/**
 * Calls the fields of failures otherwise. The desk holds back what the service would refuse, so there would hardly be a
 * failure to see: the first order of each check gets one more.
 * @param made the name in the failure that is made up
 * @param rename what becomes of other names
 */
export const callingFields =
  (made: string, rename: (field: string) => string): StandIn =>
  async (call, service) => {
    let first: string | undefined
    const answer = await service(
      overhear(call, number => {
        first ??= number
        return true
      }),
    )
    return retell(answer, call.operation, {
      check: result => addFailure(renameFields(result, rename), first ?? '', made),
    })
  }

/** Refuses products by a code that nobody knows, and the first of each request in any case. */
export const callingCodes =
  (code: string): StandIn =>
  async (call, service) => {
    let first: string | undefined
    const answer = await service(
      overhear(call, number => {
        const isFirst = first === undefined
        first ??= number
        return !isFirst
      }),
    )
    return retell(answer, call.operation, {
      products: ({ successCount, failures }): ProductResult => {
        const made = { shopProductId: first ?? '', errorCode: code, message: MESSAGE }
        const all = [made, ...failures.map(failure => ({ ...failure, errorCode: code }))]
        return { successCount, failureCount: all.length, failures: all }
      },
    })
  }

/** A call whose elements `listen` hears of, by number, before the service does; those it returns false for it keeps. */
function overhear(call: Call, listen: (number: string) => boolean): Call {
  return {
    ...call,
    read: (taker, watch) =>
      call.read(
        {
          take: (value, piece) => {
            if (listen(numberIn(value, call.operation))) taker.take(value, piece)
          },
          settle: () => taker.settle(),
        },
        watch,
      ),
  }
}

/** A call in which the service finds elements wanting, by their numbers, without anything to tell of them. */
export function spoil(call: Call, isWrong: (number: string) => boolean): Call {
  return {
    ...call,
    read: (taker, watch) =>
      call.read(
        {
          take: (value, piece) => taker.take(isWrong(numberIn(value, call.operation)) ? null : value, piece),
          settle: () => taker.settle(),
        },
        watch,
      ),
  }
}

/** The number by which its sender knows an element; empty when it has none. */
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
  const failure = { errorField, errorMessage: MESSAGE }
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
