import 'server-only'
import { emptySecrets } from './connection-secrets'
import type { Connection, CredentialTest } from './connections'
import type { Handle } from './database'

/** What came of trying the credentials of a connection. */
export type CredentialTests = Readonly<Record<'accessToken' | 'secretKey', CredentialTest | null>>

/**
 * Keeps what each credential came to, where it still is the one that was tried, at the address of then.
 * @param tried the connection as it was when it was tried
 */
export async function keepTests(handle: Handle, tried: Connection, tests: CredentialTests): Promise<void> {
  const { accessToken, secretKey } = tests
  const same = (column: 'access_token_at' | 'secret_key_at', at: string | null) =>
    handle
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

/** What stands in the way of deleting a connection; `deleted` when nothing does. */
export type Deletion = 'deleted' | 'gone' | 'embedded' | 'running'

/**
 * Deletes a connection: its secrets are gone, nothing is sent through it any more, and the history still names it.
 * While a run goes on through it, it stays.
 */
export async function deleteConnection(trx: Handle, id: string, now: Date = new Date()): Promise<Deletion> {
  // Locks the row, so that a run that begins now waits for the end.
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
  await trx
    .updateTable('connection')
    .set({ ...emptySecrets, deleted_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
  return 'deleted'
}

/** How many orders and products are queued, or of unknown outcome, behind a connection that may be deleted. */
export async function countLeftBehind(
  handle: Handle,
  id: string,
): Promise<Readonly<Record<'queued' | 'unknown', number>>> {
  const rows = await handle
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
