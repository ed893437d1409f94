import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Makes a state change of an order cheaper (docs/decisions/0111): triggers of SQLite compare states one by one, and the
 * rejected orders of a run that need an explanation are found by an index that the planner prefers.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  // An index of a large ledger takes longer than a statement of a page may.
  if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
  else await compareStates(trx)
  // With the state, as the query names it: without it, SQLite took the index of positions and read all
  // orders of the run.
  await trx.schema.dropIndex('ledger_order_unexplained').execute()
  await sql`create index ledger_order_unexplained on ledger_order (run_id, state, position)
    where state = 'REJECTED' and explained is null`.execute(trx)
  // The same index as `ledger_order_products`.
  await trx.schema.dropIndex('ledger_registered_products').execute()
}

const LIST_OF_STATES = /([\w.]+) (not )?in \(((?:'[A-Z]+', )+'[A-Z]+')\)/g

/** Creates the triggers again without lists of states: for each row, SQLite would build a table of each list. */
async function compareStates(trx: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
    where type = 'trigger' and tbl_name in ('ledger_order', 'verdict')`.execute(trx)
  for (const { name, text } of rows) {
    const compared = text.replaceAll(
      LIST_OF_STATES,
      (_, state: string, not: string | undefined, list: string) => {
        const comparisons = list.split(', ').map(one => `${state} ${not ? '<>' : '='} ${one}`)
        return `(${comparisons.join(not ? ' and ' : ' or ')})`
      },
    )
    if (compared === text) continue
    await sql`drop trigger ${sql.ref(name)}`.execute(trx)
    await sql.raw(compared).execute(trx)
  }
}
