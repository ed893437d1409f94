import 'server-only'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import { draftIdsFile } from '@/lib/desk/history/ids-file'
import type { TableFile } from '@/lib/desk/history/table-file'
import { requestDraftRun } from '@/lib/desk/runs/runs'
import type {
  checkRequest,
  ProgramDraft,
  ProgramIds,
  ProgramRun,
  registerRequest,
} from '@/lib/desk-api/automation'
import { findSheetById, type SheetId } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { findDraft, type StoredDraft } from '@/lib/store/drafts/drafts'
import { findFileOfDraft, type IntakeFile } from '@/lib/store/intake/files'
import { findRunRequest, findRunRequestByClient } from '@/lib/store/ledger/runs/run-requests'
import { findRun, findRunByRequest } from '@/lib/store/ledger/runs/runs'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { joinSentences, listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { connectionOfDraft, findConnectionByName } from './connection'
import { countRefusal } from './count-refusal'
import { draftReport } from './draft-report'
import {
  draftUrl,
  findEarlierRegistration,
  findPausedByPerson,
  latestRunOf,
  viewOfFile,
  viewOfRun,
} from './files'
import { foundEarlier, type ProgramResult, refused, succeeded } from './program-result'

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
  const sheet = draft && findSheetById(draft.sheet)
  return file && draft && sheet ? succeeded({ draft, sheet: sheet.id, file }) : refused(404, t('notFound'))
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
  return succeeded({
    id,
    name: draft.name,
    sheet,
    url: draftUrl(sheet, id),
    connection: { name: at.value.name, environment: at.value.environment },
    file: await viewOfFile(file),
    orders: report.orders,
    waitingElsewhere: report.waitingElsewhere,
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
  return succeeded({
    ids: (report?.registered ?? []).map(({ mallOrderNumber: number, orderId = null, state }) => ({
      number,
      orderId,
      state: state === 'registered' ? 'registered' : 'unconfirmed',
    })),
  })
}

/** The same beside the rows of the file, as CSV. */
export async function readIdsFile(id: string, connection?: string): Promise<ProgramResult<TableFile>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  const at = await connectionFor(found.value.draft, connection)
  if (!at.ok) return at
  const file = await draftIdsFile(id, { format: 'csv', columns: 'used' }, environmentId(at.value))
  return 'missing' in file ? refused(404, file.missing) : succeeded(file)
}

/** How far a run of a draft is. */
export async function readRun(id: string, runId: string): Promise<ProgramResult<ProgramRun>> {
  const found = await findAutomaticDraft(id)
  if (!found.ok) return found
  const { kysely } = await database()
  const run = (await findRun(kysely, runId)) ?? (await findRunRequest(kysely, runId))
  const view = run?.draft_id === id ? await viewOfRun(runId) : null
  return view ? succeeded(view) : refused(404, t('notFound'))
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
  if (!at.ok) return at
  const named = connection === undefined ? undefined : at.value.id
  const keyed = keyedRequest('check', by, { draftId: id, connectionId: named, count: undefined })
  return (await repeatOf(keyed)) ?? start(keyed, found.value, at.value, by)
}

/**
 * Registers the ready orders of a draft, and those that wait behind a paused or stopped run of the connection, through
 * the same ledger as the button of its sheet, if their number is the one that the program expects. A run that a person
 * paused stays paused, and is the result. A repeated call registers nothing twice, because orders that are at the service
 * are neither ready nor waiting; where all orders are there, it gets the earlier registration. With an Idempotency-Key it
 * gets the first run before anything is counted.
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
  const keyed = keyedRequest('register', by, { draftId: id, connectionId: at.value.id, count: confirm })
  const repeated = await repeatOf(keyed)
  if (repeated) return repeated
  const report = await draftReport(id, at.value)
  if (!report) return refused(404, t('notFound'))
  const { ready, waiting, registered, underWay, unconfirmed, total } = report.orders
  if (ready + waiting === confirm) {
    // A person paused the run: a program’s repeated call does not continue it.
    const paused = waiting === 0 ? null : await findPausedByPerson(id, at.value)
    if (paused) return foundEarlier(paused)
    const terms = { revision: report.revision, confirmed: confirm }
    return start(keyed, found.value, at.value, by, terms)
  }
  const waitingElsewhere = report.waitingElsewhere.reduce((sum, { orders }) => sum + orders, 0)
  const atService = registered + underWay - waitingElsewhere + unconfirmed
  if (ready === 0 && (atService === confirm || atService === total)) {
    const run = await findEarlierRegistration(id, at.value.id, confirm, atService === confirm)
    if (run) return foundEarlier(run)
  }
  const connections = report.waitingElsewhere.map(({ connection }) => connection)
  const why = joinSentences(requestLocale().language, [
    countRefusal({ ready, waiting }, confirm),
    waitingElsewhere > 0 &&
      t('waitingElsewhere', {
        count: waitingElsewhere,
        connections: listOf(requestLocale().language, connections),
      }),
  ])
  return refused(409, why, { ready, waiting })
}

const connectionFor = (draft: StoredDraft, name: string | undefined): Promise<ProgramResult<Connection>> =>
  name === undefined ? connectionOfDraft(draft.connectionId) : findConnectionByName(name)

/** What a program requests. Under an Idempotency-Key that was used for something else it is refused. */
interface RequestedRun {
  readonly draftId: string
  /** undefined: the draft's, whichever that is. */
  readonly connectionId: string | undefined
  /** How many orders are to be registered; undefined for a check. */
  readonly count: number | undefined
}

interface KeyedRequest extends RequestedRun {
  readonly kind: 'check' | 'register'
  readonly clientRequestId: string
}

const keyedRequest = (
  kind: KeyedRequest['kind'],
  { keyId, requestKey }: Caller,
  requested: RequestedRun,
): KeyedRequest => ({
  ...requested,
  kind,
  clientRequestId: requestKey === undefined ? randomUUID() : `${keyId}:${kind}:${requestKey}`,
})

async function start(
  keyed: KeyedRequest,
  { draft, sheet }: AutomaticDraft,
  connection: Connection,
  { operatorId }: Caller,
  terms: { readonly revision?: number; readonly confirmed?: number } = {},
): Promise<ProgramResult<ProgramRun>> {
  const { kind, clientRequestId } = keyed
  const request = {
    draftId: draft.id,
    sheetId: sheet,
    connectionId: connection.id,
    clientRequestId,
    ...terms,
  }
  const started = await requestDraftRun(kind, request, operatorId)
  if (!started.ok) return refused(409, started.problem.message)
  // Another request with the same key may have arrived first.
  return (await repeatOf(keyed)) ?? succeeded(await runOf(started.value.runId, kind))
}

/**
 * The run of an earlier request with the same key, or why this one is another request; undefined for a new key. A
 * finished run request is deleted after a day, its run stays.
 */
async function repeatOf(keyed: KeyedRequest): Promise<ProgramResult<ProgramRun> | undefined> {
  const { kysely } = await database()
  const request = await findRunRequestByClient(kysely, keyed.clientRequestId)
  const earlier = request ?? (await findRunByRequest(kysely, keyed.clientRequestId))
  if (!earlier) return undefined
  const { id, draft_id: draftId, connection_id: connectionId, confirmed } = earlier
  const isSame =
    draftId === keyed.draftId &&
    (keyed.connectionId === undefined || keyed.connectionId === connectionId) &&
    // null: a check, or a registration that a server of an earlier version started.
    (confirmed === null || confirmed === keyed.count)
  return isSame ? succeeded(await runOf(id, keyed.kind)) : refused(422, t('otherRequest'))
}

const runOf = async (id: string, kind: 'check' | 'register'): Promise<ProgramRun> =>
  (await viewOfRun(id)) ?? { id, kind, state: 'preparing', total: 0, done: 0, problem: null }
