/** Where an order stands in the ledger. DRAFT and VALIDATED have no row of their own yet. */
export const orderStates = [
  'DRAFT',
  'VALIDATED',
  'QUEUED',
  'PREPARED',
  'SENDING',
  'UNKNOWN',
  'REGISTERED',
  'REJECTED',
  'ABSENT',
  'ABANDONED',
  'CANCELLED',
  'RELEASED',
] as const
export type OrderState = (typeof orderStates)[number]

/** What may move an order from one state to another. */
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
  | 'found'
  | 'absent'
  | 'abandon'
  | 'release'

/** One allowed step of an order. A step that is not in the table does not exist. */
export interface Transition {
  readonly from: OrderState
  readonly trigger: Trigger
  readonly to: OrderState
}

const step = (from: OrderState, trigger: Trigger, to: OrderState): Transition => ({ from, trigger, to })

/** Every step of reliability.md §3.2; imported by the runner and by the model check alike. */
export const transitions: readonly Transition[] = [
  step('DRAFT', 'check_passed', 'VALIDATED'),
  step('VALIDATED', 'enqueue', 'QUEUED'),
  step('QUEUED', 'claim', 'PREPARED'),
  // Nothing of a queued order is on the wire, so an operator may take it back.
  step('QUEUED', 'cancel', 'CANCELLED'),
  step('PREPARED', 'send', 'SENDING'),
  step('PREPARED', 'reap', 'QUEUED'),
  step('SENDING', 'not_executed', 'QUEUED'),
  step('SENDING', 'registered', 'REGISTERED'),
  step('SENDING', 'rejected', 'REJECTED'),
  step('SENDING', 'unproven', 'UNKNOWN'),
  step('SENDING', 'reap', 'UNKNOWN'),
  // A backup does not know what went out after it was made.
  step('QUEUED', 'restored', 'UNKNOWN'),
  step('PREPARED', 'restored', 'UNKNOWN'),
  step('SENDING', 'restored', 'UNKNOWN'),
  step('REJECTED', 'edit', 'DRAFT'),
  step('CANCELLED', 'edit', 'DRAFT'),
  step('ABSENT', 'edit', 'DRAFT'),
  step('RELEASED', 'edit', 'DRAFT'),
  // An answer that arrives after the reaper may prove a registration, never its absence.
  step('UNKNOWN', 'registered', 'REGISTERED'),
  // A person confirmed what an answer that was read to its end means: nothing of it can still be executed.
  step('UNKNOWN', 'confirmed_refused', 'REJECTED'),
  step('UNKNOWN', 'confirmed_unexecuted', 'QUEUED'),
  step('UNKNOWN', 'found', 'REGISTERED'),
  // A person looked and it is not there: its number is free, and nothing goes until a person presses Register.
  step('UNKNOWN', 'absent', 'ABSENT'),
  step('UNKNOWN', 'abandon', 'ABANDONED'),
  // Late proof outweighs what a person thought, unless the number went out again meanwhile (lib/ledger/resolve-late).
  step('ABSENT', 'registered', 'REGISTERED'),
  step('ABANDONED', 'registered', 'REGISTERED'),
  step('ABANDONED', 'release', 'RELEASED'),
  step('REGISTERED', 'release', 'RELEASED'),
]

/** Where `trigger` leads an order that stands at `from`; undefined when the step is not allowed. */
export function follow(from: OrderState, trigger: Trigger, table = transitions): OrderState | undefined {
  return table.find(one => one.from === from && one.trigger === trigger)?.to
}

/** The states from which `trigger` leads somewhere: the guard of the compare-and-set. */
export function sources(trigger: Trigger): readonly OrderState[] {
  return transitions.filter(one => one.trigger === trigger).map(one => one.from)
}
