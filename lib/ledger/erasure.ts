import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ERASED, eraseAnswer, erasePersonal, personalFields } from '@/lib/contract/personal'
import { findAttempt } from '@/lib/store/attempts'
import type { Database, Handle } from '@/lib/store/database'
import { emptyColumns } from '@/lib/store/draft-erasure'
import { holdDraft, tiesOf } from '@/lib/store/draft-fates'
import {
  eraseBodies,
  eraseCheckedForm,
  eraseForms,
  eraseProblems,
  eraseVerdicts,
  listCheckAnswers,
  listCheckedForms,
  listCheckRuns,
  listHolding,
  markRunErased,
  requestsOf,
} from '@/lib/store/erasure'
import { findOrders, type LedgerOrderRow, recordMoves } from '@/lib/store/ledger'
import { dropRecipients } from '@/lib/store/recipients'
import type { RunRow } from '@/lib/store/runs'

/** Why nothing was erased: what was sent is still needed, or there is nothing left to erase. */
export interface Needed {
  readonly why: 'busy' | 'unknown' | 'running' | 'gone' | 'already'
  readonly count: number
}

/** How many orders were erased; or why none was. */
export type Erasure =
  | { readonly ok: true; readonly orders: number }
  | { readonly ok: false; readonly needed: Needed }

/** Who erases, and when (milliseconds since the epoch): an operator's id, or `retention`. */
export interface Eraser {
  readonly actor: string
  readonly now: number
}

/** Orders of one transaction, and then others get their turn. */
export const AT_ONCE = 50

const iso = ({ now }: Eraser) => new Date(now).toISOString()

const refused = (why: Needed['why'], count = 1): Erasure => ({ ok: false, needed: { why, count } })

/** Erases personal data of an order: of every registration of its number that its draft ever had, and of its checks. */
export async function eraseOrder(database: Database, id: string, by: Eraser): Promise<Erasure> {
  const [order] = await findOrders(database.kysely, [id])
  if (order?.scope !== 'orders') return refused('gone')
  const outcome = await database.write(async trx => {
    await holdDraft(trx, order.draft_id)
    const all = await listHolding(trx, order.draft_id, { number: order.mall_order_number })
    if (all.length === 0) return refused('already')
    const needed = neededOf(all)
    if (needed) return { ok: false, needed } as const
    await eraseRows(trx, all, by, new Set())
    return { ok: true, orders: all.length } as const
  })
  if (outcome.ok) await eraseCheckAnswers(database, order.draft_id, by)
  return outcome
}

/** Erases personal data of a draft: of all its lines, and of everything that was checked or registered of it. */
export async function eraseDraft(database: Database, draftId: string, by: Eraser): Promise<Erasure> {
  const { isRunning, busy, unknown } = await database.write(async trx => {
    // A run that begins just now is over this threshold first, and is seen.
    await holdDraft(trx, draftId)
    return tiesOf(trx, draftId)
  })
  if (isRunning) return refused('running')
  if (unknown > 0) return refused('unknown', unknown)
  if (busy > 0) return refused('busy', busy)
  let orders = 0
  for (;;) {
    const some = await database.write(async trx => {
      const rows = await listHolding(trx, draftId, { limit: AT_ONCE })
      if (!neededOf(rows)) await eraseRows(trx, rows, by, new Set())
      return rows
    })
    // A registration that began meanwhile; what it holds is younger than the question.
    if (neededOf(some)) return refused('busy')
    orders += some.length
    if (some.length < AT_ONCE) break
    await setImmediate()
  }
  for (const run of await listCheckRuns(database.kysely, { draftId }, Number.MAX_SAFE_INTEGER)) {
    await eraseCheckRun(database, run, by)
  }
  await eraseCheckAnswers(database, draftId, by)
  const at = new Date(by.now)
  await database.write(trx => emptyColumns(trx, draftId, undefined, personalFields, at))
  return { ok: true, orders }
}

function neededOf(rows: readonly LedgerOrderRow[]): Needed | undefined {
  const count = (...states: LedgerOrderRow['state'][]) =>
    rows.filter(row => states.includes(row.state)).length
  const unknown = count('UNKNOWN')
  if (unknown > 0) return { why: 'unknown', count: unknown }
  const busy = count('QUEUED', 'PREPARED', 'SENDING')
  return busy > 0 ? { why: 'busy', count: busy } : undefined
}

/**
 * Erases personal data of finished orders of one draft, wherever it is kept; to be called in a transaction.
 * @param kept lines of the draft that other orders whose data is kept are made of, too
 */
