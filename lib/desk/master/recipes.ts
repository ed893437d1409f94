import 'server-only'
import type * as z from 'zod'
import type { importSchema, keepSchema, RecipeRow, renameSchema } from '@/lib/desk-api/master/recipes'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { headingsFingerprint, readRecipeFile, writeRecipeFile } from '@/lib/import/recipe/recipe-file'
import { recipeSchema } from '@/lib/import/recipe/recipe-schema'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { database } from '@/lib/store/db/database'
import {
  listRecipes,
  recordRecipeUse,
  deleteRecipe as remove,
  renameRecipe as rename,
  type StoredRecipe,
  saveRecipe as save,
} from '@/lib/store/master/recipes'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('intake.recipes')
const tProblem = getTranslations('intake.recipes.problem')

/** The stored mappings for a sheet, the last used one first. */
export async function recipesOf(sheet: SheetId): Promise<Recipe[]> {
  const stored = await listRecipes((await database()).kysely, sheet)
  return stored.flatMap(one => readRecipe(one) ?? [])
}

/** All recipes for their list. */
export async function listRecipeRows(): Promise<RecipeRow[]> {
  const stored = await listRecipes((await database()).kysely)
  return stored.map(one => {
    const recipe = readRecipe(one)
    const { id, name, by, updatedAt, lastUsedAt, uses } = one
    return {
      id,
      name,
      by,
      updatedAt,
      lastUsedAt,
      uses,
      sheet: sheetIds.find(sheet => sheet === one.sheet) ?? 'orders/japan',
      headings: recipe?.known.length ?? 0,
      isOnlyStatuses: recipe !== undefined && Object.keys(recipe.fields).length === 0,
      isReadable: recipe !== undefined,
    }
  })
}

/** One or all recipes as a file that another Lading can import; undefined if there are none. */
export async function recipeFile(
  id: string | 'all',
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const stored = await listRecipes((await database()).kysely)
  const found = stored.filter(one => id === 'all' || one.id === id).flatMap(one => readRecipe(one) ?? [])
  const [first] = found
  return first && { name: id === 'all' ? t('fileOfAll') : first.name, text: writeRecipeFile(found) }
}

/** Saves a mapping for all operators; it replaces the one for the same headings. @throws StorageFullError */
export async function saveRecipe(
  { sheetId, name, recipe, instead }: z.output<typeof keepSchema>,
  operatorId: string,
): Promise<Result<{ id: string }>> {
  const { accept } = await database()
  const id = await accept(trx =>
    save(
      trx,
      {
        sheet: sheetId,
        fingerprint: headingsFingerprint(recipe),
        name,
        recipe: { ...recipe, name, sheets: [sheetId] },
        ...(instead === undefined ? {} : { instead }),
      },
      operatorId,
      new Date(),
    ),
  )
  return id === undefined ? fail('full', tProblem('full')) : ok({ id })
}

/** Records that a file was read with a recipe. */
export async function noteRecipeUse(id: string): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => recordRecipeUse(trx, id, new Date()))
  return ok(null)
}

/** Fails with `gone` if the recipe was deleted. */
export async function renameRecipe({ id, name }: z.output<typeof renameSchema>): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => rename(trx, id, name))) ? ok(null) : fail('gone', tProblem('gone'))
}

/** Deletes a recipe: the operator is asked about such files again. */
export async function deleteRecipe(id: string): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, id))
  return ok(null)
}

/** Adds the recipes of a file, for each sheet that they fill; all of them, or none. @throws StorageFullError */
export async function importRecipes(
  { text }: z.output<typeof importSchema>,
  operatorId: string,
): Promise<Result<{ count: number }>> {
  const file = readRecipeFile(text)
  if (!file.ok) {
    const { code, ...about } = file.failure
    return fail(code, getTranslations('intake.recipes.failure')(code, about))
  }
  const now = new Date()
  const recipes = file.recipes.flatMap(recipe =>
    recipe.sheets.map(sheet => ({
      sheet,
      fingerprint: headingsFingerprint(recipe),
      name: recipe.name.trim() || tProblem('nameless'),
      recipe: { ...recipe, sheets: [sheet] },
    })),
  )
  const { accept } = await database()
  try {
    await accept(async trx => {
      for (const one of recipes) {
        if ((await save(trx, one, operatorId, now)) === undefined) throw new FullError()
      }
    })
  } catch (error) {
    if (error instanceof FullError) return fail('full', tProblem('full'))
    throw error
  }
  return ok({ count: recipes.length })
}

/** Rolls back a transaction that would exceed the maximum number of recipes. */
class FullError extends Error {}

/** A stored recipe with its id and current name; undefined if a newer release wrote it. */
function readRecipe({ id, name, recipe }: StoredRecipe): Recipe | undefined {
  const read = recipeSchema.safeParse(recipe)
  return read.success ? { ...read.data, id, name } : undefined
}
