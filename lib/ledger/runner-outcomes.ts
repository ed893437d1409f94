import 'server-only'
import { pieces } from '@/lib/store/chunks'
import type { Handle } from '@/lib/store/database'
import { type ChangedNumber, listChecked, listMoved } from '@/lib/store/draft-news'
import { type LedgerOrderRow, listDraftOrders, type ShownOrder } from '@/lib/store/ledger'
import { listVerdicts, type Place, type VerdictRow } from '@/lib/store/verdicts'

/** Where an order of a draft stands. */
export type DeskState = 'passed' | 'failing' | 'queued' | 'sending' | 'registered' | 'rejected' | 'unknown'

/**
 * Why an order or a product is not taken. A service names the field of an order (`field`) and the kind of trouble of a
 * product (`errorCode`, `field` is empty then). `code` is set when the reason is our own.
 */
export interface OrderFailure {
  readonly field: string
  readonly message: string
  readonly errorCode?: string
  readonly code?: string
}

/** What the desk shows of one order or product of a draft, by what was sent. */
export interface DeskOutcome {
  readonly mallOrderNumber: string
  readonly lineIds: readonly string[]
  readonly state: DeskState
  readonly orderId?: string
  readonly fingerprint: string
  /** Of the form that a check judges. */
  readonly sha256: string
  readonly position: number
  readonly failures?: readonly OrderFailure[]
  /** Where no reason was given: the request whose response to look at. */
  readonly attemptId?: string
  /** What was judged, while it fails. */
  readonly payload?: string
  /** Of what passed: when it was refused before, exactly as it is. It goes again only when a person says so. */
  readonly refusedAt?: string
  /** When it got into this state: of a check result, when it was checked. ISO 8601. */
  readonly checkedAt: string
  /** When anything of it changed last; ask for what is new since the latest of these. */
  readonly changedAt: string
}

const deskStates: Readonly<Partial<Record<LedgerOrderRow['state'], DeskState>>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
}

/** What is told of a draft at once: what changed in some time, and since when to ask for the rest. */
export interface OutcomesPage {
  readonly outcomes: readonly DeskOutcome[]
  /** Ask for what changed since then next (ISO 8601); undefined: that was all. */
  readonly next: string | undefined
}

/**
 * What changed of a draft's orders on a connection since a time, oldest first. A draft may have 100,000 of them, so it
 * comes in pages: neither who tells nor who hears is kept from other work for long.
 * @param since ISO 8601; '' begins with the first
 */
export async function outcomesPage(
  handle: Handle,
  draftId: string,
  place: Place,
  since = '',
): Promise<OutcomesPage> {
  const checked = await listChecked(handle, draftId, place, { from: since }, PAGE)
  const moved = await listMoved(handle, draftId, place, { from: since }, PAGE)
  const next = endOf(checked, moved)
  const isIn = ({ at }: ChangedNumber) => next === undefined || at < next
  const isCut = [...checked, ...moved].some(isIn)
  // Thousands that changed at one and the same time are told at once.
  const span = { from: since, to: next === undefined ? undefined : afterwards(next) }
  const found = isCut
    ? [...checked, ...moved].filter(isIn)
    : [
        ...(await listChecked(handle, draftId, place, span, ALL)),
        ...(await listMoved(handle, draftId, place, span, ALL)),
      ]
  const end = isCut ? next : span.to
  const outcomes = await outcomesOf(handle, draftId, place, [...new Set(found.map(({ number }) => number))])
  // Both tables know a part of an order; it is told when the later of them is due.
  const isDue = ({ changedAt }: DeskOutcome) => changedAt >= since && (end === undefined || changedAt < end)
  return { outcomes: outcomes.filter(isDue), next: end }
}

/** What a page that follows a draft is told at once. */
export interface OutcomeNews {
  readonly outcomes: readonly DeskOutcome[]
  /** Since when it asks next, ISO 8601. */
  readonly until: string
  /** Whether there was more than is told at once. */
  readonly more: boolean
}

/**
 * What is new of a draft's orders, and since when to ask next: a little is told again, so that nothing is lost that
 * another server writes at the same time.
 * @param since ISO 8601; '' begins with the first
 * @param now milliseconds since the epoch
 */
export async function outcomeNews(
  handle: Handle,
  draftId: string,
  place: Place,
  since: string,
  now: number,
): Promise<OutcomeNews> {
  const { outcomes, next } = await outcomesPage(handle, draftId, place, since)
  return { outcomes, until: next ?? new Date(now - OVERLAP_MS).toISOString(), more: next !== undefined }
}

/** Clocks of two servers differ by this much at most, and so late may a write be seen after its time. */
const OVERLAP_MS = 2000

/** Changes of one page, at most, in each of the two tables. */
const PAGE = 2000
const ALL = 1_000_000

