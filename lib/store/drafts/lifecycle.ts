import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { ACTIVE_STATES } from '@/lib/store/ledger/orders/order-states'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'
import { deleteSources } from './sources/source-erasure'

/**
 * Why a draft cannot be deleted: its active runs, and how many of its records are queued, unknown or
 * registered.
 */
interface LedgerUse {
  readonly isRunning: boolean
  readonly busy: number
  readonly unknown: number
  readonly registered: number
}

/** The use of a draft by the ledger, in all environments. */
export async function findLedgerUse(db: Db, id: string): Promise<LedgerUse> {
  const running = await db
    .selectFrom('run')
    .select('id')
    .where('draft_id', '=', id)
    .where('state', 'in', ['preparing', 'cancelling', 'running'])
    .limit(1)
    .executeTakeFirst()
  const starting = await db
    .selectFrom('run_request')
    .select('id')
    .where('draft_id', '=', id)
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('ledger_order')
    .select(row => ['state', row.fn.countAll().as('count')])
    .where('draft_id', '=', id)
    .groupBy('state')
    .execute()
  const count = new Map(rows.map(row => [row.state, Number(row.count)]))
  const of = (...states: (typeof rows)[number]['state'][]) =>
    states.reduce((sum, state) => sum + (count.get(state) ?? 0), 0)
  return {
    isRunning: running !== undefined || starting !== undefined,
    busy: of(...ACTIVE_STATES),
    unknown: of('UNKNOWN'),
    registered: of('REGISTERED'),
  }
}

/** Archives a draft or restores it. @returns whether that changed anything */
export async function archiveDraft(
  db: Db,
  id: string,
  archived: { operatorId: string; at: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('draft')
    .set({ archived_at: archived?.at ?? null, archived_by: archived?.operatorId ?? null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A draft that a transaction has locked. */
interface LockedDraft {
  readonly revision: number
  /** Whether it may be sent: it is neither archived nor deleted. */
  readonly isOpen: boolean
  /** For `isErasing`. */
  readonly erasingUntil: string | null
}

/**
 * Locks a draft until the transaction ends: a save, a new run and the deletion of the draft wait for each other.
 * @returns undefined: it was never saved
 */
export async function lockDraft(db: Db, id: string): Promise<LockedDraft | undefined> {
  // Changes nothing, but locks the row in both databases.
  const row = await db
    .updateTable('draft')
    .set(draft => ({ revision: draft.ref('revision') }))
    .where('id', '=', id)
    .returning(['revision', 'archived_at', 'deleted_at', 'erasing_until'])
    .executeTakeFirst()
  if (!row) return undefined
  const isOpen = row.archived_at === null && row.deleted_at === null
  return { revision: row.revision, isOpen, erasingUntil: row.erasing_until }
}

/** How long a draft counts as being erased after its mark was set last, in milliseconds. */
const ERASING_MS = 60_000

/**
 * Marks a draft whose personal data is being erased, so that no run starts meanwhile and no other erasure begins. The
 * mark ends by itself a minute after it was set last.
 * @param now milliseconds by the clock of the ledger
 * @param mark the one that this erasure set last, or one that has ended; a mark of another erasure is left alone
 * @returns the mark that this erasure set last
 */
export async function markErasing(
  db: Db,
  id: string,
  now: number,
  mark: string | null,
): Promise<string | null> {
  const until = iso(now + ERASING_MS)
  const { numUpdatedRows } = await db
    .updateTable('draft')
    .set({ erasing_until: until })
    .where('id', '=', id)
    .where(row => row.or([row('erasing_until', 'is', null), row('erasing_until', '=', mark)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? mark : until
}

/** Removes the mark of an erasure that has ended, unless another erasure has set its own. */
export async function unmarkErasing(db: Db, id: string, mark: string | null): Promise<void> {
  await db
    .updateTable('draft')
    .set({ erasing_until: null })
    .where('id', '=', id)
    .where('erasing_until', '=', mark)
    .execute()
}

/** Whether a draft is being erased. @param now milliseconds by the clock of the ledger */
export function isErasing(until: string | null, now: number): boolean {
  if (until === null) return false
  const left = Date.parse(until) - now
  // A mark of a clock that was ahead does not count.
  return left > 0 && left <= ERASING_MS + CLOCK_TOLERANCE_MS
}

/** Whether the draft of a requested run is being erased. @param now milliseconds by the clock of the ledger */
export async function isDraftErasing(db: Db, id: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('draft').select('erasing_until').where('id', '=', id).executeTakeFirst()
  return isErasing(row?.erasing_until ?? null, now)
}

/**
 * Deletes a draft: its lines, sessions, conflicts and files. Its row stays and says so, as do all rows of
 * the ledger. Call it in the transaction that locked the draft and read its use.
 * @returns whether it existed
 */
export async function deleteDraft(db: Db, id: string, operatorId: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('draft')
    .set({ deleted_at: at, deleted_by: operatorId, records: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  for (const table of [
    'draft_line',
    'draft_line_search',
    'draft_line_due',
    'draft_clash',
    'draft_edit',
    'draft_save',
    'draft_sitting',
    'draft_elsewhere',
  ] as const) {
    await db.deleteFrom(table).where('draft_id', '=', id).execute()
  }
  await deleteSources(db, id)
  return true
}
