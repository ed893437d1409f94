import 'server-only'
import type { Selectable } from 'kysely'
import type { Scope } from '@/lib/contract/operations'
import type { Handle } from './database'
import type { LedgerScopeTable } from './ledger-tables'

export type LedgerScopeRow = Selectable<LedgerScopeTable>

/** What holds for one kind of record in an environment; nothing, when none was ever registered there. */
export async function ledgerScope(handle: Handle, envId: string, scope: Scope): Promise<LedgerScopeRow> {
  const found = await handle
    .selectFrom('ledger_scope')
    .selectAll()
    .where('env_id', '=', envId)
    .where('scope', '=', scope)
    .executeTakeFirst()
  return found ?? { env_id: envId, scope, paused: null, strikes: 0 }
}

/** Notes what a request taught about its kind of record. */
export async function saveScope(handle: Handle, row: LedgerScopeRow): Promise<void> {
  await handle
    .insertInto('ledger_scope')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['env_id', 'scope']).doUpdateSet({ paused: row.paused, strikes: row.strikes }),
    )
    .execute()
}
