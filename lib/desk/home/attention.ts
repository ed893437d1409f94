import 'server-only'
import { withOwnErrors } from '@/lib/desk/draft-errors'
import { checkOperations } from '@/lib/desk/draft-list'
import { problemSentence } from '@/lib/desk/problem-sentence'
import type { Attention, AttentionCredential, AttentionRun, NamedDraft } from '@/lib/desk-api/home'
import { findSheet } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import { listDrafts, listDraftsWithUnknowns } from '@/lib/store/drafts/draft-list'
import { countDraftStatuses, listActiveRuns } from '@/lib/store/drafts/status'
import { findLatestEnvironments, type HaltedRun, listHaltedRuns } from '@/lib/store/ledger/figures'

/** Drafts whose errors and ready orders are looked at: those that were edited last. */
const MAX_DRAFTS = 100
/** How long before a token expires Home says so, and the part of its lifetime that is left by then at most. */
const EXPIRY_NOTICE_MS = 14 * 24 * 60 * 60 * 1000
const EXPIRY_NOTICE_SHARE = 1 / 4
/** The result of a test of a credential that works. */
const WORKS = 'works'

/** What needs a person now. */
export async function needsAttention(): Promise<Attention> {
  const { longReads } = await database()
  return readAttention(longReads, Date.now())
}

/** @param now milliseconds */
export async function readAttention(db: Db, now: number): Promise<Attention> {
  const unknowns = await listDraftsWithUnknowns(db)
  const halted = await listHaltedRuns(db, new Date(now).toISOString())
  const connections = await listConnections(db)
  return {
    unconfirmed: unknowns.flatMap(({ unknown: count, ...draft }) =>
      named(draft).map(draft => ({ draft, count })),
    ),
    runs: halted.flatMap(attentionRun),
    ...(await draftsToFinish(db, connections)),
    credentials: connections.flatMap(connection => failingCredentials(connection, now)),
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
): Promise<Pick<Attention, 'errors' | 'ready'>> {
  const drafts = await listDrafts(db, { isArchived: false }, MAX_DRAFTS, 0)
  const ids = drafts.map(({ id }) => id)
  const counts = await countDraftStatuses(db, ids, checkOperations)
  const environments = await findLatestEnvironments(db, ids)
  const active = await listActiveRuns(db, ids)
  const nothing = { passed: 0, failing: 0, checkedAt: null }
  const idle = drafts.filter(({ id }) => !active.has(id))
  const statuses = idle.flatMap(draft => {
    const envId = environments.get(draft.id)
    const there = counts.find(count => count.draftId === draft.id && count.envId === envId) ?? nothing
    const { passed, failing } = withOwnErrors(there, draft.ownErrors, draft.updatedAt)
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
    errors: statuses.flatMap(({ draft, failing: count, of }) => (count > 0 ? [{ draft, count, of }] : [])),
    ready: statuses.flatMap(({ draft, passed: count, at }) => (count > 0 ? [{ draft, count, at }] : [])),
  }
}

function failingCredentials(connection: Connection, now: number): AttentionCredential[] {
  const { id: connectionId, name, tests } = connection
  const one = { connectionId, connection: name }
  const failed = (['accessToken', 'secretKey'] as const).flatMap((credential): AttentionCredential[] => {
    const test = tests[credential]
    return test === null || test.code === WORKS ? [] : [{ ...one, credential, state: 'failed', at: test.at }]
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
