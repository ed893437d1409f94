import * as z from 'zod'
import { sheets } from '@/lib/sheet/sheets'

/** A press of Check or Register. */
export const pressSchema = z.object({
  draftId: z.uuid(),
  sheetId: z.enum(Object.keys(sheets) as [keyof typeof sheets]),
  connectionId: z.string().min(1).max(100),
  clientRequestId: z.uuid(),
  /** In production: how many records the operator typed that they want registered. */
  confirmed: z.int().nonnegative().optional(),
  /** Of Register: sends alone what was refused before and passed since, exactly as it is. */
  again: z.boolean().optional(),
})

/** A press that sends the orders of a refused request again, in halves. */
export const halvingSchema = pressSchema.extend({ attemptId: z.string().min(1).max(40) })

export type Press = z.output<typeof pressSchema>
