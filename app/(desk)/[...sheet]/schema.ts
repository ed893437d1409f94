import * as z from 'zod'
import { sheets } from '@/lib/sheet/sheets'

const id = z.string().min(1).max(100)
const sheetId = z.enum(Object.keys(sheets) as [keyof typeof sheets])
const name = z.string().trim().min(1).max(100)

export const renameSchema = z.object({ draftId: z.uuid(), sheetId, name })

/** A run of a draft that is to be paused, to go on, or to end. */
export const steerSchema = z.object({ draftId: z.uuid(), runId: id })

export const bringBackSchema = z.object({ draftId: z.uuid() })

/** Which draft goes to which sheet; `all`: orders that are registered or on their way, too. */
export const carrySchema = z.object({
  draftId: z.uuid(),
  to: sheetId,
  connectionId: id,
  all: z.boolean(),
})
