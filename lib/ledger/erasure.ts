import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ERASED, eraseAnswer, erasePersonal, personalFields } from '@/lib/contract/personal'
import { type AttemptRow, findAttempt } from '@/lib/store/attempts'
import { chunks } from '@/lib/store/chunks'
import type { Database } from '@/lib/store/database'
import { type Emptying, emptyLines, listLineIds } from '@/lib/store/draft-erasure'
import { holdDraft, tiesOf } from '@/lib/store/draft-fates'
import {
  type ErasedForms,
  eraseBodies,
  eraseForms,
  eraseKeptForms,
  eraseProblems,
  eraseVerdicts,
  type KeptForm,
  listCheckAnswers,
  listCheckRuns,
  listHolding,
  listKeptForms,
  listRunForms,
  markRunErased,
  nextRegistration,
  requestsOf,
} from '@/lib/store/erasure'
import { findOrders, type LedgerOrderRow, recordMoves } from '@/lib/store/ledger'
import { dropRecipients } from '@/lib/store/recipients'
import type { RunRow } from '@/lib/store/runs'
import { eraseSources, eraseUnused } from '@/lib/store/source-erasure'

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

/**
 * Orders of one step. What is written of them is one transaction, which saves wait for on SQLite, so it is short; bodies
 * of requests are rewritten before it, each alone.
 */
export const AT_ONCE = 100

const iso = ({ now }: Eraser) => new Date(now).toISOString()

const refused = (why: Needed['why'], count = 1): Erasure => ({ ok: false, needed: { why, count } })

/** Erases personal data of an order: of every registration of its number that its draft ever had, and of its checks. */
export async function eraseOrder(database: Database, id: string, by: Eraser): Promise<Erasure> {
  const [order] = await findOrders(database.kysely, [id])
  if (order?.scope !== 'orders') return refused('gone')
  const draftId = order.draft_id
  const all = await database.write(async trx => {
    await holdDraft(trx, draftId)
    return listHolding(trx, draftId, { number: order.mall_order_number })
  })
  if (all.length === 0) return refused('already')
  const needed = neededOf(all)
  if (needed) return { ok: false, needed }
  await tidyDraft(database, draftId, by)
  const orders = await eraseOrders(database, all, by, 'needed')
  return orders === 0 ? refused('busy') : { ok: true, orders }
}

/** Erases personal data of a draft: of all its lines, and of everything that was checked or registered of it. */
export async function eraseDraft(database: Database, draftId: string, by: Eraser): Promise<Erasure> {
  const { kysely, write } = database
  const { isRunning, busy, unknown } = await write(async trx => {
    // A run that begins just now is over this threshold first, and is seen.
    await holdDraft(trx, draftId)
    return tiesOf(trx, draftId)
  })
  if (isRunning) return refused('running')
  if (unknown > 0) return refused('unknown', unknown)
  if (busy > 0) return refused('busy', busy)
  let orders = 0
  for (let run = await nextRegistration(kysely, draftId, undefined); run; ) {
    for (let from = 0; ; ) {
      const some = await listHolding(kysely, draftId, { runId: run.id, from, limit: AT_ONCE })
      // A registration that began meanwhile; what it holds is younger than the question.
      if (neededOf(some)) return refused('busy')
      const erased = await eraseOrders(database, some, by, 'needed')
      orders += erased
      if (erased < some.length) return refused('busy')
      const last = some.at(-1)
      if (last === undefined || some.length < AT_ONCE) break
      from = last.position + 1
      await setImmediate()
    }
    run = await nextRegistration(kysely, draftId, run)
  }
  for (const run of await listCheckRuns(kysely, { draftId }, Number.MAX_SAFE_INTEGER)) {
    await eraseCheckRun(database, run, by)
  }
  await eraseCheckAnswers(database, draftId, by)
  await write(async trx => {
    await eraseSources(trx, draftId, iso(by))
    await eraseProblems(trx, draftId)
  })
  for (let after = ''; ; ) {
    const lines = await listLineIds(kysely, draftId, after, AT_ONCE)
    await empty(database, draftId, { lines, spare: 'needed', besides: [] }, by)
    const last = lines.at(-1)
    if (last === undefined || lines.length < AT_ONCE) break
    after = last
    await setImmediate()
  }
  return { ok: true, orders }
}

const empty = (
  { write }: Database,
  draftId: string,
  emptying: Omit<Emptying, 'columns'>,
  by: Eraser,
): Promise<void> =>
  write(trx => emptyLines(trx, draftId, { ...emptying, columns: personalFields }, new Date(by.now)))

/**
 * Erases what a draft keeps besides its orders and may tell of them: words of services, and files of which no line is
 * left. It costs what the draft costs, so it is done once, before its orders: an erasure that was cut short does it again.
 * @param before answers of checks that were asked for before this time (ISO 8601)
 */
