import * as z from 'zod'
import { type ColumnLayout, NARROWEST, ownLayout, WIDEST } from '@/lib/sheet/column-layout'
import { sheets } from '@/lib/sheet/sheets'

const sheetId = z.enum(Object.keys(sheets) as [keyof typeof sheets])
const id = z.string().min(1).max(200)
const MOST = 300
const ids = z.array(id).max(MOST)
/** Neither database keeps control characters and halves of surrogate pairs as they are. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

/** How columns are laid out. Ids need not be of this release: a stored layout outlives columns. */
export const layoutSchema = z.object({
  order: ids,
  widths: z
    .record(id, z.number().min(NARROWEST).max(WIDEST))
    .refine(widths => Object.keys(widths).length <= MOST),
  hidden: ids,
  pinned: ids,
  folded: ids,
  mattering: z.boolean(),
})

/** A layout as it was stored by any release; what cannot be read is as the sheet has it. */
export const storedLayoutSchema: z.ZodType<ColumnLayout> = layoutSchema.or(
  z.unknown().transform(() => ownLayout),
)

/** How the sheet was left. */
export const leaveSchema = z.object({ sheetId, layout: layoutSchema })

export const keepViewSchema = z.object({ sheetId, name, layout: layoutSchema })

export const renameViewSchema = z.object({ sheetId, name, next: name })

export const dropViewSchema = z.object({ sheetId, name })
