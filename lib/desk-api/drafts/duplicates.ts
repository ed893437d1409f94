import * as z from 'zod'
import { draftId, rowId, sheetId } from '../schema-parts'

/** Maximum number of keys in one request. */
const MAX_KEYS = 2000

/**
 * Asks which orders of other drafts have the same recipients and items as orders of a draft, by `parcelKey`; the
 * response is `DuplicateElsewhere[]` of lib/sheet.
 */
export const findDuplicatesSchema = z.object({
  draftId,
  sheetId,
  connectionId: rowId,
  keys: z.array(z.string().regex(/^[0-9a-f]{28}$/)).max(MAX_KEYS),
})