export async function tidyDraft(
  database: Database,
  draftId: string,
  by: Eraser,
  before = iso(by),
): Promise<void> {
  await database.write(async trx => {
    await eraseProblems(trx, draftId)
    await eraseUnused(trx, draftId, iso(by))
  })
  await eraseCheckAnswers(database, draftId, by, before)
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
 * Erases personal data of some finished orders of one draft, wherever it is kept. Cut short at any point, it leaves them
 * as orders that are still to be erased; doing it again changes nothing that is erased already.
 * @param rows best in the order in which they were sent: the body of a request is rewritten once for all of its orders
 * @param spare lines of other orders that stay as they are
 * @returns how many were erased: not those that somebody else erased meanwhile
 */
export async function eraseOrders(
  database: Database,
  rows: readonly LedgerOrderRow[],
  by: Eraser,
  spare: Emptying['spare'],
): Promise<number> {
  const draftId = rows[0]?.draft_id
  if (draftId === undefined) return 0
  const { kysely, write } = database
  const at = iso(by)
  for (const some of chunks(rows.map(row => row.id))) {
    for (const { id, positions, isInDoubt } of await requestsOf(kysely, some)) {
      await eraseRequest(database, id, positions, isInDoubt, at)
      await setImmediate()
    }
  }
  const forms = rows.map(
    (row): ErasedForms => ({
      id: row.id,
      payload: erasePersonal(row.payload),
      checked_payload: row.checked_payload && erasePersonal(row.checked_payload),
    }),
  )
  await setImmediate()
  const numbers = [...new Set(rows.map(row => row.mall_order_number))]
  const checked = erasedForms(await listKeptForms(kysely, draftId, numbers))
  await setImmediate()
  return write(async trx => {
    // Whoever empties lines holds their draft first.
    await holdDraft(trx, draftId)
    const done = await eraseForms(trx, database.dialect, forms, at)
    const erased = rows.filter(row => done.has(row.id))
    if (erased.length === 0) return 0
    const ids = erased.map(row => row.id)
    await dropRecipients(trx, ids)
    await eraseKeptForms(trx, checked, at, at)
    await eraseVerdicts(trx, draftId, { numbers }, eraseVerdict)
    const lines = erased.flatMap(row => JSON.parse(row.line_ids) as string[])
    const emptying = { lines, columns: personalFields, spare, besides: rows.map(row => row.id) }
    await emptyLines(trx, draftId, emptying, new Date(by.now))
    for (const state of new Set(erased.map(row => row.state))) {
      const those = erased.filter(row => row.state === state).map(row => row.id)
      const step = {
        from: state,
        to: state,
        attemptId: null,
        actor: by.actor,
        reason: 'personal data erased',
      }
      await recordMoves(trx, those, { ...step, at })
    }
    return erased.length
  })
}

const erasedForms = (forms: readonly KeptForm[]): readonly KeptForm[] =>
  forms.map(form => ({ ...form, payload: erasePersonal(form.payload) }))

/** Times that a request is read again because somebody wrote to it meanwhile. */
const TRIES = 5

/** Of a request, the orders that are erased go; its answer goes once nobody has to read what became of the others. */
async function eraseRequest(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
  positions: ReadonlySet<number>,
  isInDoubt: boolean,
  at: string,
): Promise<void> {
  for (let time = 1; time <= TRIES; time++) {
    const request = await findAttempt(kysely, id)
    if (!request) return
    if (await eraseBodies(kysely, request, erasedBodies(request, positions, isInDoubt), at)) return
  }
  throw new Error(`request ${id} is written to all the time`)
}

function erasedBodies(request: AttemptRow, positions: ReadonlySet<number>, isInDoubt: boolean) {
  const body = request.body_gz && new TextDecoder().decode(gunzipSync(request.body_gz))
  const body_gz = body && gzipSync(erasePersonal(body, position => positions.has(position)))
  const answer = isInDoubt
    ? {}
    : { resp_body: request.resp_body && eraseAnswer(request.resp_body), anomalies: plain(request.anomalies) }
  return { ...(body_gz && { body_gz }), ...answer }
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
  database: Database,
  draftId: string,
  by: Eraser,
  before = iso(by),
): Promise<void> {
  for (;;) {
    const some = await listCheckAnswers(database.kysely, draftId, before, AT_ONCE)
    if (some.length === 0) return
    for (const { id } of some) {
      await eraseRequest(database, id, new Set(), false, iso(by))
      await setImmediate()
    }
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
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { forms, next } = await listRunForms(kysely, run, from, AT_ONCE)
    const erased = erasedForms(forms)
    if (erased.length > 0) await write(trx => eraseKeptForms(trx, erased, iso(by), run.started_at))
    from = next
    await setImmediate()
  }
  await eraseCheckAnswers(database, run.draft_id, by, before)
  await write(async trx => {
    await eraseVerdicts(trx, run.draft_id, { before: before ?? iso(by) }, eraseVerdict)
    await eraseProblems(trx, run.draft_id)
    await markRunErased(trx, run.id, iso(by))
  })
}
