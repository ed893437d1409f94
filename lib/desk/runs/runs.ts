import 'server-only'
import { setTimeout } from 'node:timers/promises'
import type * as z from 'zod'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type {
  RunAddress,
  StartedRun,
  StartRunRequest,
  StartStatus,
  startHalvingSchema,
} from '@/lib/desk-api/runs/runs'
import { cancelRun, pauseRun, requestRun, resumeRun } from '@/lib/ledger/ledger'
import { database } from '@/lib/store/db/database'
import { findDraft, setDraftConnection } from '@/lib/store/drafts/drafts'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { closedProblem } from '../drafts/draft-context'
import { problemSentence } from './problem-sentence'

const t = getTranslations('runs.steer')

/**
 * Records a request to check or register, in a few milliseconds for a draft of any size: the runner then freezes the
 * orders and starts the run (prepare-run.ts).
 * @returns the id of the run. @throws StorageFullError
 */
export async function requestDraftRun(
  kind: 'check' | 'register',
  { sheetId, ...request }: StartRunRequest & Partial<Pick<z.output<typeof startHalvingSchema>, 'attemptId'>>,
  operatorId: string,
): Promise<Result<{ runId: string }>> {
  const { kysely, write } = await database()
  const closed = await closedProblem(kysely, request.draftId)
  if (closed) return closed
  const draft = await findDraft(kysely, request.draftId)
  if (draft !== undefined && draft.sheet !== sheetId) {
    return fail('malformed', problemSentence({ code: 'malformed' }))
  }
  const runId = await requestRun({
    ...request,
    kind,
    sheet: sheetId,
    operatorId,
    language: requestLocale().language,
    halving: request.attemptId,
  })
  // Everyone who opens the draft sees where it was used last.
  if (draft?.connectionId !== request.connectionId)
    await write(trx => setDraftConnection(trx, request.draftId, request.connectionId))
  return ok({ runId })
}

/** How long `startStatus` waits for the preparation of a run, and its polling interval, in milliseconds. */
const WAIT_MS = 400
const LOOK_INTERVAL_MS = 25

/**
 * The progress of a requested run, or its result. While its orders are being frozen, the response is delayed for a
 * moment, so that a small draft needs one request.
 */
export async function startStatus(draftId: string, runId: string): Promise<StartStatus | undefined> {
  const { kysely } = await database()
  for (const end = Date.now() + WAIT_MS; ; ) {
    const request = await findRunRequest(kysely, runId)
    if (request?.draft_id !== draftId) return undefined
    const { finished_at, result, done, total } = request
    if (finished_at !== null) return { state: 'finished', result: readResult(result) }
    if (Date.now() > end) return { state: 'preparing', done, total }
    await setTimeout(LOOK_INTERVAL_MS)
  }
}

const readResult = (stored: string | null): Result<StartedRun> =>
  JSON.parse(stored ?? 'null') ?? fail('not_taken_in', problemSentence({ code: 'not_taken_in' }))

const controls = { pause: pauseRun, resume: resumeRun, cancel: cancelRun } as const

/**
 * Pauses, resumes or cancels a run. Only an operator who may register can control a registration. A run that has ended
 * meanwhile stays unchanged.
 */
export async function controlRun(
  act: keyof typeof controls,
  { draftId, runId }: RunAddress,
  { id, mayRegister }: { readonly id: string; readonly mayRegister: boolean },
): Promise<Result<null>> {
  const { kysely } = await database()
  const run = (await findRun(kysely, runId)) ?? (await findRunRequest(kysely, runId))
  if (run?.draft_id !== draftId) return fail('gone', t('gone'))
  if (run.kind === 'register' && !mayRegister) return fail('role', getTranslations('auth.guard')('role'))
  await controls[act](runId, id)
  return ok(null)
}
