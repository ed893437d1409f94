import { fieldsOfCode } from '@/lib/contract/product-codes'
import type { Column } from './columns'
import { type Draft, type LineId, textAt } from './draft'
import type { Holder } from './elsewhere'
import type { Order } from './grouping'
import { readJson } from './json'
import { isBlank, kinds } from './kinds'
import { type FieldNames, locate, noNames, type Place } from './locate'
import type { Mark, PlacedMark } from './marks'
import type { Sheet } from './sheets'

/** What is known of an order from the service, as the ledger keeps it. */
export type OutcomeState = 'passed' | 'failing' | 'queued' | 'sending' | 'registered' | 'rejected' | 'unknown'

/** A reason that the service gave: of an order it names a field, of a product a code. */
export interface GivenFailure {
  readonly field: string
  readonly message: string
  readonly errorCode?: string
  /** An order of another draft is registered under this number, and has another text here. */
  readonly isConflict?: boolean
}

/**
 * The last answer about one order of a draft. `lineIds` is its receipt: the lines it was made of when it was
 * sent, so that edits, sorts and deletions since then cannot shift what was said.
 */
export interface Outcome {
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
  /** The JSON that was judged; there when it failed. */
  readonly payload?: string
  readonly checkedAt?: string
  /** Of an order that passed: when it was refused before, exactly as it is, without a reason (ISO 8601). */
  readonly refusedAt?: string
  /** When anything of it changed last (ISO 8601), `checkedAt` unless told: an order that was called off passes again. */
  readonly changedAt?: string
}

/** States in which an order's lines may not be edited: it is, or may be, at the service. */
const locked: ReadonlySet<OutcomeState> = new Set(['queued', 'sending', 'registered', 'unknown'])

export const isLocked = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && locked.has(outcome.state)

/** States of an order that the service does not take. */
const refused: ReadonlySet<OutcomeState> = new Set(['failing', 'rejected'])

/** Places the service's failures on the lines they were about. Marks of cells edited since are stale. */
export function placeOutcome(
  outcome: Outcome,
  draft: Draft,
  sheet: Sheet,
  changed: boolean,
  names: FieldNames = noNames,
): PlacedMark[] {
  if (outcome.refusedAt !== undefined) return changed ? [] : refusedBefore(outcome, draft, outcome.refusedAt)
  if (!outcome.failures?.length) return refused.has(outcome.state) ? unexplained(outcome, draft, changed) : []
  const sent = outcome.payload === undefined ? undefined : readJson(outcome.payload)
  const stale = (line: LineId, column: string) => isEdited(line, column, outcome, sent, draft, sheet)
  return outcome.failures.flatMap((failure, i) => {
    const mark: Omit<Mark, 'stale' | 'oneOf'> = {
      severity: 'failure',
      ...wordsOf(failure.message),
      field: failure.field,
      ...(failure.errorCode && { errorCode: failure.errorCode }),
      ...(outcome.position === undefined ? {} : { position: outcome.position }),
      ...responseOf(outcome),
    }
    const fields = fieldsOfCode[failure.errorCode ?? '']
    if (fields) {
      const shared = `${failure.errorCode}\n${outcome.lineIds[0]}\n${i}`
      const cells = fields.flatMap(field => cellsOf(locate(field, outcome.lineIds, draft, sheet)))
      const isOver = cells.some(cell => stale(cell.line, cell.column))
      return cells.map(cell => ({ ...cell, mark: { ...mark, oneOf: 1, shared, stale: isOver } }))
    }
    const place = locate(failure.field, outcome.lineIds, draft, sheet, names)
    if ('line' in place) return [{ line: place.line, mark: { ...mark, oneOf: 1, stale: changed } }]
    return place.cells.map(cell => ({
      ...cell,
      mark: { ...mark, oneOf: place.cells.length, stale: stale(cell.line, cell.column) },
    }))
  })
}

