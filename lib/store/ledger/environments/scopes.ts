import 'server-only'
import type { Selectable } from 'kysely'
import type { Scope } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { LedgerScopeTable } from './environment-tables'

type LedgerScopeRow = Selectable<LedgerScopeTable>

const scopeOf = new FixedStatement((db, { envId, scope }: { envId: string; scope: Scope }) =>
  db.selectFrom('ledger_scope').selectAll().where('env_id', '=', envId).where('scope', '=', scope),
)

/** The settings for one kind of record in an environment; defaults before the first registration. */
export async function findScope(db: Db, envId: string, scope: Scope): Promise<LedgerScopeRow> {
  const found = await scopeOf.first(db, { envId, scope })
  return found ?? { env_id: envId, scope, paused: null, strikes: 0 }
}

const upsertScope = new FixedStatement((db, row: LedgerScopeRow) =>
  db
    .insertInto('ledger_scope')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['env_id', 'scope']).doUpdateSet({ paused: row.paused, strikes: row.strikes }),
    ),
)

/** Stores why a scope of an environment is paused, and its strikes. */
export async function saveScope(db: Db, { env_id, scope, paused, strikes }: LedgerScopeRow): Promise<void> {
  await upsertScope.run(db, { env_id, scope, paused, strikes })
}
