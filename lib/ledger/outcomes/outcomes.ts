import 'server-only'
import type { OwnFailureCode } from '@/lib/ledger/rules/problem'
import type { Db } from '@/lib/store/db/database'
import { yieldingBatches } from '@/lib/store/db/statements/batches'
import {
  type ChangedNumber,
  listChecked,
  listMoved,
  listOnlyChecked,
  type TimeSpan,
} from '@/lib/store/ledger/changes'
import { listVerdicts, type VerdictRow, type VerdictTarget } from '@/lib/store/ledger/checks/verdicts'
import { type LedgerOrderRow, listDraftOrders, type ShownOrder } from '@/lib/store/ledger/orders/orders'
import { listCancelledOrders } from '@/lib/store/ledger/orders/shop-cancellations'
import { iso, lineIdsOf } from '@/lib/store/stored-values'

/** State of an order of a draft as the desk shows it. */
type DeskState = 'passed' | 'failing' | 'queued' | 'sending' | 'registered' | 'rejected' | 'unknown'

/**
 * Why an order or a product fails. For an order the service names the `field`; for a product it gives an `errorCode`
 * and `field` is ''. `code` is set when Lading itself found the reason.
 */
export interface OrderFailure {
  readonly field: string
  readonly message: string
  readonly errorCode?: string
  readonly code?: OwnFailureCode
  /** Of `more_errors`: how many were left out. */
  readonly count?: number
}

/** Outcome of one order or product of a draft, by what was sent. */
export interface DeskOutcome {
  readonly mallOrderNumber: string
  readonly lineIds: readonly string[]
  readonly state: DeskState
  readonly orderId?: string
  readonly fingerprint: string
  /** SHA-256 of the form that a check judges. */
  readonly sha256: string
  readonly position: number
  readonly failures?: readonly OrderFailure[]
  /** The request whose response to look at, when no reason is known. */
  readonly attemptId?: string
  /** The JSON that was judged, of a failing order. */
  readonly payload?: string
  /** When an order that passed its check was rejected before, unchanged; a person must decide to send it again. */
  readonly rejectedAt?: string
  /** Whether a file of the shop marks an order as cancelled that is, or may be, at the service. */
  readonly isCancelledByShop?: true
  /** When it got into this state; for a check result, when it was checked. ISO 8601. */
  readonly checkedAt: string
  /** When anything of it changed last, ISO 8601; the latest of these is the `since` of the next question. */
  readonly changedAt: string
}

const deskStates: Readonly<Partial<Record<LedgerOrderRow['state'], DeskState>>> = {
  QUEUED: 'queued',
  PREPARED: 'queued',
  SENDING: 'sending',
  UNKNOWN: 'unknown',
  REGISTERED: 'registered',
}

/** One page of changed outcomes. */
export interface OutcomesPage {
  readonly outcomes: readonly DeskOutcome[]
  /** `since` of the next page (ISO 8601); undefined on the last page. */
  readonly next: string | undefined
}

/**
 * Outcomes of a draft's orders on a connection that changed since a time, oldest first. A draft may have 100,000
 * orders, so they come in pages: neither the server nor the browser is blocked for long.
 * @param since ISO 8601; '' starts at the first change
 */
export async function outcomesPage(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  since = '',
): Promise<OutcomesPage> {
  const checked = await listChecked(db, draftId, target, { from: since }, PAGE_SIZE)
  const moved = await listMoved(db, draftId, target, { from: since }, PAGE_SIZE)
  const next = completeUntil(checked, moved)
  const isIn = ({ at }: ChangedNumber) => next === undefined || at < next
  const isCut = [...checked, ...moved].some(isIn)
  // When a page is full of changes of one time, the page has all changes of that time.
  const span = { from: since, to: next === undefined ? undefined : nextMillisecond(next) }
  const found = isCut
    ? [...checked, ...moved].filter(isIn)
    : [
        ...(await listChecked(db, draftId, target, span, NO_LIMIT)),
        ...(await listMoved(db, draftId, target, span, NO_LIMIT)),
      ]
  const end = isCut ? next : span.to
  const outcomes = await outcomesOf(db, draftId, target, [...new Set(found.map(({ number }) => number))])
  // Each of the two tables has a part of an order; the order is on the page of the later change.
  const isDue = ({ changedAt }: DeskOutcome) => changedAt >= since && (end === undefined || changedAt < end)
  return { outcomes: outcomes.filter(isDue), next: end }
}

/** Changed outcomes for a browser that follows a draft. */
export interface OutcomeChanges {
  readonly outcomes: readonly DeskOutcome[]
  /** `since` of the next question. */
  readonly until: string
  /** Whether more changes are waiting now. */
  readonly more: boolean
}