export async function eraseRows(
  trx: Handle,
  rows: readonly LedgerOrderRow[],
  by: Eraser,
  kept: ReadonlySet<string>,
): Promise<void> {
  const at = iso(by)
  const erased: LedgerOrderRow[] = []
  for (const row of rows) {
    const forms = {
      payload: erasePersonal(row.payload),
      checked_payload: row.checked_payload && erasePersonal(row.checked_payload),
    }
    if (await eraseForms(trx, row.id, forms, at)) erased.push(row)
  }
  const [first] = erased
  if (!first) return
  const ids = erased.map(row => row.id)
  await dropRecipients(trx, ids)
  for (const { id, positions, isInDoubt } of await requestsOf(trx, ids)) {
    await eraseRequest(trx, id, positions, isInDoubt, at)
  }
  const draftId = first.draft_id
  const numbers = erased.map(row => row.mall_order_number)
  for (const form of await listCheckedForms(trx, { draftId, numbers })) {
    await eraseCheckedForm(trx, { ...form, payload: erasePersonal(form.payload) })
  }
  await eraseVerdicts(trx, draftId, { numbers }, eraseVerdict)
  await eraseProblems(trx, draftId)
  const lines = erased.flatMap(row => JSON.parse(row.line_ids) as string[])
  const free = lines.filter(line => !kept.has(line))
  await emptyColumns(trx, draftId, free, personalFields, new Date(by.now))
  for (const state of new Set(erased.map(row => row.state))) {
    const those = erased.filter(row => row.state === state).map(row => row.id)
    const step = { from: state, to: state, attemptId: null, actor: by.actor, reason: 'personal data erased' }
    await recordMoves(trx, those, { ...step, at })
  }
}

/** Of a request, the orders that are erased go; its answer goes once nobody has to read what became of the others. */
async function eraseRequest(
  trx: Handle,
  id: string,
  positions: ReadonlySet<number>,
  isInDoubt: boolean,
  at: string,
) {
  const request = await findAttempt(trx, id)
  if (!request) return
  const body = request.body_gz && new TextDecoder().decode(gunzipSync(request.body_gz))
  const body_gz = body && gzipSync(erasePersonal(body, position => positions.has(position)))
  const answer = isInDoubt
    ? {}
    : { resp_body: request.resp_body && eraseAnswer(request.resp_body), anomalies: plain(request.anomalies) }
  await eraseBodies(trx, id, { ...(body_gz && { body_gz }), ...answer }, at)
}

/** What did not fit stays told by its kind; the words of it may quote the answer. */
function plain(anomalies: string | null): string | null {
  if (anomalies === null) return null
  const list: readonly { kind: string }[] = JSON.parse(anomalies)
  return JSON.stringify(list.map(({ kind }) => ({ kind, detail: '' })))
}

function eraseVerdict({ failures, payload }: { failures: string; payload: string | null }) {
  const list: readonly { message: string }[] = JSON.parse(failures)
  return {
    failures: JSON.stringify(list.map(one => ({ ...one, message: one.message === '' ? '' : ERASED }))),
    payload: payload && erasePersonal(payload),
  }
}

/**
 * Erases answers of a draft's checks: words about what was sent. A check that matters is made anew.
 * @param before those alone that were asked for before this time (ISO 8601)
 */
export async function eraseCheckAnswers(
  { kysely, write }: Database,
  draftId: string,
  by: Eraser,
  before = iso(by),
): Promise<void> {
  for (;;) {
    const some = await listCheckAnswers(kysely, draftId, before, AT_ONCE)
    if (some.length === 0) return
    await write(async trx => {
      for (const { id } of some) await eraseRequest(trx, id, new Set(), false, iso(by))
    })
    await setImmediate()
  }
}

/** Erases what a check run that ended keeps of its orders, some at a time. */
export async function eraseCheckRun(
  database: Database,
  run: RunRow,
  by: Eraser,
  before?: string,
): Promise<void> {
  const { kysely, write } = database
  for (let from = 0; ; ) {
    const forms = await listCheckedForms(kysely, { runId: run.id, from, limit: AT_ONCE })
    await write(async trx => {
      for (const form of forms) {
        await eraseCheckedForm(trx, { ...form, payload: erasePersonal(form.payload) })
      }
    })
    from = (forms.at(-1)?.position ?? 0) + 1
    if (forms.length < AT_ONCE) break
    await setImmediate()
  }
  await eraseCheckAnswers(database, run.draft_id, by, before)
  await write(async trx => {
    await eraseVerdicts(trx, run.draft_id, { before: before ?? iso(by) }, eraseVerdict)
    await eraseProblems(trx, run.draft_id)
    await markRunErased(trx, run.id, iso(by))
  })
}
