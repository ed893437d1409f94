import { fieldsOfCode } from '@/lib/contract/product-codes'
import { readJson } from '@/lib/sheet/codecs/json'
import { type Draft, textAt } from '@/lib/sheet/draft/draft'
import { type FailureLocation, type FieldNames, locate, noFieldNames } from '@/lib/sheet/judge/locate'
import type { Mark, PlacedMark } from '@/lib/sheet/judge/marks'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { CancelledNumber, Holder } from './other-drafts'
import { type OrderOutcome, type OutcomeState, textOfSent, written } from './outcomes'

/** States of an order that the service rejected. */
const rejected: ReadonlySet<OutcomeState> = new Set(['failing', 'rejected'])

/** Places the failures of the service on the lines they are about. Marks of cells that were edited since are stale. */
export function placeOutcome(
  outcome: OrderOutcome,
  draft: Draft,
  sheet: Sheet,
  changed: boolean,
  names: FieldNames = noFieldNames,
): PlacedMark[] {
  if (outcome.rejectedAt !== undefined)
    return changed ? [] : rejectedBefore(outcome, draft, outcome.rejectedAt)
  if (!outcome.failures?.length)
    return rejected.has(outcome.state) ? rejectedWithoutReason(outcome, draft, changed) : []
  const sent = outcome.payload === undefined ? undefined : readJson(outcome.payload)
  const stale = (line: LineId, column: string) => isEdited(line, column, outcome, sent, draft, sheet)
  return outcome.failures.flatMap((failure, i) => {
    const mark: Omit<Mark, 'stale' | 'oneOf'> = {
      severity: 'failure',
      ...messageOf(failure.message),
      ...(failure.isOwn && { isOwn: true }),
      field: failure.field,
      ...(failure.errorCode && { errorCode: failure.errorCode }),
      ...(outcome.position === undefined ? {} : { position: outcome.position }),
      ...responseOf(outcome),
    }
    // Two failures may have the same field and message: for the names of the sender and of the recipient.
    const shared = `${failure.errorCode ?? ''}\n${outcome.lineIds[0]}\n${i}`
    const fields = fieldsOfCode[failure.errorCode ?? '']
    if (fields) {
      const cells = fields.flatMap(field => cellsOf(locate(field, outcome.lineIds, draft, sheet)))
      const isStale = cells.some(cell => stale(cell.line, cell.column))
      return cells.map(cell => ({ ...cell, mark: { ...mark, oneOf: 1, shared, stale: isStale } }))
    }
    const place = locate(failure.field, outcome.lineIds, draft, sheet, names)
    if ('line' in place) return [{ line: place.line, mark: { ...mark, oneOf: 1, stale: changed } }]
    const oneOf = place.cells.length
    return place.cells.map(cell => ({
      ...cell,
      mark: { ...mark, oneOf, ...(oneOf > 1 && { shared }), stale: stale(cell.line, cell.column) },
    }))
  })
}

/** The message of the service, or the desk's own sentence when the service gave none. */
const messageOf = (message: string) =>
  message.trim() === ''
    ? ({ source: 'desk', code: 'no_reason', params: {} } as const)
    : ({ source: 'service', message } as const)

const cellsOf = (place: FailureLocation) => ('line' in place ? [] : place.cells)

/** A warning on the whole order: it was rejected before, and passed since without an edit. */
function rejectedBefore({ lineIds }: OrderOutcome, draft: Draft, at: string): PlacedMark[] {
  const line = lineIds.find(id => draft.lines.has(id))
  const warning = { severity: 'warning', source: 'desk', code: 'rejected_before', params: { at } } as const
  return line === undefined ? [] : [{ line, mark: { ...warning, oneOf: 1, stale: false } }]
}

/**
 * Marks an order whose number an order of another draft holds: the order as a whole, and its number, the only cell that
 * may be edited. Texts that differ from those of the registered order are marked as well.
 */
export function placeHolder(
  order: Order,
  holder: Holder,
  outcome: OrderOutcome | undefined,
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
    { line: order.firstLine, mark },
    { line: order.firstLine, column: sheet.key, mark },
    ...(differing ? placeOutcome(differing, draft, sheet, false) : []),
  ]
}

/** A rejection without a reason is a mark on the whole order. */
function rejectedWithoutReason(outcome: OrderOutcome, draft: Draft, changed: boolean): PlacedMark[] {
  const line = outcome.lineIds.find(id => draft.lines.has(id))
  const mark = { severity: 'failure', source: 'desk', code: 'no_reason', params: {}, oneOf: 1 } as const
  return line === undefined ? [] : [{ line, mark: { ...mark, ...responseOf(outcome), stale: changed } }]
}

const responseOf = ({ attemptId }: OrderOutcome) => (attemptId === undefined ? {} : { response: attemptId })

/** Whether the text of a cell differs from what was sent from it. */
function isEdited(
  line: LineId,
  id: string,
  outcome: OrderOutcome,
  sent: unknown,
  draft: Draft,
  sheet: Sheet,
): boolean {
  const column = sheet.columns.find(known => known.id === id)
  if (!column || sent === undefined) return false
  const text = textAt(draft, line, id)
  return (
    readNow(column, id === sheet.key ? text.trim() : text) !==
    textOfSent(column, outcome.lineIds.indexOf(line), sent, sheet)
  )
}

function readNow(column: Column, text: string): string {
  if (isBlank(text)) return ''
  const reading = kinds[column.kind].read(text, column)
  return 'value' in reading ? written(reading.value) : text
}

/** The warning on the number of an order at the service that the shop cancelled. @param column of the number */
export function placeCancellation(order: Order, column: string): PlacedMark {
  const warning = { severity: 'warning', source: 'desk', code: 'cancelled_in_shop', params: {} } as const
  return { line: order.firstLine, column, mark: { ...warning, path: '/cancelled', oneOf: 1, stale: false } }
}

/** The warning on a number that the shop cancelled before an order had it. @param column of the number */
export function placeCancelledNumber(
  order: Order,
  column: string,
  { day, file }: CancelledNumber,
): PlacedMark {
  const params = { day, file: file === '' ? 'none' : file }
  const warning = { severity: 'warning', source: 'desk', code: 'cancelled_before', params } as const
  return { line: order.firstLine, column, mark: { ...warning, oneOf: 1, stale: false } }
}

/** Marks lines that were added to an order after it was sent: they are not part of what was sent. */
export function lateLines(order: Order, outcome: OrderOutcome): PlacedMark[] {
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