/**
 * Changed outcomes of a draft, and the `since` of the next question. The next question overlaps this one, so that no
 * change is lost that another server commits at the same time. The first questions read all outcomes, each once, those
 * of registered orders first.
 * @param since `until` of the last response; '' starts to read all
 * @param now milliseconds since the epoch
 */
export async function outcomeChanges(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  since: string,
  now: number,
): Promise<OutcomeChanges> {
  const reading = since === '' ? { part: parts[0], began: now, from: '' } : parseReading(since)
  if (reading) return readAll(db, draftId, target, reading)
  const { outcomes, next } = await outcomesPage(db, draftId, target, since)
  return { outcomes, until: next ?? overlapping(now), more: next !== undefined }
}

const overlapping = (now: number) => iso(now - OVERLAP_MS)

/** All orders of a draft in the order in which they are read: an operator looks for the ids of registered ones. */
const parts = ['registered', 'sent', 'checked'] as const

/** How far all outcomes of a draft were read. */
interface Reading {
  readonly part: (typeof parts)[number]
  /** When the first of them were read, in milliseconds since the epoch: later changes are read afterwards. */
  readonly began: number
  /** ISO 8601; '' for the begin of the part. */
  readonly from: string
}

const READING = /^(registered|sent|checked) (\d{1,15}) (\S*)$/

function parseReading(since: string): Reading | undefined {
  const [, name, began, from = ''] = READING.exec(since) ?? []
  const part = parts.find(one => one === name)
  return part && { part, began: Number(began), from }
}

/** The next outcomes of all of a draft, and their numbers of one part or, where they are few, of several. */
async function readAll(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  reading: Reading,
): Promise<OutcomeChanges> {
  const { began } = reading
  const numbers = new Set<string>()
  let next: Reading | undefined = reading
  while (next && numbers.size < PAGE_SIZE / 2) {
    const { part, from }: Reading = next
    const page = await cutPage((span, limit) => lists[part](db, draftId, target, span, limit), from)
    for (const { number } of page.found) numbers.add(number)
    const following = parts[parts.indexOf(part) + 1]
    if (page.next !== undefined) next = { part, began, from: page.next }
    else next = following && { part: following, began, from: '' }
  }
  const outcomes = await outcomesOf(db, draftId, target, [...numbers])
  const until = next ? `${next.part} ${began} ${next.from}` : overlapping(began)
  return { outcomes, until, more: next !== undefined }
}

type ListChanges = (
  db: Db,
  draftId: string,
  target: VerdictTarget,
  span: TimeSpan,
  limit: number,
) => Promise<ChangedNumber[]>

const lists: Readonly<Record<Reading['part'], ListChanges>> = {
  registered: (...args) => listMoved(...args, true),
  sent: (...args) => listMoved(...args, false),
  checked: listOnlyChecked,
}

/** A page of a list by time. When it is full of changes of one time, it has all changes of that time. */
async function cutPage(list: (span: TimeSpan, limit: number) => Promise<ChangedNumber[]>, from: string) {
  const found = await list({ from }, PAGE_SIZE)
  const next = completeUntil(found)
  if (next === undefined) return { found, next }
  const complete = found.filter(({ at }) => at < next)
  if (complete.length > 0) return { found: complete, next }
  const to = nextMillisecond(next)
  return { found: await list({ from, to }, NO_LIMIT), next: to }
}

/** Upper bound for the clock difference of two servers plus the time from a change's timestamp to its commit. */
const OVERLAP_MS = 2000

/** Maximum number of changes on one page, in each of the two tables. */
const PAGE_SIZE = 2000
const NO_LIMIT = 1_000_000

/** The time up to which a page is complete: a full list may lack some changes of its last time. */
function completeUntil(...lists: readonly (readonly ChangedNumber[])[]): string | undefined {
  const ends = lists.flatMap(list => (list.length < PAGE_SIZE ? [] : (list.at(-1)?.at ?? [])))
  return ends.sort()[0]
}

const nextMillisecond = (at: string) => iso(Date.parse(at) + 1)

