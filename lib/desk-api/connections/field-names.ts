import * as z from 'zod'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { STORABLE_LINE } from '@/lib/sheet/schema/storable-text'

const connectionId = z.string().min(1).max(64)
const sheet = z.enum(sheetIds)
/** A field name as a service spells it. */
const field = z.string().min(1).max(300).regex(STORABLE_LINE)

const column = z.string().min(1).max(200)

/** The name of a column at the service of a connection. */
export const assignSchema = z
  .object({ connectionId, sheet, field, column })
  .refine(({ sheet: id, column: name }) => sheets[id].columns.some(known => known.id === name))

/** The assignment to delete. */
export const deleteSchema = z.object({ connectionId, sheet, field })

/** The field name of a service, with the name of its column. */
export interface FieldRow {
  readonly connectionId: string
  readonly connection: string
  readonly sheet: SheetId
  readonly field: string
  readonly column: string
  readonly by: string
  /** ISO 8601. */
  readonly at: string
}