/** Until when a page is whole: a list that is as long as a page may not hold all of its last time. */
function endOf(...lists: readonly (readonly ChangedNumber[])[]): string | undefined {
  const ends = lists.flatMap(list => (list.length < PAGE ? [] : (list.at(-1)?.at ?? [])))
  return ends.sort()[0]
}

const afterwards = (at: string) => new Date(Date.parse(at) + 1).toISOString()

/** What is known of these numbers of a draft on a connection, in no order. It costs what they cost, not all of them. */
export async function outcomesOf(
  handle: Handle,
  draftId: string,
  place: Place,
  numbers: readonly string[],
): Promise<DeskOutcome[]> {
  const outcomes: DeskOutcome[] = []
  for await (const some of pieces(numbers)) {
    const verdicts = await listVerdicts(handle, draftId, place, some)
    const known = new Map(verdicts.map(row => [row.mall_order_number, ofVerdict(row)]))
    // Oldest first, so that the latest registration of a number has the last word.
    for (const row of await listDraftOrders(handle, draftId, place, some)) {
      const before = known.get(row.mall_order_number)
      known.set(row.mall_order_number, ofOrder(row, before) ?? ofFree(row, before))
    }
    outcomes.push(...known.values())
  }
  return outcomes
}

const later = (one: string, other: string) => (one > other ? one : other)

function ofVerdict(row: VerdictRow): DeskOutcome {
  return {
    ...common(row),
    state: row.passed === 1 ? 'passed' : 'failing',
    ...(row.passed === 0 && failuresOf(row)),
    ...(row.payload !== null && { payload: row.payload }),
    checkedAt: row.checked_at,
    changedAt: row.checked_at,
  }
}

/** Why it fails; where that says nothing, the response that may say more than was understood. */
function failuresOf({ failures: json, attempt_id: attemptId }: VerdictRow) {
  const failures: readonly OrderFailure[] = JSON.parse(json)
  const isTold = failures.some(({ message, code }) => message.trim() !== '' || code === 'order_too_large')
  return { failures, ...(!isTold && attemptId !== '' && { attemptId }) }
}

function ofOrder(row: ShownOrder, verdict: DeskOutcome | undefined): DeskOutcome | undefined {
  const state = deskStates[row.state]
  if (state) {
    const orderId = row.order_id === null ? {} : { orderId: row.order_id }
    return { ...common(row), state, ...orderId, checkedAt: row.updated_at, changedAt: row.updated_at }
  }
  if (row.state === 'ABANDONED') {
    const failures = [{ field: '', message: '', code: 'given_up' }]
    return {
      ...common(row),
      state: 'rejected',
      failures,
      checkedAt: row.updated_at,
      changedAt: row.updated_at,
    }
  }
  if (row.state !== 'REJECTED') return undefined
  // A refusal is told by its reasons, and forgotten once the order was changed and checked again. An order that
  // was only in the way of others passes and may be registered; so does a product whose refusal was taken back.
  const isChecked = verdict && (verdict.sha256 !== judgedHash(row) || verdict.state === 'failing')
  const isNewer = verdict && verdict.checkedAt >= row.updated_at
  if (isNewer && (isChecked || row.explained === 'elsewhere' || row.scope === 'products')) {
    return undefined
  }
  // The check that looked for the reasons is part of the refusal. A later one that finds nothing leaves the choice to a
  // person: a refusal proves that nothing is registered.
  if (verdict?.state === 'passed' && verdict.checkedAt > row.updated_at) {
    return { ...verdict, refusedAt: row.updated_at }
  }
  const { current_attempt: attemptId, updated_at: at } = row
  return { ...common(row), state: 'rejected', ...(attemptId && { attemptId }), checkedAt: at, changedAt: at }
}

/**
 * What is known of an order that the ledger does not hold any more: what was known before it was queued. Of a product
 * that is nothing, so the desk alone decides; of an order that no check judged here it is a pass that is long over.
 */
function ofFree(row: ShownOrder, before: DeskOutcome | undefined): DeskOutcome {
  const checkedAt = row.scope === 'products' ? row.updated_at : ''
  const known = before ?? { ...common(row), state: 'passed' as const, checkedAt, changedAt: '' }
  return { ...known, changedAt: later(known.changedAt, row.updated_at) }
}

const common = (row: ShownOrder | VerdictRow) => ({
  mallOrderNumber: row.mall_order_number,
  lineIds: JSON.parse(row.line_ids) as string[],
  fingerprint: row.fingerprint,
  sha256: judgedHash(row),
  position: row.position,
})

const judgedHash = (row: ShownOrder | VerdictRow) =>
  ('checked_sha256' in row ? row.checked_sha256 : null) ?? row.sha256
