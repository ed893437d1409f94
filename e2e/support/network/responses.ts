/** One reason of a canned response. */
export interface CannedFailure {
  readonly order: number
  readonly field: string
  readonly message: string
}

/** The response of a service to a check: these failures, by position of the order in the request. */
export function validationResponse(
  failures: readonly CannedFailure[],
): (numbers: readonly string[]) => unknown {
  return numbers => {
    const rows = [...new Set(failures.map(failure => failure.order))]
    return {
      isSuccess: rows.length === 0,
      requestCount: numbers.length,
      successCount: numbers.length - rows.length,
      failureCount: rows.length,
      failures: rows.map(rowIndex => ({
        mallOrderNumber: numbers[rowIndex],
        rowIndex,
        failures: failures
          .filter(failure => failure.order === rowIndex)
          .map(({ field, message }) => ({ errorField: field, errorMessage: message })),
      })),
    }
  }
}

/** A failed registration: the API gives no reason. */
export const rejection = { isSuccess: false, orderSuccesses: [] }
