import type { ShopState } from './recipe'

/**
 * What the shop says of an order, or of items of one, that an operator has to know before it ships. What was cancelled or
 * is not paid is skipped; what it has as shipped comes in and is reported, for the waybill may be that of the way to the
 * warehouse, and so does what a buyer asked to cancel, to return or to exchange.
 */
export interface SetAside {
  readonly means: ShopState
  /** The number of the order. */
  readonly number: string
  /** Whether it is all of the order. */
  readonly isWhole: boolean
  /** Position of its table in the book, and its rows, as the file counts. */
  readonly table: number
  readonly rows: readonly number[]
}

/** States of what is skipped unless an operator imports it. */
export const skippedStates = ['cancelled', 'unpaid'] as const satisfies readonly ShopState[]

/** Whether what is in a state is left out of the sheet unless an operator imports it. */
export const staysOut = (means: ShopState | undefined): boolean => means === 'cancelled' || means === 'unpaid'

/** Where a row stands in its file: table and row, as `hidden.source` says them behind the id of the file. */
export const asidePlace = (table: number, row: number): string => `${table}:${row}`