/** What a failure says: the service's words, or that it had none. */
const wordsOf = (message: string) =>
  message.trim() === ''
    ? ({ source: 'desk', code: 'no_reason', params: {} } as const)
    : ({ source: 'service', message } as const)

const cellsOf = (place: Place) => ('line' in place ? [] : place.cells)

/** That an order was refused before, and passed since as it is: a warning on it as a whole. */
function refusedBefore({ lineIds }: Outcome, draft: Draft, at: string): PlacedMark[] {
  const line = lineIds.find(id => draft.lines.has(id))
  const said = { severity: 'warning', source: 'desk', code: 'refused_before', params: { at } } as const
  return line === undefined ? [] : [{ line, mark: { ...said, oneOf: 1, stale: false } }]
}

/**
 * That an order of another draft holds the number: on the order as a whole, and on its number, which alone may be edited.
 * Where that order is registered with other texts, they are marked as well.
 */
export function placeHolder(
  order: Order,
  holder: Holder,
  outcome: Outcome | undefined,
  draft: Draft,
  sheet: Sheet,
): PlacedMark[] {
  const mark: Mark = {
    severity: 'notice',
    source: 'desk',
    code: 'held_elsewhere',
    params: {
      state: holder.state,
      orderId: holder.orderId ?? 'none',
      draft: holder.draft ?? '',
      isDeleted: holder.draft === undefined ? 'yes' : 'no',
    },
    path: holder.path,
    oneOf: 1,
    stale: false,
  }
  const conflicts = outcome?.failures?.filter(({ isConflict }) => isConflict) ?? []
  const differing = outcome && conflicts.length > 0 ? { ...outcome, failures: conflicts } : undefined
  return [
    { line: order.lead, mark },
    { line: order.lead, column: sheet.key, mark },
    ...(differing ? placeOutcome(differing, draft, sheet, false) : []),
  ]
}

/** A refusal without a reason: the order as a whole. */
function unexplained(outcome: Outcome, draft: Draft, changed: boolean): PlacedMark[] {
  const line = outcome.lineIds.find(id => draft.lines.has(id))
  const mark = { severity: 'failure', source: 'desk', code: 'no_reason', params: {}, oneOf: 1 } as const
  return line === undefined ? [] : [{ line, mark: { ...mark, ...responseOf(outcome), stale: changed } }]
}

const responseOf = ({ attemptId }: Outcome) => (attemptId === undefined ? {} : { response: attemptId })

/** Whether a cell now says something else than what was sent from it. */
function isEdited(
  line: LineId,
  id: string,
  outcome: Outcome,
  sent: unknown,
  draft: Draft,
  sheet: Sheet,
): boolean {
  const column = sheet.columns.find(known => known.id === id)
  if (!column || sent === undefined) return false
  const text = textAt(draft, line, id)
  return (
    readNow(column, id === sheet.key ? text.trim() : text) !==
    written(valueSent(column, outcome.lineIds.indexOf(line), sent, sheet))
  )
}

function readNow(column: Column, text: string): string {
  if (isBlank(text)) return ''
  const reading = kinds[column.kind].read(text, column)
  return 'value' in reading ? written(reading.value) : text
}

const written = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function valueSent(column: Column, item: number, sent: unknown, { lines }: Sheet): unknown {
  const start = column.scope === 'record' ? sent : [...lines, item].reduce(member, sent)
  return column.path.reduce(member, start)
}

const member = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined

/** Lines added to an order after it went out: they are not in what was sent, and must not be thought to be. */
export function lateLines(order: Order, outcome: Outcome): PlacedMark[] {
  const sent = new Set(outcome.lineIds)
  return order.lines
    .filter(line => !sent.has(line))
    .map(line => ({
      line,
      mark: {
        severity: 'failure',
        source: 'desk',
        code: 'after_sending',
        params: {},
        oneOf: 1,
        stale: false,
      },
    }))
}
