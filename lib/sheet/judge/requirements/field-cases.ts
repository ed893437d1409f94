import type { Column } from '@/lib/sheet/schema/columns'
import type { OrderValues } from './order-values'
import type { Rule, WHOLE_RECORD } from './requirement'

/** An order that a service rejected because of one field. */
export interface RejectedOrder {
  /** Cases of the same number count once. */
  readonly number: string
  readonly values: OrderValues
  /** Position of the item that the service named; undefined: it named none. */
  readonly item: number | undefined
}

/** The responses of a service about one field. */
export interface FieldCases {
  /** The column of the field, or `WHOLE_RECORD`. */
  readonly column: Column | typeof WHOLE_RECORD
  readonly rejected: readonly RejectedOrder[]
  /** Orders that it accepted. */
  readonly passed: readonly OrderValues[]
}

/** A rule and the column that it judges. */
export interface CandidateRule {
  readonly column: Column | typeof WHOLE_RECORD
  readonly rule: Rule
}
