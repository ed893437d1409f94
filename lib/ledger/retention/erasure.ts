import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ERASED, erasePersonal, eraseResponse, personalFields } from '@/lib/contract/personal'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import { isInProgress } from '@/lib/ledger/rules/transitions'
import type { Database, Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { findLedgerUse, isErasing, lockDraft, markErasing, unmarkErasing } from '@/lib/store/drafts/lifecycle'
import { eraseLines, type LineErasure, listLineIds } from '@/lib/store/drafts/line-erasure'
import { eraseSources, eraseUnusedSources } from '@/lib/store/drafts/sources/source-erasure'
import { isImporting } from '@/lib/store/intake/files'
import { unindexRecipients } from '@/lib/store/ledger/history/recipients'
import { eraseCancellationFiles, eraseFilesOfOrders } from '@/lib/store/ledger/orders/cancelled-numbers'
import { findOrders, type LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { deleteParcelKeys } from '@/lib/store/ledger/orders/parcel-keys'
import { recordTransitions } from '@/lib/store/ledger/orders/transition-orders'
import { type AttemptRow, findAttempt } from '@/lib/store/ledger/requests/attempts'
import {
  eraseProblems,
  eraseStoredForms,
  eraseVerdicts,
  listCheckResponses,
  listCheckRuns,
  listRunForms,
  listStoredForms,
  markRunErased,
  type StoredForm,
} from '@/lib/store/ledger/retention/check-erasure'
import {
  type ErasedPayloads,
  eraseBodies,
  erasePayloads,
  listRequestsOfOrders,
  listUnerasedOrders,
  nextRegistration,
} from '@/lib/store/ledger/retention/erasure'
import type { RunRow } from '@/lib/store/ledger/runs/runs'
import { iso, lineIdsOf } from '@/lib/store/stored-values'

/** Why nothing was erased: the data is still needed, or nothing is left to erase. */
interface ErasureObstacle {
  readonly why: 'busy' | 'unknown' | 'running' | 'importing' | 'erasing' | 'gone' | 'already'
  readonly count: number
}

/** How many orders were erased, or why none was. */
export type ErasureResult =
  | { readonly ok: true; readonly orders: number }
  | { readonly ok: false; readonly obstacle: ErasureObstacle }

/** Who erases, and when (milliseconds since the epoch): an operator's id, or `retention`. */
export interface Eraser {
  readonly actor: string
  readonly now: number
}

/**
 * Orders of one transaction. On SQLite saves wait for it, so it is short; bodies of requests are rewritten before it,
 * each in a statement of its own.
 */
export const CHUNK_SIZE = 100

/** Later than every time. */
const END_OF_TIME = '9999'

const obstructed = (why: ErasureObstacle['why'], count = 1): ErasureResult => ({
  ok: false,
  obstacle: { why, count },
})

/** Erases personal data of an order: in all registrations of its number in its draft, and in its checks. */
export async function eraseOrder(database: Database, id: string, by: Eraser): Promise<ErasureResult> {
  const [order] = await findOrders(database.kysely, [id])
  if (order?.scope !== 'orders') return obstructed('gone')
  const draftId = order.draft_id
  const { all, obstacle } = await database.write(async trx => {
    await lockDraft(trx, draftId)
    const all = await listUnerasedOrders(trx, draftId, { number: order.mall_order_number })
    const obstacle = findObstacle(all)
    if (obstacle || all.length === 0) return { all, obstacle }
    // A check under way, or one that explains a rejection, would store the order again with its results.
    const { isRunning } = await findLedgerUse(trx, draftId)
    if (isRunning) return { all, obstacle: { why: 'running', count: 1 } as const }
    // A check that starts afterwards freezes none of these texts.
    const lines = all.flatMap(lineIdsOf)
    const emptying = { lines, columns: personalFields, protectedBy: 'needed', erasing: [] } as const
    await eraseLines(trx, draftId, emptying, new Date(by.now))
    return { all, obstacle: undefined }
  })
  if (all.length === 0) return obstructed('already')
  if (obstacle) return { ok: false, obstacle }
  await tidyDraft(database, draftId, by)
  const orders = await eraseOrders(database, all, by, 'needed')
  return orders === 0 ? obstructed('busy') : { ok: true, orders }
}

/**
 * Erases personal data of a draft: in its lines, and in everything that was checked or registered from it. No run starts
 * and no other erasure of it begins meanwhile, so it is either refused before anything is erased, or erased completely.
 */
export async function eraseDraft(database: Database, draftId: string, by: Eraser): Promise<ErasureResult> {
  const { kysely, write } = database
  const began = performance.now()
  const begun = await write(async trx => {
    // A run that starts at the same time locks the draft too, so it is either seen here or sees the mark.
    const draft = await lockDraft(trx, draftId)
    const earlier = draft?.erasingUntil ?? null
    // Two would each take the orders that the other has just erased for orders that are being sent.
    if (isErasing(earlier, by.now)) return { obstacle: { why: 'erasing', count: 1 } } as const
    const obstacle = await findDraftObstacle(trx, draftId)
    return obstacle ? { obstacle } : { mark: await markErasing(trx, draftId, by.now, earlier) }
  })
  if (begun.obstacle) return { ok: false, obstacle: begun.obstacle }
  let mark = begun.mark
  const stayMarked = async () => {
    mark = await markErasing(kysely, draftId, by.now + performance.now() - began, mark)
  }
  try {
    return await eraseMarkedDraft(database, draftId, by, stayMarked)
  } finally {
    await unmarkErasing(kysely, draftId, mark)
  }
}

/** Why nothing of a draft is erased now. */
async function findDraftObstacle(trx: Db, draftId: string): Promise<ErasureObstacle | undefined> {
  if (await isImporting(trx, draftId)) return { why: 'importing', count: 1 }
  const { isRunning, unknown, busy } = await findLedgerUse(trx, draftId)
  if (isRunning) return { why: 'running', count: 1 }
  if (unknown > 0) return { why: 'unknown', count: unknown }
  return busy > 0 ? { why: 'busy', count: busy } : undefined
}

/** Erases a draft that is marked, so that no run of it starts. @param stayMarked sets the mark again, before each chunk */
async function eraseMarkedDraft(
  database: Database,
  draftId: string,
  by: Eraser,
  stayMarked: () => Promise<void>,
): Promise<ErasureResult> {
  const { kysely, write } = database
  await eraseAllLines(database, draftId, by, stayMarked)
  let orders = 0
  for (let run = await nextRegistration(kysely, draftId, undefined); run; ) {
    for (let from = 0; ; ) {
      await stayMarked()
      const some = await listUnerasedOrders(kysely, draftId, { runId: run.id, from, limit: CHUNK_SIZE })
      // A server of an earlier version does not know the mark: its registration started meanwhile.
      if (findObstacle(some)) return obstructed('busy')
      const erased = await eraseOrders(database, some, by, 'needed')
      orders += erased
      if (erased < some.length) return obstructed('busy')
      const last = some.at(-1)
      if (last === undefined || some.length < CHUNK_SIZE) break
      from = last.position + 1
      await setImmediate()
    }
    run = await nextRegistration(kysely, draftId, run)
  }
  for (const run of await listCheckRuns(kysely, { draftId }, Number.MAX_SAFE_INTEGER)) {
    await stayMarked()
    await eraseCheckRun(database, run, by, END_OF_TIME)
  }
  await eraseCheckResponses(database, draftId, by, END_OF_TIME)
  await write(async trx => {
    await eraseSources(trx, draftId, iso(by.now))
    await eraseCancellationFiles(trx, draftId)
    await eraseProblems(trx, draftId)
    await deleteParcelKeys(trx, draftId)
  })
  return { ok: true, orders }
}

async function eraseAllLines(
  { kysely, write }: Database,
  draftId: string,
  by: Eraser,
  stayMarked: () => Promise<void>,
): Promise<void> {
  for (let after = ''; ; await setImmediate()) {
    await stayMarked()
    const lines = await listLineIds(kysely, draftId, after, CHUNK_SIZE)
    const emptying = { lines, columns: personalFields, protectedBy: 'needed', erasing: [] } as const
    await write(trx => eraseLines(trx, draftId, emptying, new Date(by.now)))
    const last = lines.at(-1)
    if (last === undefined || lines.length < CHUNK_SIZE) return
    after = last
  }
}

/**
 * Erases what a draft has besides its orders: texts of services, and source files without lines. The cost depends on
 * the draft, so it happens once, before its orders; an interrupted erasure does it again.
 * @param before only responses to checks that were sent before this time (ISO 8601)
 */
export async function tidyDraft(
  database: Database,
  draftId: string,
  by: Eraser,
  before = iso(by.now),
): Promise<void> {
  await database.write(async trx => {
    await eraseProblems(trx, draftId)
    await eraseUnusedSources(trx, draftId, iso(by.now))
  })
  await eraseCheckResponses(database, draftId, by, before)
}

function findObstacle(rows: readonly LedgerOrderRow[]): ErasureObstacle | undefined {
  const unknown = rows.filter(({ state }) => state === 'UNKNOWN').length
  if (unknown > 0) return { why: 'unknown', count: unknown }
  const busy = rows.filter(({ state }) => isInProgress(state)).length
  return busy > 0 ? { why: 'busy', count: busy } : undefined
}

/**
 * Erases personal data of finished orders of one draft, wherever it is stored. An interrupted call leaves them as
 * orders that still have to be erased; a second call changes nothing that is erased.
 * @param rows best in the order in which they were sent: the body of a request is then rewritten once
 *   for all its orders
 * @param protectedBy which other orders keep the texts of their lines
 * @returns how many were erased, without those that another process erased meanwhile
 */
export async function eraseOrders(
  database: Database,
  rows: readonly LedgerOrderRow[],
  by: Eraser,
  protectedBy: LineErasure['protectedBy'],
): Promise<number> {
  const draftId = rows[0]?.draft_id
  if (draftId === undefined) return 0
  const { kysely, write } = database
  const at = iso(by.now)
  for (const some of batches(rows.map(row => row.id))) {
    for (const { id, positions, isInDoubt } of await listRequestsOfOrders(kysely, some)) {
      await eraseRequest(database, id, positions, isInDoubt, at)
      await setImmediate()
    }
  }
  const forms = rows.map(
    (row): ErasedPayloads => ({
      id: row.id,
      payload: erasePersonal(row.payload),
      checked_payload: row.checked_payload && erasePersonal(row.checked_payload),
    }),
  )
  await setImmediate()
  const numbers = [...new Set(rows.map(row => row.mall_order_number))]
  const checked = erasedForms(await listStoredForms(kysely, draftId, numbers))
  await setImmediate()
  return write(async trx => {
    // Lines may be erased only under the lock of their draft.
    await lockDraft(trx, draftId)
    const done = await erasePayloads(trx, database.dialect, forms, at)
    const erased = rows.filter(row => done.has(row.id))
    if (erased.length === 0) return 0
    const ids = erased.map(row => row.id)
    await unindexRecipients(trx, ids)
    await eraseFilesOfOrders(trx, ids)
    await deleteParcelKeys(trx, draftId, numbers)
    await eraseStoredForms(trx, checked, at, at)
    await eraseVerdicts(trx, draftId, { numbers }, eraseVerdict)
    const lines = erased.flatMap(lineIdsOf)
    const emptying = { lines, columns: personalFields, protectedBy, erasing: rows.map(row => row.id) }
    await eraseLines(trx, draftId, emptying, new Date(by.now))
    for (const state of new Set(erased.map(row => row.state))) {
      const those = erased.filter(row => row.state === state).map(row => row.id)
      const step = {
        from: state,
        to: state,
        attemptId: null,
        actor: by.actor,
        reason: 'personal data erased',
      }
      await recordTransitions(trx, those, { ...step, at })
    }
    return erased.length
  })
}

const erasedForms = (forms: readonly StoredForm[]): readonly StoredForm[] =>
  forms.map(form => ({ ...form, payload: erasePersonal(form.payload) }))

/** How often a request is read again because another process wrote to it meanwhile. */
const MAX_ATTEMPTS = 5

/** Erases orders in the body of a request, and its response unless one of its orders is still unknown. */
async function eraseRequest(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
  positions: ReadonlySet<number>,
  isInDoubt: boolean,
  at: string,
): Promise<void> {
  for (let time = 1; time <= MAX_ATTEMPTS; time++) {
    const request = await findAttempt(kysely, id)
    if (!request) return
    if (await eraseBodies(kysely, request, erasedBodies(request, positions, isInDoubt), at)) return
  }
  throw new Error(`request ${id} is written to all the time`)
}

function erasedBodies(request: AttemptRow, positions: ReadonlySet<number>, isInDoubt: boolean) {
  const body = request.body_gz && new TextDecoder().decode(gunzipSync(request.body_gz))
  const body_gz = body && gzipSync(erasePersonal(body, position => positions.has(position)))
  const response = isInDoubt
    ? {}
    : {
        resp_body: request.resp_body && eraseResponse(request.resp_body),
        anomalies: withoutDetails(request.anomalies),
      }
  return { ...(body_gz && { body_gz }), ...response }
}

/** Keeps the kinds of anomalies and drops their details, which may quote the response. */
function withoutDetails(anomalies: string | null): string | null {
  if (anomalies === null) return null
  const list: readonly Anomaly[] = JSON.parse(anomalies)
  return JSON.stringify(list.map(one => ({ ...one, detail: '' })))
}

function eraseVerdict({ failures, payload }: { failures: string; payload: string | null }) {
  const list: readonly { message: string }[] = JSON.parse(failures)
  return {
    failures: JSON.stringify(list.map(one => ({ ...one, message: one.message === '' ? '' : ERASED }))),
    payload: payload && erasePersonal(payload),
  }
}

/**
 * Erases the responses to a draft's checks, which may quote what was sent. A check can be repeated.
 * @param before only responses to checks that were sent before this time (ISO 8601)
 */
async function eraseCheckResponses(
  database: Database,
  draftId: string,
  by: Eraser,
  before: string,
): Promise<void> {
  for (;;) {
    const some = await listCheckResponses(database.kysely, draftId, before, CHUNK_SIZE)
    if (some.length === 0) return
    for (const { id } of some) {
      await eraseRequest(database, id, new Set(), false, iso(by.now))
      await setImmediate()
    }
  }
}

/**
 * Erases the orders that an ended check run keeps, in chunks.
 * @param before only results and responses of checks before this time (ISO 8601)
 */
export async function eraseCheckRun(
  database: Database,
  run: RunRow,
  by: Eraser,
  before: string,
): Promise<void> {
  const { kysely, write } = database
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { forms, next } = await listRunForms(kysely, run, from, CHUNK_SIZE)
    const erased = erasedForms(forms)
    if (erased.length > 0) await write(trx => eraseStoredForms(trx, erased, iso(by.now), run.started_at))
    from = next
    await setImmediate()
  }
  await eraseCheckResponses(database, run.draft_id, by, before)
  await write(async trx => {
    await eraseVerdicts(trx, run.draft_id, { before }, eraseVerdict)
    await eraseProblems(trx, run.draft_id)
    await markRunErased(trx, run.id, iso(by.now))
  })
}
