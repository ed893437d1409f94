import 'server-only'
import { hostname } from 'node:os'
import { withOwnErrors } from '@/lib/desk/drafts/draft-errors'
import { DraftStatuses } from '@/lib/desk/drafts/draft-statuses'
import { readReason, reasonKind, reasonSentence } from '@/lib/desk/intake/reason'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import { clockDifference } from '@/lib/desk-api/connections/clock-difference'
import { testVerdict } from '@/lib/desk-api/connections/connections'
import type {
  Attention,
  AttentionClock,
  AttentionCredential,
  AttentionDue,
  AttentionFile,
  AttentionRun,
  AttentionServerClock,
  AttentionWaitingFile,
  NamedDraft,
} from '@/lib/desk-api/home'
import { env } from '@/lib/env'
import { findSheet } from '@/lib/sheet/schema/sheets'
import { readLastBackups } from '@/lib/store/backup/records'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections/connections'
import { measureClockOffset } from '@/lib/store/db/clock-offset'
import { type Database, type Db, database } from '@/lib/store/db/database'
import { countDueOrders } from '@/lib/store/drafts/dispatch-limits'
import { listDrafts, listDraftsWithUnknowns } from '@/lib/store/drafts/draft-list'
import {
  type FileForPerson,
  type FileOverQuota,
  listFilesForPerson,
  listFilesOverQuota,
  OVER_QUOTA_RETRY_MS,
} from '@/lib/store/intake/files'
import { listClockSkews } from '@/lib/store/ledger/environments'
import { findLatestEnvironments, type HaltedRun, listHaltedRuns } from '@/lib/store/ledger/figures'
import { listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import { iso } from '@/lib/store/stored-values'
import { dayAt } from '@/lib/words/time/zoned-time'

/** Drafts whose errors and ready orders are looked at: those that were edited last. */
const MAX_DRAFTS = 100
/** Orders that the shop cancelled; the page of all of them shows more. */
const MAX_CANCELLED = 100
/** Files that need a person. */
const MAX_FILES = 100
/** How long Home names a file that waits in the watched folder after it was tried last: it may be gone from there. */
const WAITING_FILE_MS = 4 * OVER_QUOTA_RETRY_MS
/** How far the clock of this server may be from its database's before Home says so. */
const NOTABLE_SERVER_CLOCK_MS = 60_000
/** How long before a token expires Home says so, and the part of its lifetime that is left by then at most. */
const EXPIRY_NOTICE_MS = 14 * 24 * 60 * 60 * 1000
const EXPIRY_NOTICE_SHARE = 1 / 4
/** Shops of Korea and Japan have the same time, in every season. */
const SHOP_TIME_ZONE = 'Asia/Seoul'
/** How long Home names orders past their dispatch limit: older ones were dispatched some other way. */
const DISPATCH_LIMIT_SHOWN_MS = 14 * 24 * 60 * 60 * 1000

/** What needs a person now. @param statuses what the page has read of drafts */
export async function needsAttention(statuses: DraftStatuses): Promise<Attention> {
  const opened = await database()
  const [attention, serverClock] = await Promise.all([
    readAttention(opened.longReads, Date.now(), statuses),
    differingServerClock(opened),
  ])
  return { ...attention, serverClock }
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

/** What the tables say of it. @param now milliseconds */
export async function readAttention(
  db: Db,
  now: number,
  statuses: DraftStatuses = new DraftStatuses(db),
): Promise<Omit<Attention, 'serverClock'>> {
  const unknowns = await listDraftsWithUnknowns(db)
  const halted = await listHaltedRuns(db, iso(now))
  const connections = await listConnections(db)
  const skews = await listClockSkews(db)
  const { failed: failedBackup } = await readLastBackups(db)
  const cancelled = await listCancellations(db, 'sent', MAX_CANCELLED)
  const waiting = await listFilesOverQuota(db, iso(now - WAITING_FILE_MS), MAX_FILES)
  return {
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
    backups: failedBackup ? [failedBackup] : [],
  }
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
  const sheet = findSheet(sheetId.split('/'))
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

const attentionRun = ({
  draftId,
  draftName,
  sheet,
  problem,
  waitsUntil,
  ...run
}: HaltedRun): AttentionRun[] =>
  named({ id: draftId, sheet, name: draftName }).map(draft => ({
    draft,
    kind: run.kind,
    state: run.state,
    left: run.left,
    problem: problem === null ? undefined : problemSentence(JSON.parse(problem)),
    waitsUntil: waitsUntil ?? undefined,
  }))

/**
 * Drafts with errors, and with orders that passed and are not registered, the one edited last first. A draft counts where
 * it was checked or registered last: what passed at a sandbox before it was registered in production is finished.
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
      at: at.join(', '),
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

/** The credentials of a connection that expire soon, have expired, or failed their last test. @param now milliseconds */
export function failingCredentials(connection: Connection, now: number): AttentionCredential[] {
  const { id: connectionId, name, tests } = connection
  const one = { connectionId, connection: name }
  const failed = (['accessToken', 'secretKey'] as const).flatMap((credential): AttentionCredential[] => {
    const test = tests[credential]
    return test && testVerdict(test) === 'bad' ? [{ ...one, credential, state: 'failed', at: test.at }] : []
  })
  const expiring = expiringToken(connection, now)
  return expiring ? [expiring, ...failed] : failed
}

/** The access token of a connection if it has expired or expires soon. @param now milliseconds */
export function expiringToken(connection: Connection, now: number): AttentionCredential | undefined {
  const { kind, accessTokenExpiresAt: expiresAt } = connection
  // The token of the sandbox is renewed by itself.
  if (expiresAt === null || kind === 'embedded') return undefined
  const end = Date.parse(expiresAt)
  const left = end - now
  const enteredAt = connection.accessToken.updatedAt
  const lifetime = enteredAt === null ? Number.POSITIVE_INFINITY : end - Date.parse(enteredAt)
  // Some services issue tokens for a day: they would be named from the moment they are entered.
  if (left > Math.min(EXPIRY_NOTICE_MS, Math.max(0, lifetime * EXPIRY_NOTICE_SHARE))) return undefined
  const state = left <= 0 ? 'expired' : 'expires'
  const one = { connectionId: connection.id, connection: connection.name }
  return { ...one, credential: 'accessToken', state, at: expiresAt }
}
