import 'server-only'
import type { Handle } from './database'

/** Names of one connection and sheet, at most. */
const MOST = 300

/** What a service calls a column: `field` is its own spelling, without positions. */
export interface FieldName {
  readonly connectionId: string
  /** `orders/japan`, … */
  readonly sheet: string
  readonly field: string
  readonly column: string
}

/** A name as the settings list it. `at` is ISO 8601. */
export interface ListedFieldName extends FieldName {
  readonly connection: string
  readonly by: string
  readonly at: string
}

/** What services of all connections call columns, by connection. */
export async function listFieldNames(handle: Handle): Promise<ListedFieldName[]> {
  const rows = await handle
    .selectFrom('field_name')
    .innerJoin('connection', 'connection.id', 'field_name.connection_id')
    .leftJoin('operator', 'operator.id', 'field_name.assigned_by')
    .select(['connection_id', 'sheet', 'field', 'column_id', 'assigned_at'])
    .select(['connection.name as connection', 'operator.name as by'])
    .where('connection.deleted_at', 'is', null)
    .orderBy('connection.name')
    .orderBy('sheet')
    .orderBy('field')
    .execute()
  return rows.map(row => ({
    connectionId: row.connection_id,
    sheet: row.sheet,
    field: row.field,
    column: row.column_id,
    connection: row.connection,
    by: row.by ?? '',
    at: row.assigned_at,
  }))
}

/** Remembers what a service calls a column, in place of what it was taken for. @returns false when there are too many */
export async function saveFieldName(
  handle: Handle,
  { connectionId, sheet, field, column }: FieldName,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const here = handle
    .selectFrom('field_name')
    .select('field')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
  const known = await here.execute()
  if (known.length >= MOST && known.every(one => one.field !== field)) return false
  const assigned = { column_id: column, assigned_by: operatorId, assigned_at: at }
  await handle
    .insertInto('field_name')
    .values({ connection_id: connectionId, sheet, field, ...assigned })
    .onConflict(conflict => conflict.columns(['connection_id', 'sheet', 'field']).doUpdateSet(assigned))
    .execute()
  return true
}

/** Forgets what a service calls a column. */
export async function dropFieldName(
  handle: Handle,
  { connectionId, sheet, field }: Omit<FieldName, 'column'>,
): Promise<void> {
  await handle
    .deleteFrom('field_name')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
    .where('field', '=', field)
    .execute()
}
