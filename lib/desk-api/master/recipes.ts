import * as z from 'zod'
import { MAX_RECIPE_FILE_BYTES } from '@/lib/import/recipe/recipe-file'
import { recipeSchema } from '@/lib/import/recipe/recipe-schema'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { rowId as id, sheetId, storableName } from '../schema-parts'

const name = storableName(100)

export const listSchema = z.object({ sheetId })

/** A mapping that an operator made; `instead`: the recipe to replace, if the headings of a file have changed. */
export const keepSchema = z.object({ sheetId, name, recipe: recipeSchema, instead: id.optional() })

export const recipeIdSchema = z.object({ id })

export const renameSchema = z.object({ id, name })

export const importSchema = z.object({ text: z.string().max(MAX_RECIPE_FILE_BYTES + 1) })

/** A recipe as the page lists it. Times are ISO 8601. */
export interface RecipeRow {
  readonly id: string
  readonly name: string
  readonly sheet: SheetId
  readonly by: string
  readonly updatedAt: string
  readonly lastUsedAt: string | null
  readonly uses: number
  /** The number of its headings. */
  readonly headings: number
  /** Whether it maps no columns and only stores meanings of statuses. */
  readonly isOnlyStatuses: boolean
  /** False if a newer release wrote it. */
  readonly isReadable: boolean
}
