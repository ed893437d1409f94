import * as z from 'zod'
import { MOST_BYTES } from '@/lib/intake/recipe-file'
import { recipeSchema } from '@/lib/intake/recipe-schema'
import { sheets } from '@/lib/sheet/sheets'

const sheetId = z.enum(Object.keys(sheets) as [keyof typeof sheets])
const id = z.string().min(1).max(100)
/** Neither database keeps control characters and halves of surrogate pairs as they are. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)

export const listSchema = z.object({ sheetId })

/** A mapping that was made by hand; `instead`: it takes the place of one whose headings have changed. */
export const keepSchema = z.object({ sheetId, name, recipe: recipeSchema, instead: id.optional() })

export const recipeIdSchema = z.object({ id })

export const renameSchema = z.object({ id, name })

/** The text of a file of recipes. */
export const importSchema = z.object({ text: z.string().max(MOST_BYTES + 1) })
