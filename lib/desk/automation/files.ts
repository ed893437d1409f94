import 'server-only'
import type { IntakeCounts } from '@/lib/desk/intake/import-step'
import { readReason, reasonKind, reasonSentence } from '@/lib/desk/intake/reason'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import type { ProgramFile, ProgramRun } from '@/lib/desk-api/automation'
import type { Result } from '@/lib/desk-api/result'
import type { StartedRun } from '@/lib/desk-api/runs/runs'
import { env } from '@/lib/env'
import { runProgress } from '@/lib/ledger/ledger'
import { readRunProblem } from '@/lib/ledger/rules/problem'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { findDraft } from '@/lib/store/drafts/drafts'
import { countUnconfirmed } from '@/lib/store/drafts/status'
import { findIntakeFile, type IntakeFile, listIntakeFiles } from '@/lib/store/intake/files'
import {
  findOpenRunRequest,
  findRunRequest,
  listRegistrationRequests,
  type RunRequestRow,
} from '@/lib/store/ledger/runs/run-requests'
import { countQueued, findLatestRun, listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { countRefusal } from './count-refusal'

/** Files of one list. */
const MAX_LISTED = 50

/** The newest files, or those with these contents. */
export async function listFiles(sha256?: string): Promise<ProgramFile[]> {
  const files = await listIntakeFiles((await database()).kysely, { sha256, limit: MAX_LISTED })
  return Promise.all(files.map(file => viewOfFile(file)))
}

/** A file by its id; undefined if there is none. */
export async function findFile(id: string): Promise<ProgramFile | undefined> {
  const file = await findIntakeFile((await database()).kysely, id)
  return file && viewOfFile(file)
}

/** A file as programs see it. */
export async function viewOfFile(file: IntakeFile): Promise<ProgramFile> {
  const { kysely } = await database()
  const draft = await findDraft(kysely, file.draft_id)
  const counts: IntakeCounts | null = file.counts === null ? null : JSON.parse(file.counts)
  const isImported = file.outcome === 'imported'
  const reason = file.outcome === null || isImported ? undefined : readReason(file.reason)
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    state: file.outcome === null ? 'importing' : isImported ? 'imported' : 'needs_person',
    reason: reason ? { code: reasonKind(reason), message: reasonSentence(reason) } : null,
    draft: { id: file.draft_id, url: draftUrl(draft?.sheet ?? file.sheet ?? 'orders/japan', file.draft_id) },
    counts: counts && { rows: counts.rows, orders: counts.orders, skipped: counts.skipped },
    unconfirmed: await countUnconfirmed(kysely, file.draft_id),
    run: await latestRunOf(file.draft_id, file.check_run),
    waiting: countQueued(await listHaltedRegistrations(kysely, file.draft_id)),
    receivedAt: file.created_at,
  }
}

/** The address of a draft's page. */
export const draftUrl = (sheet: string, id: string): string =>
  `${env().publicUrl}/${findSheetById(sheet)?.id ?? 'orders/japan'}/${id}`

/** The latest check or registration of a draft. @param requested a requested run, which may not have begun */
export async function latestRunOf(draftId: string, requested: string | null): Promise<ProgramRun | null> {
  const { kysely } = await database()
  const open = await findOpenRunRequest(kysely, draftId)
  return viewOfRun(open?.id ?? (await findLatestRun(kysely, draftId))?.id ?? requested)
}

/** Requests with the same count among which the one that began a registration is looked for. */
const MAX_REQUESTS = 8

/**
 * The registration of a draft on a connection that an earlier call with the same count began; null: none did.
 * @param isAll whether the count is that of all orders at the service: then the latest registration is the one
 */
export async function findEarlierRegistration(
  draftId: string,
  connectionId: string,
  confirmed: number,
  isAll: boolean,
): Promise<ProgramRun | null> {
  const { kysely } = await database()
  const requested = { draftId, connectionId, confirmed }
  for (const request of await listRegistrationRequests(kysely, requested, MAX_REQUESTS)) {
    const id = startedRunOf(request)
    if (id !== undefined) return viewOfRun(id)
  }
  const open = await findOpenRunRequest(kysely, draftId, { connectionId, kind: 'register' })
  if (open && isAll) return viewOfRun(open.id)
  const run = await findLatestRun(kysely, draftId, connectionId)
  return run && (isAll || run.confirmed === confirmed) ? viewOfRun(run.id) : null
}

/** The run that a request started or continued; undefined: it has ended without one. */
function startedRunOf({ id, finished_at: finishedAt, result }: RunRequestRow): string | undefined {
  if (finishedAt === null) return id
  const started: Result<StartedRun> | null = JSON.parse(result ?? 'null')
  return started?.ok ? started.value.runId || undefined : undefined
}

/** A registration of a draft on a connection that a person paused; null: there is none. */
export async function findPausedByPerson(
  draftId: string,
  connection: Connection,
): Promise<ProgramRun | null> {
  const { kysely } = await database()
  const target = { envId: environmentId(connection), connectionId: connection.id }
  for (const { id, problem } of await listHaltedRegistrations(kysely, draftId, target)) {
    if (readRunProblem(problem)?.code === 'by_operator') return viewOfRun(id)
  }
  return null
}

/** A run, or the request for one; null if there is none. */
export async function viewOfRun(id: string | null): Promise<ProgramRun | null> {
  if (id === null) return null
  const { kysely } = await database()
  const request = await findRunRequest(kysely, id)
  if (request && request.finished_at === null)
    return {
      id,
      kind: request.kind,
      state: 'preparing',
      total: request.total,
      done: request.done,
      problem: null,
    }
  const progress = await runProgress(id)
  if (progress) {
    const { kind, state, total, done, problem } = progress
    return {
      id,
      kind,
      total,
      done,
      state: state === 'done' ? 'finished' : state,
      problem: problem ? problemSentence(problem) : null,
    }
  }
  if (!request) return null
  // Where no order was ready, the request continued with the orders of an earlier run.
  const continued = startedRunOf(request)
  if (continued !== undefined && continued !== id) return viewOfRun(continued)
  const result: Result<StartedRun> | null = JSON.parse(request.result ?? 'null')
  const problem = result && unstartedReason(result, request)
  const state = problem === null ? 'finished' : 'failed'
  return { id, kind: request.kind, state, total: 0, done: 0, problem }
}

/** Why a request started no run although it had orders to send, or other orders than it confirmed. */
function unstartedReason(
  result: Result<StartedRun>,
  { kind, confirmed }: Pick<RunRequestRow, 'kind' | 'confirmed'>,
): string | null {
  if (!result.ok) return result.problem.message
  const isNothingLeft = kind === 'register' && confirmed !== null && confirmed > 0
  const { toConfirm = isNothingLeft ? 0 : undefined, waiting = 0 } = result.value
  return toConfirm === undefined
    ? null
    : countRefusal({ ready: toConfirm - waiting, waiting }, confirmed ?? 0)
}
