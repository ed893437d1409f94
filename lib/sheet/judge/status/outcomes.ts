import { valueAt } from '@/lib/contract/json/member'
import { readJson } from '@/lib/sheet/codecs/json'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** What is known of an order from the service, as the ledger keeps it. */
export type OutcomeState = 'passed' | 'failing' | 'queued' | 'sending' | 'registered' | 'rejected' | 'unknown'

/** A reason that the service gave: for an order it names a field, for a product a code. */
export interface GivenFailure {
  readonly field: string
  readonly message: string
  readonly errorCode?: string
  /** The message is a sentence of the desk: the service gave no reason. */
  readonly isOwn?: boolean
  /** An order of another draft is registered under this number, and has another text here. */
  readonly isConflict?: boolean
}

/**
 * The last response about one order of a draft. `lineIds` is its receipt: the lines of the order when it was sent, so
 * that later edits, sorts and deletions do not move its failures.
 */
export interface OrderOutcome {
  readonly mallOrderNumber: string
  readonly lineIds: readonly LineId[]
  readonly state: OutcomeState
  /** int64 as text. */
  readonly orderId?: string
  /** `fingerprint` of the payload that was judged. */
  readonly fingerprint: string
  /** Zero-based position in the request. */
  readonly position?: number
  readonly failures?: readonly GivenFailure[]
  /** Where no reason was given: the request whose response to look at. */
  readonly attemptId?: string
  /** The JSON that was judged; present when it failed. */
  readonly payload?: string
  readonly checkedAt?: string
  /** For an order that passed: when the same order was rejected without a reason (ISO 8601). */
  readonly rejectedAt?: string
  /** Whether a file of the shop marks the order as cancelled although it is, or may be, at the service. */
  readonly isCancelledByShop?: boolean
  /** When the outcome changed last (ISO 8601); default `checkedAt`. A cancelled order goes back to its check. */
  readonly changedAt?: string
}

/** States in which the lines of an order are locked: the order is, or may be, at the service. */
const locked: ReadonlySet<OutcomeState> = new Set(['queued', 'sending', 'registered', 'unknown'])

/** Whether an order is, or may be, at the service: it is locked then. */
export const isAtService = (outcome: OrderOutcome | undefined): boolean =>
  outcome !== undefined && locked.has(outcome.state)

/** The id of a registered order; undefined for one that is not registered, or whose id is not known. */
export const orderIdOf = ({ state, orderId }: OrderOutcome): string | undefined =>
  state === 'registered' ? orderId : undefined

/** The text of a cell as it was sent; undefined when what was sent is not known any more. */
export function sentText(
  outcome: OrderOutcome,
  { line, column: id }: CellAddress,
  sheet: Sheet,
): string | undefined {
  const column = sheet.columns.find(known => known.id === id)
  if (!column || outcome.payload === undefined) return undefined
  return textOfSent(column, outcome.lineIds.indexOf(line), readJson(outcome.payload), sheet)
}

/**
 * The value of a cell in a record that was sent, as a text; '' for a cell without one.
 * @param item position of the line among those of its order @param sent the record that was sent
 */
export function textOfSent(column: Column, item: number, sent: unknown, { lines }: Sheet): string {
  const start = column.scope === 'record' ? sent : valueAt(sent, [...lines, item])
  return written(valueAt(start, column.path))
}

/** A value that is read from a text, or was sent, as the text by which the two are compared. */
export const written = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value)
