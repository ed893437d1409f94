import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { RequirementTable } from './tables'

/** Maximum requirements of one connection. */
export const MAX_REQUIREMENTS = 200

/** What identifies a requirement: a column has at most one rule of each kind. */
export interface RequirementKey {
  readonly connectionId: string
  readonly sheet: string
  /** '' for a rule about orders as a whole. */
  readonly column: string
  readonly kind: string
}

/** A requirement as it is stored. `rule` is JSON. */
export interface StoredRequirement extends RequirementKey {
  readonly rule: string
  readonly severity: RequirementTable['severity']
  readonly isEnabled: boolean
}

/** A requirement with its last edit. `at` is ISO 8601. */
export interface ListedRequirement extends StoredRequirement {
  readonly by: string
  readonly at: string
}

/** Requirements of all connections, or of one. */
export async function listRequirements(db: Db, connectionId?: string): Promise<ListedRequirement[]> {
  const rows = await db
    .selectFrom('requirement')
    .leftJoin('operator', 'operator.id', 'requirement.edited_by')
    .selectAll('requirement')
    .select('operator.name as by')
    .$if(connectionId !== undefined, query => query.where('connection_id', '=', connectionId ?? ''))
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
    severity: row.severity,
    isEnabled: row.is_enabled === 1,
    by: row.by ?? '',
    at: row.edited_at,
  }))
}

/**
 * Saves requirements in place of those with the same keys.
 * @param at ISO 8601
 * @returns false at the maximum number of requirements of a connection: the caller rolls back
 */
export async function saveRequirements(
  trx: Db,
  requirements: readonly StoredRequirement[],
  operatorId: string,
  at: string,
): Promise<boolean> {
  for (const { connectionId, sheet, column, kind, rule, severity, isEnabled } of requirements) {
    const saved = {
      rule,
      severity,
      is_enabled: isEnabled ? 1 : 0,
      edited_by: operatorId,
      edited_at: at,
    }
    await trx
      .insertInto('requirement')
      .values({ connection_id: connectionId, sheet, column_id: column, kind, ...saved })
      .onConflict(conflict =>
        conflict.columns(['connection_id', 'sheet', 'column_id', 'kind']).doUpdateSet(saved),
      )
      .execute()
  }
  for (const connectionId of new Set(requirements.map(one => one.connectionId))) {
    const { count } = await trx
      .selectFrom('requirement')
      .select(part => part.fn.countAll<number>().as('count'))
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    if (Number(count) > MAX_REQUIREMENTS) return false
  }
  return true
}

/** @returns whether there was such a requirement */
export async function deleteRequirement(
  trx: Db,
  { connectionId, sheet, column, kind }: RequirementKey,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('requirement')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
    .where('column_id', '=', column)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
