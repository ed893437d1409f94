import 'server-only'
import { operations } from '@/lib/contract/operations'
import { environmentOrigin } from '@/lib/desk-api/environment-id'
import { preparingRun } from '@/lib/desk-api/runs/preparing-run'
import type {
  DraftOutcomes,
  HaltedRegistration,
  RegisteredElsewhere,
  RunView,
} from '@/lib/desk-api/runs/runs'
import { halvingOffers, ledgerTime, outcomeChanges, runProgress } from '@/lib/ledger/ledger'
import { explainConflicts } from '@/lib/ledger/outcomes/conflicts'
import type { DeskOutcome } from '@/lib/ledger/outcomes/outcomes'
import { PASS_LIFETIME_MS } from '@/lib/ledger/rules/prepared'
import { type RefusedOrder, type RunProblem, readRunProblem } from '@/lib/ledger/rules/problem'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import { environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import { findDraft } from '@/lib/store/drafts/drafts'
import { listRegisteredPlaces } from '@/lib/store/drafts/status'
import { findLastWithResponse } from '@/lib/store/ledger/history/attempts'
import { findOpenRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { findLatestRun, isRegistering, listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { environmentOf, findDraftAndSheet } from '../drafts/draft-context'
import { listAlarms } from '../unconfirmed/alarms'
import { problemSentence } from './problem-sentence'

const t = getTranslations('runs')
const alarmWords = getTranslations('unknown.alarms')

/**
 * The latest run of a draft on a connection, and a page of the outcomes of its orders that changed since the last
 * response.
 * @param since `until` of the last response; '' starts to read all outcomes
 */
export async function draftOutcomes(
  draftId: string,
  connectionId: string,
  since: string,
): Promise<DraftOutcomes> {
  const { kysely } = await database()
  const envId = await environmentOf(kysely, connectionId)
  // The run is read first, so the outcomes are at least as new as its state.
  const run = await latestRun(kysely, draftId, connectionId, envId)
  const isMoving = await isRegistering(kysely, draftId, envId)
  const { until, more, ...page } = await outcomeChanges(draftId, { envId, connectionId }, since)
  const outcomes = await withFailureSentences(kysely, draftId, envId, page.outcomes)
  return {
    run,
    alarms: await draftAlarms(kysely, draftId),
    registeredElsewhere: await registeredElsewhere(kysely, draftId, envId),
    halted: await haltedRegistrations(kysely, draftId, envId, run?.runId),
    isMoving,
    outcomes,
    halving: await halvingOffers(draftId, envId),
    until,
    more,
    passesSince: iso((await ledgerTime()) - PASS_LIFETIME_MS),
  }
}

/** Maximum number of alarms on a sheet. */
const MAX_ALARMS = 5

async function draftAlarms(handle: Db, draftId: string): Promise<DraftOutcomes['alarms']> {
  const alarms = await listAlarms(handle, MAX_ALARMS, draftId)
  return alarms.map(alarm => ({
    id: alarm.id,
    message: alarmWords(alarm.kind, alarm.values),
    path: alarm.path,
  }))
}

/** Where orders of a draft are registered besides the environment in use. */
export async function registeredElsewhere(
  handle: Db,
  draftId: string,
  envId: string,
): Promise<RegisteredElsewhere[]> {
  const places = (await listRegisteredPlaces(handle, draftId)).filter(place => place.envId !== envId)
  if (places.length === 0) return []
  const connections = await listConnections(handle)
  return places.map(place => {
    const there = connections.filter(connection => environmentId(connection) === place.envId)
    const connection = there.find(({ id }) => id === place.connectionId) ?? there[0]
    const at = connection?.name ?? environmentOrigin(place.envId)
    return { connectionId: connection?.id ?? null, at, count: place.count }
  })
}

/**
 * Paused and stopped registrations of a draft on any connection: a later run must not hide them, and their orders are
 * sent with the account of their own connection only.
 * @param shownRun the run that is shown anyway
 */
async function haltedRegistrations(
  handle: Db,
  draftId: string,
  envId: string,
  shownRun: string | undefined,
): Promise<HaltedRegistration[]> {
  const halted = (await listHaltedRegistrations(handle, draftId)).filter(({ id }) => id !== shownRun)
  if (halted.length === 0) return []
  const connections = await listConnections(handle)
  return halted.map(run => {
    const connection = connections.find(one => one.id === run.connectionId)
    const presentEnvId = connection ? environmentId(connection) : ''
    const problem = presentProblem(run.envId, presentEnvId, readRunProblem(run.problem))
    return {
      runId: run.id,
      state: run.state,
      waiting: run.queued,
      connection: run.connection,
      connectionId: connection && presentEnvId === run.envId ? connection.id : null,
      isHere: run.envId === envId,
      problem: problem && haltSentence(problem),
      problemCode: problem?.code,
    }
  })
}

/**
 * What has to be solved before a halted run can continue: once its connection was deleted or leads elsewhere, not what
 * stopped it.
 * @param envId the environment of the run
 * @param presentEnvId that of its connection now; '' if it was deleted
 */
function presentProblem(
  envId: string,
  presentEnvId: string,
  stored: RunProblem | undefined,
): RunProblem | undefined {
  if (presentEnvId === envId) return stored
  return { code: presentEnvId === '' ? 'connection_gone' : 'connection_moved' }
}

const haltSentence = (problem: RunProblem): string =>
  problem.code === 'connection_gone' ? t('haltedAtDeleted') : problemSentence(problem)

async function latestRun(
  handle: Db,
  draftId: string,
  connectionId: string,
  envId: string,
): Promise<RunView | null> {
  // The request is read first: one that finishes after this already has its run.
  const request = await findOpenRunRequest(handle, draftId, { connectionId })
  const row = await findLatestRun(handle, draftId)
  const isOther = row !== undefined && row.id !== request?.id && row.state === 'running'
  if (request && !isOther) {
    const { id: runId, kind, done, total } = request
    return preparingRun({ runId, kind, done, total })
  }
  const progress = row && row.connection_id === connectionId ? await runProgress(row.id) : undefined
  if (!row || !progress) return null
  const { refused, problem: stored, notice, ...counts } = progress
  const hasStopped = progress.state === 'paused' || progress.state === 'stopped'
  const isStranded = hasStopped && progress.left > 0 && row.env_id !== envId
  const problem = isStranded ? presentProblem(row.env_id, envId, stored) : stored
  const named = problem?.attemptId ?? notice?.attemptId
  const attemptId = named ?? (problem && hasStopped ? await findLastWithResponse(handle, row.id) : undefined)
  const draft = await findDraft(handle, draftId)
  const isLatestChange = draft !== undefined && draft.updatedAt <= (row.finished_at ?? row.started_at)
  return {
    ...counts,
    isLatestChange,
    isStranded,
    refused: byReason(refused),
    ...(problem && { problem: haltSentence(problem), problemCode: problem.code }),
    ...(notice && { notice: t(`notice.${notice.code}`) }),
    ...(attemptId !== undefined && { attemptId }),
  }
}

function byReason(refused: readonly RefusedOrder[]): RunView['refused'] {
  const reasons = new Map<RefusedOrder['reason'], string[]>()
  for (const { reason, mallOrderNumber } of refused) {
    const numbers = reasons.get(reason)
    if (numbers) numbers.push(mallOrderNumber)
    else reasons.set(reason, [mallOrderNumber])
  }
  return [...reasons].map(([reason, numbers]) => ({ why: t(`refusal.${reason}`), numbers }))
}

/** Outcomes of a draft as its sheet shows them. */
export async function withFailureSentences(
  handle: Db,
  draftId: string,
  envId: string,
  outcomes: readonly DeskOutcome[],
): Promise<OrderOutcome[]> {
  const explained = await explainConflicts(handle, outcomes, async () => {
    const stored = await findDraftAndSheet(handle, draftId)
    return stored && { envId, ...operations[stored.sheet.register] }
  })
  return explained.map(withSentences)
}

/** Adds the sentence of a failure that Lading found; messages of the service stay verbatim. */
const withSentences = ({ failures, ...outcome }: DeskOutcome) => ({
  ...outcome,
  ...(failures && {
    failures: failures.map(({ code, count = 0, message, ...failure }) => ({
      ...failure,
      ...(code === 'registered_otherwise' && { isConflict: true }),
      ...(code && { isOwn: true }),
      message: code ? t(`failure.${code}`, { registered: message || 'none', count }) : message,
    })),
  }),
})
