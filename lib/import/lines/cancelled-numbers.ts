import type { SkippedOrder } from './skipped-orders'

/** The numbers of the orders that a file marks as cancelled as a whole, each once. */
export const cancelledNumbers = (skippedOrders: readonly SkippedOrder[]): string[] => [
  ...new Set(
    skippedOrders.flatMap(({ means, number, isWhole }) =>
      means === 'cancelled' && isWhole && number.trim() !== '' ? number : [],
    ),
  ),
]
