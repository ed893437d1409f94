import * as z from 'zod'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { STORABLE_LINE } from '@/lib/sheet/schema/storable-text'

/** The maximum of an integer column of PostgreSQL; a larger number in a request would make the statement fail. */
export const MAX_INTEGER = 2_147_483_647

export const sheetId = z.enum(sheetIds)

/** Drafts have short ids (ids.ts); those of earlier versions are UUIDs. */
export const draftId = z.union([z.string().regex(/^[0-9a-v]{12}$/), z.uuid()])

/** The id of a row, or an id that the browser created. */
export const rowId = z.string().min(1).max(100)

export const draftName = z.string().trim().min(1).max(100)

/** A count that fits into a column of the database. */
export const count = z.int().nonnegative().max(MAX_INTEGER)

/** A name that both databases store unchanged. */
export const storableName = (length: number) => z.string().trim().min(1).max(length).regex(STORABLE_LINE)
