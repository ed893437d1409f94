import 'server-only'
import { hostname } from 'node:os'
import { failingCredentials } from '@/lib/desk/connections/credential-state'
import { withOwnErrors } from '@/lib/desk/drafts/list/draft-errors'
import { DraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import { type InboxProblem, inboxProblem } from '@/lib/desk/intake/inbox/inbox-problem'
import { readReason, reasonKind, reasonSentence } from '@/lib/desk/intake/reason'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import { clockDifference } from '@/lib/desk-api/connections/clock-difference'
import type {
  Attention,
  AttentionBackup,
  AttentionClock,
  AttentionDue,
  AttentionFile,
  AttentionInbox,
  AttentionRestoration,
  AttentionRun,
  AttentionServerClock,
  AttentionWaitingFile,
  NamedDraft,
} from '@/lib/desk-api/home'
import { env } from '@/lib/env'
import { ledgerTime } from '@/lib/ledger/ledger'
import { readRunProblem } from '@/lib/ledger/rules/problem'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { type LastBackups, lateSince, readLastBackups } from '@/lib/store/backup/records'
import { findRestoration, isRestorationTime } from '@/lib/store/backup/restorations'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections/connections'
import { measureClockOffset } from '@/lib/store/db/clock-offset'
import { type Database, type Db, database } from '@/lib/store/db/database'
import { countDueOrders } from '@/lib/store/drafts/dispatch-limits'
import { listDrafts, listDraftsWithUnknowns } from '@/lib/store/drafts/draft-list'
import { type FileOverQuota, listFilesOverQuota, OVER_QUOTA_RETRY_MS } from '@/lib/store/intake/arrivals'
import { type FileForPerson, listFilesForPerson } from '@/lib/store/intake/files'
import { listClockSkews } from '@/lib/store/ledger/environments/clock-skews'
import { listRestoredEnvironments } from '@/lib/store/ledger/environments/environments'
import { findLatestEnvironments, type HaltedRun, listHaltedRuns } from '@/lib/store/ledger/figures'
import { listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { dayAt } from '@/lib/words/time/zoned-time'

/** How many drafts Home examines for errors and ready orders, the last edited first. */
const MAX_DRAFTS = 100
/** Orders that the shop cancelled; the page of all of them shows more. */
const MAX_CANCELLED = 100
/** Files that need a person. */
const MAX_FILES = 100
/** How long Home names a file that waits in the watched folder after it was tried last: it may be gone from there. */
const WAITING_FILE_MS = 4 * OVER_QUOTA_RETRY_MS
/** How far the clock of this server may be from its database's before Home says so. */
const NOTABLE_SERVER_CLOCK_MS = 60_000
/** Shops of Korea and Japan have the same time, in every season. */
const SHOP_TIME_ZONE = 'Asia/Seoul'
/** How long Home names orders past their dispatch limit: older ones were dispatched some other way. */
const DISPATCH_LIMIT_SHOWN_MS = 14 * DAY_MS

/** How long Home says after a restore that accounts and keys are those of the backup. */
const RESTORED_ACCESS_MS = 7 * DAY_MS

/** What needs a person now. @param statuses what the page has read of drafts */
export async function needsAttention(statuses: DraftStatuses): Promise<Attention> {
  const opened = await database()
  const ledgerMs = await ledgerTime()
  const [attention, serverClock] = await Promise.all([
    readAttention(opened.longReads, Date.now(), statuses, ledgerMs),
    differingServerClock(opened),
  ])
  return { ...attention, serverClock, inbox: failingInbox(inboxProblem()) }
}

/** This server, if its clock differs from its database's by a minute or more. @param now this server's clock */
export async function differingServerClock(
  database: Pick<Database, 'clock'>,
  now?: () => number,
): Promise<AttentionServerClock[]> {
  const offset = (await measureClockOffset(database, now)) ?? 0
  if (Math.abs(offset) < NOTABLE_SERVER_CLOCK_MS) return []
  return [{ host: hostname(), difference: clockDifference(-offset) }]
}

/** The watched folder of this server, if its files wait. */
export function failingInbox(problem: InboxProblem | undefined): AttentionInbox[] {
  if (!problem) return []
  const { folder, code, since } = problem
  return [{ host: hostname(), folder, code, at: iso(since), problem: INBOX_PROBLEMS.get(code) ?? 'other' }]
}

/** What administrators read about codes of the file system. */
const INBOX_PROBLEMS: ReadonlyMap<string, AttentionInbox['problem']> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
  ['EACCES', 'denied'],
  ['EPERM', 'denied'],
  ['EROFS', 'denied'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['ETIMEDOUT', 'silent'],
])

/**
 * Reads from the tables what needs a person: all of it except what only this server knows.
 * @param now milliseconds by this server's clock @param ledgerMs milliseconds by the clock of the ledger
 * @param backupEvery milliseconds between two scheduled backups; undefined: none is scheduled
 */
export async function readAttention(
  db: Db,
  now: number,
  statuses: DraftStatuses = new DraftStatuses(db),
  ledgerMs = now,
  backupEvery = env().backupEveryMs,
): Promise<Omit<Attention, 'serverClock' | 'inbox'>> {
  const unknowns = await listDraftsWithUnknowns(db)
  const halted = await listHaltedRuns(db, iso(ledgerMs))
  const connections = await listConnections(db)
  const skews = await listClockSkews(db)
  const backup = lateBackup(await readLastBackups(db, now), now, backupEvery)
  const cancelled = await listCancellations(db, 'sent', MAX_CANCELLED)
  const waiting = await listFilesOverQuota(db, iso(now - WAITING_FILE_MS), MAX_FILES)
  const restoration = await findRestoration(db, iso(now - RESTORED_ACCESS_MS))
  return {
    restored: await restoredConnections(db, connections),
    restoredAccess: restoration ? [restoration] : [],
    unconfirmed: unknowns.flatMap(({ unknown: count, ...draft }) =>
      named(draft).map(draft => ({ draft, count })),
    ),
    cancelled: cancelled.map(({ id, number, orderId, state, draftName, isDraftGone }) => ({
      id,
      number,
      orderId,
      isUnconfirmed: state !== 'REGISTERED',
      draft: isDraftGone ? null : draftName,
    })),
    files: (await listFilesForPerson(db, MAX_FILES)).flatMap(attentionFile),
    waitingFiles: waiting.map(waitingFile),
    runs: halted.flatMap(attentionRun),
    ...(await draftsToFinish(db, connections, statuses, now)),
    credentials: connections.flatMap(connection => failingCredentials(connection, now)),
    clocks: connections.flatMap(connection => differingClock(connection, skews)),
    backups: backup ? [backup] : [],
  }
}

/** The backup that failed, or since when none was made. */
function lateBackup(last: LastBackups, now: number, every: number | undefined): AttentionBackup | undefined {
  if (last.failed) return last.failed
  const since = lateSince(last, every, now)
  return since && { ...since, problem: null }
}

/**
 * Connections where registering waits since a restore, or since commits were lost. A sandbox that was never used has
 * nothing to compare.
 */
async function restoredConnections(
  db: Db,
  connections: readonly Connection[],
): Promise<AttentionRestoration[]> {
  const restored = new Map((await listRestoredEnvironments(db)).map(one => [one.envId, one]))
  const waiting = connections.flatMap(connection => {
    const environment = restored.get(environmentId(connection))
    const isConcerned = environment?.hasOrders || connection.kind === 'remote'
    return environment && isConcerned ? [{ name: connection.name, at: environment.at }] : []
  })
  const [first] = waiting
  if (!first) return []
  const { at } = first
  return [{ at, isBackup: await isRestorationTime(db, at), connections: waiting.map(({ name }) => name) }]
}

const named = ({
  id,
  sheet: sheetId,
  name,
}: {
  readonly id: string
  readonly sheet: string
  readonly name: string
}): NamedDraft[] => {
  const sheet = findSheetById(sheetId)
  return sheet ? [{ id, sheet: sheet.id, recordType: sheet.recordType, name }] : []
}

const attentionFile = ({ id, name, reason, draftId, sheet, draftName }: FileForPerson): AttentionFile[] =>
  named({ id: draftId, sheet, name: draftName }).map(draft => {
    const why = readReason(reason)
    const kind = reasonKind(why)
    return { id, name, draft, reason: kind, detail: kind === 'unreadable' ? reasonSentence(why) : undefined }
  })

function waitingFile({ id, name, exceeded }: FileOverQuota): AttentionWaitingFile {
  const { draftFileBytes, allFileBytes } = env()
  const bytes = exceeded === 'draft' ? draftFileBytes : allFileBytes
  return { id, name, limit: exceeded, megabytes: Math.floor(bytes / 1024 / 1024) }
}

function attentionRun({ draftId, draftName, sheet, waitsUntil, ...run }: HaltedRun): AttentionRun[] {
  const problem = readRunProblem(run.problem)
  return named({ id: draftId, sheet, name: draftName }).map(draft => ({
    id: run.id,
    draft,
    kind: run.kind,
    state: run.state,
    left: run.left,
    problem: problem && problemSentence(problem),
    waitsUntil: waitsUntil ?? undefined,
  }))
}

/**
 * Drafts with errors, and with orders that passed and are not registered, the one edited last first. A draft counts
 * where it was checked or registered last: what passed at a sandbox before it was registered in production is finished.
 */
async function draftsToFinish(
  db: Db,
  connections: readonly Connection[],
  statuses: DraftStatuses,
  now: number,
): Promise<Pick<Attention, 'due' | 'errors' | 'ready'>> {
  const drafts = await listDrafts(db, { isArchived: false }, MAX_DRAFTS, 0)
  const ids = drafts.map(({ id }) => id)
  const { counts, activeRuns } = await statuses.of(ids)
  const environments = await findLatestEnvironments(db, ids)
  const nothing = { passed: 0, failing: 0, checkedAt: null }
  const countsOf = (draftId: string) =>
    counts.find(count => count.draftId === draftId && count.envId === environments.get(draftId))
  const idle = drafts.filter(({ id }) => !activeRuns.has(id))
  const unfinished = drafts.filter(({ id, records }) => (countsOf(id)?.registered ?? 0) < (records ?? 1))
  const counted = idle.flatMap(draft => {
    const envId = environments.get(draft.id)
    const status = countsOf(draft.id) ?? nothing
    const { passed, failing } = withOwnErrors(status, draft.ownErrors, draft.countedAt)
    const at = connections.filter(one => environmentId(one) === envId).map(({ name }) => name)
    return named(draft).map(one => ({
      draft: one,
      passed,
      failing,
      of: draft.records ?? 0,
      at: listOf(requestLocale().language, at),
    }))
  })
  return {
    due: await dueOrders(db, unfinished, now),
    errors: counted.flatMap(({ draft, failing: count, of }) => (count > 0 ? [{ draft, count, of }] : [])),
    ready: counted.flatMap(({ draft, passed: count, at }) => (count > 0 ? [{ draft, count, at }] : [])),
  }
}

/** Orders past the limit of their shop first, those that are due today after them; of each the longest due first. */
async function dueOrders(
  db: Db,
  drafts: Awaited<ReturnType<typeof listDrafts>>,
  now: number,
): Promise<AttentionDue[]> {
  const today = dayAt(now, SHOP_TIME_ZONE)
  const from = dayAt(now - DISPATCH_LIMIT_SHOWN_MS, SHOP_TIME_ZONE)
  const byId = new Map(drafts.map(draft => [draft.id, draft]))
  const due = await countDueOrders(db, [...byId.keys()], { today, from })
  const linesOf = (state: 'past' | 'today') =>
    due.flatMap(({ draftId, earliest, ...counts }) => {
      const listed = byId.get(draftId)
      const [draft] = listed ? named(listed) : []
      const day = state === 'past' ? earliest : today
      return draft && counts[state] > 0 ? [{ draft, state, count: counts[state], day }] : []
    })
  return [...linesOf('past'), ...linesOf('today')]
}

/** @param skews of environments with a significant one */
function differingClock(connection: Connection, skews: ReadonlyMap<string, number>): AttentionClock[] {
  const skew = skews.get(environmentId(connection))
  if (skew === undefined) return []
  return [{ connectionId: connection.id, connection: connection.name, difference: clockDifference(skew) }]
}
