import 'server-only'
import type { IN_PROGRESS_STATES, LedgerOrderState } from '@/lib/ledger/rules/transitions'

/**
 * States of an order that waits for its request, or for the outcome of its request, as the rules of the
 * ledger list them.
 */
export const ACTIVE_STATES: typeof IN_PROGRESS_STATES = ['QUEUED', 'PREPARED', 'SENDING']

/** States of an order whose registration has no proven outcome. */
export const OPEN_STATES = [...ACTIVE_STATES, 'UNKNOWN'] as const satisfies LedgerOrderState[]

/** States in which an order locks its lines, because it is or may be at the service. */
export const LINE_HOLDING_STATES = [...OPEN_STATES, 'REGISTERED'] as const satisfies LedgerOrderState[]

/** States in which an order holds its number (the unique index): no other order of the environment can have it. */
export const NUMBER_HOLDING_STATES = [
  ...LINE_HOLDING_STATES,
  'ABANDONED',
] as const satisfies LedgerOrderState[]
