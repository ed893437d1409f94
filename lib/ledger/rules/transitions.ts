/** States of an order in the ledger. DRAFT and VALIDATED orders have no row yet. */
export const orderStates = [
  'DRAFT',
  'VALIDATED',
  'QUEUED',
  'PREPARED',
  'SENDING',
  'UNKNOWN',
  'REGISTERED',
  'REJECTED',
  /** A person checked the service and the order was not there. */
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
] as const
/** A state of `orderStates`. */
export type OrderState = (typeof orderStates)[number]

/** A state that rows of the ledger have. */
export type LedgerOrderState = Exclude<OrderState, 'DRAFT' | 'VALIDATED'>

/** Whether rows of the ledger have this state: DRAFT and VALIDATED orders have no row yet. */
export const isStored = (state: OrderState): state is LedgerOrderState =>
  state !== 'DRAFT' && state !== 'VALIDATED'

/** States of an order that waits for its request, or for the outcome of its request. */
export const IN_PROGRESS_STATES = ['QUEUED', 'PREPARED', 'SENDING'] as const satisfies LedgerOrderState[]

/** Whether an order waits for its request, or for the outcome of its request. */
export const isInProgress = (state: LedgerOrderState): boolean =>
  IN_PROGRESS_STATES.some(one => one === state)

/** What moves an order from one state to another. */
export type Trigger =
  | 'check_passed'
  | 'enqueue'
  | 'claim'
  | 'send'
  | 'reap'
  | 'not_executed'
  | 'registered'
  | 'rejected'
  | 'unproven'
  | 'cancel'
  | 'edit'
  | 'restored'
  | 'confirmed_refused'
  | 'confirmed_unexecuted'
  | 'replay_rejected'
  | 'found'
  | 'absent'
  | 'abandon'
  | 'release'

/** One allowed step of an order; a step that the table lacks is not allowed. */
export interface Transition {
  readonly from: OrderState
  readonly trigger: Trigger
  readonly to: OrderState
}

const step = (from: OrderState, trigger: Trigger, to: OrderState): Transition => ({ from, trigger, to })

/** Every step that an order may take. The runner and the model check import the same table. */
export const transitions: readonly Transition[] = [
  step('DRAFT', 'check_passed', 'VALIDATED'),
  step('VALIDATED', 'enqueue', 'QUEUED'),
  step('QUEUED', 'claim', 'PREPARED'),
  // A queued order is not sent yet, so an operator may cancel it.
  step('QUEUED', 'cancel', 'CANCELLED'),
  step('PREPARED', 'send', 'SENDING'),
  step('PREPARED', 'reap', 'QUEUED'),
  step('SENDING', 'not_executed', 'QUEUED'),
  step('SENDING', 'registered', 'REGISTERED'),
  step('SENDING', 'rejected', 'REJECTED'),
  step('SENDING', 'unproven', 'UNKNOWN'),
  step('SENDING', 'reap', 'UNKNOWN'),
  // A backup lacks what was sent after it was made.
  step('QUEUED', 'restored', 'UNKNOWN'),
  step('PREPARED', 'restored', 'UNKNOWN'),
  step('SENDING', 'restored', 'UNKNOWN'),
  step('REJECTED', 'edit', 'DRAFT'),
  step('CANCELLED', 'edit', 'DRAFT'),
  step('ABSENT', 'edit', 'DRAFT'),
  step('RELEASED', 'edit', 'DRAFT'),
  // A response that arrives after the reaper may prove a registration, never its absence.
  step('UNKNOWN', 'registered', 'REGISTERED'),
  // A person confirmed the meaning of a complete response: the request can no longer be executed.
  step('UNKNOWN', 'confirmed_refused', 'REJECTED'),
  step('UNKNOWN', 'confirmed_unexecuted', 'QUEUED'),
  // The same request with the same idempotency key was rejected: by its service the first one was not executed either.
  step('UNKNOWN', 'replay_rejected', 'REJECTED'),
  step('UNKNOWN', 'found', 'REGISTERED'),
  // A person looked and the order is not there: its number is free, and nothing is sent until a person registers it.
  step('UNKNOWN', 'absent', 'ABSENT'),
  step('UNKNOWN', 'abandon', 'ABANDONED'),
  // Late proof overrides a person's decision, unless the number was sent again meanwhile
  // (runner/responses/late-response.ts).
  step('ABSENT', 'registered', 'REGISTERED'),
  step('ABANDONED', 'registered', 'REGISTERED'),
  step('ABANDONED', 'release', 'RELEASED'),
  step('REGISTERED', 'release', 'RELEASED'),
]

/** The state to which `trigger` moves an order in state `from`; undefined when the step is not allowed. */
export function nextState(from: OrderState, trigger: Trigger, table = transitions): OrderState | undefined {
  return table.find(one => one.from === from && one.trigger === trigger)?.to
}

/** The states that `trigger` may start from: the guard of the compare-and-set. */
export function statesBefore(trigger: Trigger): readonly OrderState[] {
  return transitions.filter(one => one.trigger === trigger).map(one => one.from)
}
