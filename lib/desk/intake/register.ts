import 'server-only'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { startRun } from '@/lib/desk/runs/runs'
import type {
  checkRequest,
  ProgramDraft,
  ProgramIds,
  ProgramRun,
  registerRequest,
} from '@/lib/desk-api/automation'
import { findSheet, type SheetId } from '@/lib/sheet/schema/sheets'
import type { Connection } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import { findDraft, type StoredDraft } from '@/lib/store/drafts/drafts'
import { findFileOfDraft, type IntakeFile } from '@/lib/store/intake/files'
import { findRunRequest, findRunRequestByClient } from '@/lib/store/ledger/runs/run-requests'
import { findRun, findRunByRequest } from '@/lib/store/ledger/runs/runs'
import { getTranslations } from '@/lib/words/server'
import { connectionOfDraft, findConnectionByName } from './connection'
import { draftReport } from './draft-report'
import { draftUrl, latestRunOf, viewOfFile, viewOfRun } from './files'
import { answered, type ProgramResult, refused } from './program-result'

const t = getTranslations('automation.api')

/** Who asks, and the Idempotency-Key of the request. */
interface Caller {
  readonly operatorId: string
  readonly keyId: string
  readonly requestKey: string | undefined
}

/** A draft that came from a file without a person: programs see no others. */
interface AutomaticDraft {
  readonly draft: StoredDraft
  readonly sheet: SheetId
  readonly file: IntakeFile
}

async function findAutomaticDraft(id: string): Promise<ProgramResult<AutomaticDraft>> {
  const { kysely } = await database()
  const file = await findFileOfDraft(kysely, id)
  const draft = file && (await findDraft(kysely, id))
  const sheet = draft && findSheet(draft.sheet.split('/'))
  return file && draft && sheet ? answered({ draft, sheet: sheet.id, file }) : refused(404, t('notFound'))
}

/** What the sheet of a draft shows: counts and errors. @param connection its name; default: the draft's */
export async function readDraft(id: string, connection?: string): Promise<ProgramResult<ProgramDraft>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  const { draft, sheet, file } = found.value
  const at = await connectionFor(draft, connection)
  if (!at.ok) return at
  const report = await draftReport(id, at.value)
  if (!report) return refused(404, t('notFound'))
  return answered({
    id,
    name: draft.name,
    sheet,
    url: draftUrl(sheet, id),
    connection: { name: at.value.name, environment: at.value.environment },
    file: await viewOfFile(file),
    orders: report.orders,
    errors: [...report.errors],
    run: await latestRunOf(id, file.check_run),
  })
}

/** The ids of registered orders, and the orders whose registration is not proven. */
export async function readIds(id: string, connection?: string): Promise<ProgramResult<ProgramIds>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  const at = await connectionFor(found.value.draft, connection)
  if (!at.ok) return at
  const report = await draftReport(id, at.value)
  return answered({
    ids: (report?.registered ?? []).map(({ mallOrderNumber: number, orderId = null, state }) => ({
      number,
      orderId,
      state: state === 'registered' ? 'registered' : 'unconfirmed',
    })),
  })
}

/** How far a run of a draft is. */
export async function readRun(id: string, runId: string): Promise<ProgramResult<ProgramRun>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  const { kysely } = await database()
  const run = (await findRun(kysely, runId)) ?? (await findRunRequest(kysely, runId))
  const view = run?.draft_id === id ? await viewOfRun(runId) : null
  return view ? answered(view) : refused(404, t('notFound'))
}

/** Checks a draft, like the button of its sheet. */
export async function checkDraft(
  id: string,
  { connection }: z.output<typeof checkRequest>,
  by: Caller,
): Promise<ProgramResult<ProgramRun>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  if (found.value.file.outcome === null) return refused(409, t('importing'))
  const at = await connectionFor(found.value.draft, connection)
  return at.ok ? start('check', found.value, at.value, by, { isNamed: connection !== undefined }) : at
}

