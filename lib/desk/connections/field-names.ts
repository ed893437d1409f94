import 'server-only'
import type * as z from 'zod'
import { columnName } from '@/lib/desk/column-name'
import type { assignSchema, deleteSchema, FieldRow } from '@/lib/desk-api/connections/field-names'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { findConnection } from '@/lib/store/connections/connections'
import {
  listFieldNames as list,
  deleteFieldName as remove,
  saveFieldName,
} from '@/lib/store/connections/field-names'
import { database } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('settings.fieldNames')

/** The columns that operators assigned to field names of services. */
export async function listFieldNames(): Promise<FieldRow[]> {
  const names = await list((await database()).kysely)
  return names.flatMap(({ sheet: id, column: columnId, ...name }) => {
    const sheet = findSheetById(id)
    const column = sheet?.columns.find(known => known.id === columnId)
    return sheet ? { ...name, sheet: sheet.id, column: column ? columnName(column) : columnId } : []
  })
}

/** Assigns a field name of a connection's service to a column, for all operators. */
export async function assignFieldName(
  input: z.output<typeof assignSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { kysely, write } = await database()
  if (!(await findConnection(kysely, input.connectionId))) return fail('gone', t('gone'))
  const at = new Date().toISOString()
  const isSaved = await write(trx => saveFieldName(trx, input, operatorId, at))
  return isSaved ? ok(null) : fail('full', t('full'))
}

/** Deletes the assignment of a field name, for all operators. */
export async function deleteFieldName(input: z.output<typeof deleteSchema>): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, input))
  return ok(null)
}
