import * as z from 'zod'
import { sheets } from '@/lib/sheet/sheets'

const id = z.string().min(1).max(100)
const texts = z.record(z.string().max(200), z.string())
const count = z.int().nonnegative()

/** A save: cells as they are now and as the operator found them. Texts are whatever the operator wrote. */
export const saveSchema = z.object({
  draftId: z.uuid(),
  sheetId: z.enum(Object.keys(sheets) as [keyof typeof sheets]),
  connectionId: id,
  name: z.string().trim().min(1).max(100),
  records: count,
  sitting: id,
  seq: z.int().positive(),
  seen: count,
  lines: z
    .array(
      z.object({
        id,
        rank: z.number(),
        texts,
        before: texts.nullable(),
        isMoved: z.boolean().optional(),
        after: id.nullable().optional(),
      }),
    )
    .readonly(),
  removes: z.array(z.object({ id, seen: count })).readonly(),
})

/** Which clashes an operator has heard of. */
export const settleSchema = z.object({ draftId: z.uuid(), ids: z.array(z.uuid()).max(10_000) })
