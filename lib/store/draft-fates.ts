import 'server-only'
import type { Handle } from './database'
import { deleteSources } from './source-erasure'

/** Why a draft stays: what is under way of it, and how many of its records are in doubt or registered. */
export interface Ties {
  readonly isRunning: boolean
  readonly busy: number
  readonly unknown: number
  readonly registered: number
}

/** What ties a draft to the ledger, in whatever environment. */
export async function tiesOf(handle: Handle, id: string): Promise<Ties> {
  const running = await handle
    .selectFrom('run')
    .select('id')
    .where('draft_id', '=', id)
    .where('state', 'in', ['preparing', 'cancelling', 'running'])
    .limit(1)
    .executeTakeFirst()
  const rows = await handle
    .selectFrom('ledger_order')
    .select(row => ['state', row.fn.countAll().as('count')])
    .where('draft_id', '=', id)
    .groupBy('state')
    .execute()
  const count = new Map(rows.map(row => [row.state, Number(row.count)]))
  const of = (...states: (typeof rows)[number]['state'][]) =>
    states.reduce((sum, state) => sum + (count.get(state) ?? 0), 0)
  return {
    isRunning: running !== undefined,
    busy: of('QUEUED', 'PREPARED', 'SENDING'),
    unknown: of('UNKNOWN'),
    registered: of('REGISTERED'),
  }
}

/** Puts a draft away, or brings it back. @returns whether it is there and stood otherwise */
export async function archiveDraft(
  handle: Handle,
  id: string,
  away: { operatorId: string; at: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('draft')
    .set({ archived_at: away?.at ?? null, archived_by: away?.operatorId ?? null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('archived_at', away ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Holds a draft until the transaction ends: a run of it that begins and its deletion wait for each other.
 * @returns whether it may be sent from: it was neither archived nor deleted. One that was never saved may.
 */
export async function holdDraft(handle: Handle, id: string): Promise<boolean> {
  // Changes nothing, and takes the lock of the row on every database.
  const row = await handle
    .updateTable('draft')
    .set(draft => ({ deleted_at: draft.ref('deleted_at') }))
    .where('id', '=', id)
    .returning(['archived_at', 'deleted_at'])
    .executeTakeFirst()
  return !row || (row.archived_at === null && row.deleted_at === null)
}

/**
 * Deletes a draft: its lines and their texts go; its row stays and says so, as does all that the ledger knows. To be
 * called in the transaction that holds it and has looked at its ties.
 * @returns whether it was there
 */
export async function deleteDraft(
  handle: Handle,
  id: string,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('draft')
    .set({ deleted_at: at, deleted_by: operatorId, records: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  for (const table of ['draft_line', 'draft_clash', 'draft_sitting', 'draft_elsewhere'] as const) {
    await handle.deleteFrom(table).where('draft_id', '=', id).execute()
  }
  await deleteSources(handle, id)
  return true
}
