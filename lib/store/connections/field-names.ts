import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** Maximum names of one connection and sheet. */
const MAX_FIELD_NAMES = 300

/** The name that a service uses for a column; `field` is spelled as in the assigned failure. */
interface FieldName {
  readonly connectionId: string
  /** `orders/japan`, … */
  readonly sheet: string
  readonly field: string
  readonly column: string
}

/** An assigned name in the settings. `at` is ISO 8601. */
interface ListedFieldName extends FieldName {
  readonly connection: string
  readonly by: string
  readonly at: string
}

/** All assigned names, by connection. */
export async function listFieldNames(db: Db): Promise<ListedFieldName[]> {
  const rows = await db
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

/**
 * Assigns a service's field name to a column, or reassigns it. @returns false at the maximum number of names
 */
export async function saveFieldName(
  db: Db,
  { connectionId, sheet, field, column }: FieldName,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const here = db
    .selectFrom('field_name')
    .select('field')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
  const known = await here.execute()
  if (known.length >= MAX_FIELD_NAMES && known.every(one => one.field !== field)) return false
  const assigned = { column_id: column, assigned_by: operatorId, assigned_at: at }
  await db
    .insertInto('field_name')
    .values({ connection_id: connectionId, sheet, field, ...assigned })
    .onConflict(conflict => conflict.columns(['connection_id', 'sheet', 'field']).doUpdateSet(assigned))
    .execute()
  return true
}

/** Deletes the assignment of a service's field name; without one nothing happens. */
export async function deleteFieldName(
  db: Db,
  { connectionId, sheet, field }: Omit<FieldName, 'column'>,
): Promise<void> {
  await db
    .deleteFrom('field_name')
    .where('connection_id', '=', connectionId)
    .where('sheet', '=', sheet)
    .where('field', '=', field)
    .execute()
}