/** Outcomes of these numbers of a draft on a connection, unordered. The cost depends on `numbers`, not on the draft. */
export async function outcomesOf(
  db: Db,
  draftId: string,
  target: VerdictTarget,
  numbers: readonly string[],
): Promise<DeskOutcome[]> {
  const outcomes: DeskOutcome[] = []
  for await (const some of yieldingBatches(numbers)) {
    const verdicts = await listVerdicts(db, draftId, target, some)
    const known = new Map(verdicts.map(row => [row.mall_order_number, fromVerdict(row)]))
    const rows = await listDraftOrders(db, draftId, target, some)
    const ids = rows.flatMap(row => (row.scope === 'orders' ? row.id : []))
    const cancelled = await listCancelledOrders(db, ids)
    // Oldest first, so that the latest registration of a number wins.
    for (const row of rows) {
      const before = known.get(row.mall_order_number)
      const isOpen = cancelled.get(row.id)
      const outcome =
        isOpen !== undefined && SENDABLE_STATES.has(row.state)
          ? refusedByDesk(row, 'cancelled_by_shop')
          : (fromOrder(row, before) ?? fromReleased(row, before))
      known.set(row.mall_order_number, isOpen === true ? { ...outcome, isCancelledByShop: true } : outcome)
    }
    outcomes.push(...known.values())
  }
  return outcomes
}

/** States in which an order that the shop cancelled would be ready to be sent (again). */
const SENDABLE_STATES: ReadonlySet<string> = new Set(['CANCELLED', 'ABSENT', 'REJECTED'])

const later = (one: string, other: string) => (one > other ? one : other)

function fromVerdict(row: VerdictRow): DeskOutcome {
  return {
    ...commonFields(row),
    state: row.passed === 1 ? 'passed' : 'failing',
    ...(row.passed === 0 && failuresOf(row)),
    ...(row.payload !== null && { payload: row.payload }),
    checkedAt: row.checked_at,
    changedAt: row.checked_at,
  }
}

/** Why an order fails; when no reason has a text, the request whose response may say more. */
function failuresOf({ failures: json, attempt_id: attemptId }: VerdictRow) {
  const failures: readonly OrderFailure[] = JSON.parse(json)
  const hasReason = failures.some(({ message, code }) => message.trim() !== '' || code === 'order_too_large')
  return { failures, ...(!hasReason && attemptId !== '' && { attemptId }) }
}

function fromOrder(row: ShownOrder, verdict: DeskOutcome | undefined): DeskOutcome | undefined {
  const state = deskStates[row.state]
  if (state) {
    const orderId = row.order_id === null ? {} : { orderId: row.order_id }
    return { ...commonFields(row), state, ...orderId, checkedAt: row.updated_at, changedAt: row.updated_at }
  }
  if (row.state === 'ABANDONED') return refusedByDesk(row, 'given_up')
  if (row.state !== 'REJECTED') return undefined
  // A rejection is shown by its reasons, and superseded once the order was edited and checked again. An order that was
  // rejected because of others passes and may be registered; so does a product whose rejection was cleared.
  const isChecked = verdict && (verdict.sha256 !== judgedHash(row) || verdict.state === 'failing')
  const isNewer = verdict && verdict.checkedAt >= row.updated_at
  if (isNewer && (isChecked || row.explained === 'elsewhere' || row.scope === 'products')) {
    return undefined
  }
  // The check that looked for the reasons belongs to the rejection. When a later check passes, a person decides: the
  // rejection proves that the order is not registered.
  if (verdict?.state === 'passed' && verdict.checkedAt > row.updated_at) {
    return { ...verdict, rejectedAt: row.updated_at }
  }
  const { current_attempt: attemptId, updated_at: at } = row
  return {
    ...commonFields(row),
    state: 'rejected',
    ...(attemptId && { attemptId }),
    checkedAt: at,
    changedAt: at,
  }
}

/** Outcome of an order that the desk does not send. */
const refusedByDesk = (row: ShownOrder, code: OwnFailureCode): DeskOutcome => ({
  ...commonFields(row),
  state: 'rejected',
  failures: [{ field: '', message: '', code }],
  checkedAt: row.updated_at,
  changedAt: row.updated_at,
})

/**
 * Outcome of an order that the ledger released: its outcome before it was queued. A product has none, so the desk
 * decides; an order without a verdict here counts as passed long ago.
 */
function fromReleased(row: ShownOrder, before: DeskOutcome | undefined): DeskOutcome {
  const checkedAt = row.scope === 'products' ? row.updated_at : ''
  const known = before ?? { ...commonFields(row), state: 'passed' as const, checkedAt, changedAt: '' }
  return { ...known, changedAt: later(known.changedAt, row.updated_at) }
}

const commonFields = (row: ShownOrder | VerdictRow) => ({
  mallOrderNumber: row.mall_order_number,
  lineIds: lineIdsOf(row),
  fingerprint: row.fingerprint,
  sha256: judgedHash(row),
  position: row.position,
})

const judgedHash = (row: ShownOrder | VerdictRow) =>
  ('checked_sha256' in row ? row.checked_sha256 : null) ?? row.sha256
