import 'server-only'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { Schema } from '@/lib/store/db/schema'
import type { RequirementKey } from './requirements'
import type { RequirementSuggestionTable } from './tables'

/** A requirement that rejections suggest. `rule` and `examples` are JSON. */
export interface StoredSuggestion extends RequirementKey {
  readonly rule: string
  /** How many rejected orders it explains. */
  readonly orders: number
  readonly examples: string
}

/** The suggestions of a connection in a state, for one sheet or all. */
export async function listSuggestions(
  db: Db,
  connectionId: string,
  state: RequirementSuggestionTable['state'],
  sheet?: string,
): Promise<StoredSuggestion[]> {
  const rows = await db
    .selectFrom('requirement_suggestion')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('state', '=', state)
    .$if(sheet !== undefined, query => query.where('sheet', '=', sheet ?? ''))
    .orderBy('orders', 'desc')
    .orderBy('sheet')
    .orderBy('column_id')
    .orderBy('kind')
    .execute()
  return rows.map(row => ({
    connectionId: row.connection_id,
    sheet: row.sheet,
    column: row.column_id,
    kind: row.kind,
    rule: row.rule,
    orders: row.orders,
    examples: row.examples,
  }))
}

/** Replaces the open suggestions of a connection for a sheet. Dismissed ones stay dismissed. @param at ISO 8601 */
export async function replaceSuggestions(
  trx: Db,
  connectionId: string,
  sheet: string,
  suggestions: readonly StoredSuggestion[],
  at: string,
): Promise<void> {
  await trx
    .deleteFrom('requirement_suggestion')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
    .where('state', '=', 'open')
    .execute()
  for (const { column, kind, rule, orders, examples } of suggestions) {
    await trx
      .insertInto('requirement_suggestion')
      .values({
        connection_id: connectionId,
        sheet,
        column_id: column,
        kind,
        rule,
        orders,
        examples,
        at,
        state: 'open',
        dismissed_by: null,
      })
      .onConflict(conflict => conflict.columns(['connection_id', 'sheet', 'column_id', 'kind']).doNothing())
      .execute()
  }
}

/** Dismisses an open suggestion: its kind is not suggested again for its column. @returns false if there is none */
export async function dismissSuggestion(trx: Db, key: RequirementKey, operatorId: string): Promise<boolean> {
  const dismissed = await trx
    .updateTable('requirement_suggestion')
    .set({ state: 'dismissed', dismissed_by: operatorId })
    .where(isKey(key))
    .where('state', '=', 'open')
    .executeTakeFirst()
  return dismissed.numUpdatedRows > 0n
}

/** Forgets the open suggestion of a requirement that exists now. */
export async function deleteSuggestion(trx: Db, key: RequirementKey): Promise<void> {
  await trx.deleteFrom('requirement_suggestion').where(isKey(key)).where('state', '=', 'open').execute()
}

const isKey =
  ({ connectionId, sheet, column, kind }: RequirementKey) =>
  (row: ExpressionBuilder<Schema, 'requirement_suggestion'>) =>
    row.and({ connection_id: connectionId, sheet, column_id: column, kind })