/**
 * Registers the ready orders of a draft through the same ledger as the button of its sheet, if their number is the one
 * that the program expects. A repeated call registers nothing twice: orders that are at the service are not ready.
 */
export async function registerDraft(
  id: string,
  { connection, confirm }: z.output<typeof registerRequest>,
  by: Caller,
): Promise<ProgramResult<ProgramRun>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  if (found.value.file.outcome === null) return refused(409, t('importing'))
  const at = await findConnectionByName(connection)
  if (!at.ok) return at
  const report = await draftReport(id, at.value)
  if (!report) return refused(404, t('notFound'))
  const { ready, registered, underWay, unconfirmed } = report.orders
  if (ready === 0 && confirm === registered + underWay + unconfirmed) {
    const run = await latestRunOf(id, null)
    if (run) return answered(run)
  }
  if (ready !== confirm) return refused(409, t('count', { ready, confirm }), ready)
  return start('register', found.value, at.value, by, { revision: report.revision, confirmed: confirm })
}

const connectionFor = (draft: StoredDraft, name: string | undefined): Promise<ProgramResult<Connection>> =>
  name === undefined ? connectionOfDraft(draft.connectionId) : findConnectionByName(name)

/** What a program asks beyond the draft and its connection. */
interface StartTerms {
  readonly revision?: number
  readonly confirmed?: number
  /** Whether the request names its connection. */
  readonly isNamed?: boolean
}

async function start(
  kind: 'check' | 'register',
  { draft, sheet }: AutomaticDraft,
  connection: Connection,
  { operatorId, keyId, requestKey }: Caller,
  { isNamed = true, ...terms }: StartTerms,
): Promise<ProgramResult<ProgramRun>> {
  const clientRequestId = requestKey === undefined ? randomUUID() : `${keyId}:${kind}:${requestKey}`
  const { kysely } = await database()
  const connectionId = isNamed ? connection.id : undefined
  const asked = { draftId: draft.id, connectionId, count: terms.confirmed }
  const earlier = await findEarlier(kysely, clientRequestId)
  if (earlier) return isSame(earlier, asked) ? answered(await runOf(earlier.id, kind)) : otherRequest()
  const request = {
    draftId: draft.id,
    sheetId: sheet,
    connectionId: connection.id,
    clientRequestId,
    ...terms,
  }
  const started = await startRun(kind, request, operatorId)
  if (!started.ok) return refused(409, started.problem.message)
  // Another request with the same key may have arrived first.
  const first = await findEarlier(kysely, clientRequestId)
  if (first && !isSame(first, asked)) return otherRequest()
  return answered(await runOf(started.value.runId, kind))
}

const otherRequest = () => refused(422, t('otherRequest'))

/** What a request with an Idempotency-Key asked for. */
interface Asked {
  readonly draftId: string
  /** undefined: the draft's, whichever that is. */
  readonly connectionId: string | undefined
  /** How many orders were to be registered; undefined for a check. */
  readonly count: number | undefined
}

/** The earlier request with an id of a caller: a finished run request is deleted after a day, its run stays. */
async function findEarlier(db: Db, clientRequestId: string): Promise<(Asked & { id: string }) | undefined> {
  const request = await findRunRequestByClient(db, clientRequestId)
  const run = request ?? (await findRunByRequest(db, clientRequestId))
  if (!run) return undefined
  const count =
    'confirmed' in run ? (run.confirmed ?? undefined) : run.kind === 'check' ? undefined : run.total
  return { id: run.id, draftId: run.draft_id, connectionId: run.connection_id, count }
}

const isSame = (earlier: Asked, { draftId, connectionId, count }: Asked): boolean =>
  earlier.draftId === draftId &&
  (connectionId === undefined || earlier.connectionId === connectionId) &&
  earlier.count === count

const runOf = async (id: string, kind: 'check' | 'register'): Promise<ProgramRun> =>
  (await viewOfRun(id)) ?? { id, kind, state: 'preparing', total: 0, done: 0, problem: null }
