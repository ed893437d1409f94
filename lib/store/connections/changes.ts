import 'server-only'
import type { CredentialTests } from '@/lib/contract/credentials'
import type { Rehearsal } from '@/lib/contract/rehearsals'
import type { Db } from '@/lib/store/db/database'
import type { Connection } from './connections'
import { emptySecrets } from './sealed-secrets'

/**
 * Stores the test results of credentials that have not changed since the test, and only if the address is
 * still the same.
 * @param tried the connection as it was tested
 */
export async function saveCredentialTests(db: Db, tried: Connection, tests: CredentialTests): Promise<void> {
  const { accessToken, secretKey } = tests
  const same = (column: 'access_token_at' | 'secret_key_at', at: string | null) =>
    db
      .updateTable('connection')
      .where('id', '=', tried.id)
      .where('base_url', '=', tried.kind === 'embedded' ? '' : tried.baseUrl)
      .where(column, at === null ? 'is' : '=', at)
  await same('access_token_at', tried.accessToken.updatedAt)
    .set({ access_token_test: accessToken && JSON.stringify(accessToken) })
    .execute()
  await same('secret_key_at', tried.secretKey.updatedAt)
    .set({ secret_key_test: secretKey && JSON.stringify(secretKey) })
    .execute()
}

/** Why a connection cannot be deleted; `deleted`: it was. */
type DeletionResult = 'deleted' | 'gone' | 'embedded' | 'running'

/**
 * Deletes a connection: its secrets are removed, nothing is sent through it any more, and the history still
 * shows its name. A connection with an active run cannot be deleted.
 */
export async function deleteConnection(trx: Db, id: string, now: Date = new Date()): Promise<DeletionResult> {
  // Locks the row, so that a new run waits for the end of this transaction.
  const row = await trx
    .updateTable('connection')
    .set({ updated_at: now.toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('kind')
    .executeTakeFirst()
  if (!row) return 'gone'
  if (row.kind === 'embedded') return 'embedded'
  const running = await trx
    .selectFrom('run')
    .select('id')
    .where('connection_id', '=', id)
    .where('state', 'in', ['preparing', 'running'])
    .limit(1)
    .executeTakeFirst()
  if (running) return 'running'
  await trx.deleteFrom('rejected_field').where('connection_id', '=', id).execute()
  await trx.deleteFrom('requirement_suggestion').where('connection_id', '=', id).execute()
  await trx
    .updateTable('connection')
    .set({ ...emptySecrets, is_default: 0, deleted_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
  return 'deleted'
}

/**
 * Makes a connection the one with which new drafts start, in place of the one before.
 * @returns false if there is no such connection
 */
export async function setDefaultConnection(trx: Db, id: string): Promise<boolean> {
  const chosen = await trx
    .updateTable('connection')
    .set({ is_default: 1 })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!chosen) return false
  await trx
    .updateTable('connection')
    .set({ is_default: 0 })
    .where('id', '!=', id)
    .where('is_default', '=', 1)
    .execute()
  return true
}

/** How many orders and products of a connection are queued, or have an unknown outcome. */
export async function countLeftBehind(
  db: Db,
  id: string,
): Promise<Readonly<Record<'queued' | 'unknown', number>>> {
  const rows = await db
    .selectFrom('ledger_order')
    .innerJoin('run', 'run.id', 'ledger_order.run_id')
    .select(part => ['ledger_order.state', part.fn.countAll<number>().as('count')])
    .where('run.connection_id', '=', id)
    .where('ledger_order.state', 'in', ['QUEUED', 'UNKNOWN'])
    .groupBy('ledger_order.state')
    .execute()
  const count = (state: string) => Number(rows.find(row => row.state === state)?.count ?? 0)
  return { queued: count('QUEUED'), unknown: count('UNKNOWN') }
}

/** How the services of connections misbehave on purpose, by the id of the connection. */
export async function listRehearsals(db: Db): Promise<Readonly<Record<string, Rehearsal>>> {
  const rows = await db
    .selectFrom('connection')
    .select(['id', 'rehearsal'])
    .where('rehearsal', 'is not', null)
    .execute()
  return Object.fromEntries(rows.flatMap(({ id, rehearsal }) => (rehearsal ? [[id, rehearsal]] : [])))
}

/**
 * Sets how the embedded service misbehaves towards a connection from the next request on; null: not at all.
 * @returns false unless the connection leads to the embedded service
 */
export async function rehearse(db: Db, id: string, rehearsal: Rehearsal | null): Promise<boolean> {
  const changed = await db
    .updateTable('connection')
    .set({ rehearsal, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('kind', '=', 'embedded')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
