import 'server-only'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'
import { batches, yieldingBatches } from '@/lib/store/db/statements/batches'
import { jsonRows } from '@/lib/store/db/statements/json-rows'
import { iso } from '@/lib/store/stored-values'
import type { VerdictTable } from './check-tables'

export type VerdictRow = Selectable<VerdictTable>

/** All columns of a verdict. */
const columns = {
  draft_id: 'text',
  env_id: 'text',
  mall_order_number: 'text',
  variant: 'text',
  sha256: 'text',
  fingerprint: 'text',
  line_ids: 'text',
  position: 'integer',
  passed: 'integer',
  failures: 'text',
  payload: 'text',
  attempt_id: 'text',
  connection_id: 'text',
  checked_at: 'text',
} as const satisfies Record<keyof VerdictRow, 'text' | 'integer'>
const names = Object.keys(columns) as (keyof VerdictRow)[]
const columnList = sql.join(names.map(name => sql.ref(name)))
/** The first columns are the primary key. */
const KEY_LENGTH = 3

/** Stores verdicts in place of older ones of the same numbers. */
export async function saveVerdicts(db: Db, rows: readonly VerdictRow[]): Promise<void> {
  for (const batch of batches(rows)) {
    await db
      .insertInto('verdict')
      .columns(names)
      .expression(
        sql<VerdictRow>`select ${columnList} from ${jsonRows(db, columns, batch)} as given where true`,
      )
      .onConflict(conflict =>
        conflict
          .columns(['draft_id', 'env_id', 'mall_order_number'])
          .doUpdateSet(part =>
            Object.fromEntries(names.slice(KEY_LENGTH).map(name => [name, part.ref(`excluded.${name}`)])),
          ),
      )
      .execute()
  }
}

/**
 * Environment and connection under which a draft is shown: numbers are held per environment, verdicts and
 * rejections count per connection (docs/decisions/0039).
 */
export interface VerdictTarget {
  readonly envId: string
  readonly connectionId: string
}

/** Verdicts on numbers of a draft from a connection, unordered; at most one statement's worth. */
export function listVerdicts(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  numbers: readonly string[],
): Promise<VerdictRow[]> {
  return db
    .selectFrom('verdict')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('mall_order_number', 'in', numbers)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Hashes of the orders that passed a check of their variant on a connection since a time, by number. */
export async function listPassed(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  variant: VerdictRow['variant'],
  since: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const passed = new Map<string, string>()
  for await (const batch of yieldingBatches(numbers)) {
    const rows = await db
      .selectFrom('verdict')
      .select(['mall_order_number', 'sha256', 'checked_at'])
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('mall_order_number', 'in', batch)
      .where('connection_id', '=', connectionId)
      .where('variant', '=', variant)
      .where('passed', '=', 1)
      .execute()
    // Compared here: with the time in the query, a database may scan the whole draft for each batch.
    for (const row of rows) if (row.checked_at >= since) passed.set(row.mall_order_number, row.sha256)
  }
  return passed
}

/** Which of some orders of drafts passed their last check in an environment, each as draft and number with a blank. */
export async function listPassedNumbers(
  db: Db,
  envId: string,
  orders: readonly { readonly draftId: string; readonly number: string }[],
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>()
  for (const batch of batches([...new Set(orders.map(({ number }) => number))])) {
    const rows = await db
      .selectFrom('verdict')
      .select(['draft_id', 'mall_order_number'])
      .where('env_id', '=', envId)
      .where('mall_order_number', 'in', batch)
      .where('passed', '=', 1)
      .execute()
    for (const row of rows) passed.add(`${row.draft_id} ${row.mall_order_number}`)
  }
  return passed
}

/** Clears rejections of unchanged records that will be sent again. @param at ISO 8601 */
export async function clearRejections(
  db: Db,
  draftId: string,
  { envId, connectionId }: VerdictTarget,
  numbers: readonly string[],
  at: string,
): Promise<void> {
  for (const batch of batches(numbers)) {
    await db
      .updateTable('verdict')
      .set({ passed: 1, failures: '[]', payload: null, checked_at: at })
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('connection_id', '=', connectionId)
      .where('passed', '=', 0)
      .where('mall_order_number', 'in', batch)
      .execute()
  }
}

/** The check run of a draft in an environment that was started last; undefined: there is none. */
export async function findLastCheck(db: Db, draftId: string, envId: string): Promise<string | undefined> {
  const run = await db
    .selectFrom('run')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('kind', '=', 'check')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.id
}

/**
 * Makes a check count the recent passes that it relies on, beside the results that it will get itself. All other
 * results of the same time are moved to just before them: their records were removed, renumbered, changed or withheld,
 * and are not counted any more (docs/decisions/0083).
 * @param run its id, the draft and environment that it checks, and when it was asked for: it may have results already
 * @param passes number of each order that is not sent again, and when it passed (ISO 8601)
 */
export async function keepPasses(
  { longReads, write }: Pick<Database, 'longReads' | 'write'>,
  run: Readonly<Record<'runId' | 'draftId' | 'envId' | 'requestedAt', string>>,
  passes: ReadonlyMap<string, string>,
): Promise<void> {
  const { runId, draftId, envId, requestedAt } = run
  let from: string | undefined
  for (const at of passes.values()) if (from === undefined || at < from) from = at
  if (from === undefined) return
  const oldest = from
  const rows = await longReads
    .selectFrom('verdict')
    .select('mall_order_number')
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('checked_at', '>=', oldest)
    .where('checked_at', '<', requestedAt)
    .execute()
  const others = rows.flatMap(({ mall_order_number: number }) => (passes.has(number) ? [] : [number]))
  const before = iso(Date.parse(oldest) - 1)
  for await (const batch of yieldingBatches(others)) {
    await write(trx =>
      trx
        .updateTable('verdict')
        .set({ checked_at: before })
        .where('draft_id', '=', draftId)
        .where('env_id', '=', envId)
        .where('mall_order_number', 'in', batch)
        .where('checked_at', '>=', oldest)
        .where('checked_at', '<', requestedAt)
        .execute(),
    )
  }
  await write(trx =>
    trx.updateTable('draft_check').set({ counts_from: oldest }).where('run_id', '=', runId).execute(),
  )
}
