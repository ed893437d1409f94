import * as z from 'zod'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'

/** The largest number that an integer column of PostgreSQL holds; a larger one in a request would fail the statement. */
export const MAX_INTEGER = 2_147_483_647

export const sheetId = z.enum(Object.keys(sheets) as [SheetId, ...SheetId[]])

/** Drafts have short ids (ids.ts); those of earlier versions are UUIDs. */
export const draftId = z.union([z.string().regex(/^[0-9a-v]{12}$/), z.uuid()])

/** The id of a row of the database, or of something that the browser made up. */
export const rowId = z.string().min(1).max(100)

export const draftName = z.string().trim().min(1).max(100)

/** A number that counts something and fits into a column of the database. */
export const count = z.int().nonnegative().max(MAX_INTEGER)

/** A name that both databases keep as it is: no control characters and no halves of surrogate pairs. */
export const storableName = (length: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(length)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u)
