import 'server-only'
import type { Selectable } from 'kysely'
import type { Scope } from '@/lib/contract/operations'
import type { RunProblem } from '@/lib/ledger/rules/problem'
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

/**
 * Why registrations of a connection are paused; undefined if they are not. A credential or an address that is wrong
 * pauses only the connection that has it.
 */
export async function findPause(
  db: Db,
  envId: string,
  scope: Scope,
  connectionId: string,
): Promise<RunProblem | undefined> {
  const { paused } = await findScope(db, envId, scope)
  if (paused === null || pauseOfOthers(paused, connectionId) !== null) return undefined
  const { connectionId: _, ...problem } = JSON.parse(paused)
  return problem
}

/** A stored pause that is only that of another connection; else null. */
export function pauseOfOthers(paused: string | null, connectionId: string): string | null {
  const { connectionId: only }: { readonly connectionId?: string } = JSON.parse(paused ?? '{}')
  return only === undefined || only === connectionId ? null : paused
}

/** Continues registrations of a connection. */
export async function endPause(db: Db, envId: string, scope: Scope, connectionId: string): Promise<void> {
  const { paused } = await findScope(db, envId, scope)
  await saveScope(db, { env_id: envId, scope, paused: pauseOfOthers(paused, connectionId), strikes: 0 })
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
