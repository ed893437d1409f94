'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as recipes from '@/lib/desk/master/recipes'
import {
  importSchema,
  keepSchema,
  listSchema,
  recipeIdSchema,
  renameSchema,
} from '@/lib/desk-api/master/recipes'
import { ok, type Result } from '@/lib/desk-api/result'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/recipes', result)

export const listRecipes = action({ input: listSchema }, async ({ sheetId }) =>
  ok(await recipes.recipesOf(sheetId)),
)

/** No page is rendered again: the workbench calls this while it imports a file. */
export const saveRecipe = action({ role: 'editor', input: keepSchema }, (input, { id }) =>
  recipes.saveRecipe(input, id),
)

export const noteRecipeUse = action({ role: 'editor', input: recipeIdSchema }, ({ id }) =>
  recipes.noteRecipeUse(id),
)

export const renameRecipe = action({ role: 'editor', input: renameSchema }, async input =>
  refreshed(await recipes.renameRecipe(input)),
)

export const deleteRecipe = action({ role: 'editor', input: recipeIdSchema }, async ({ id }) =>
  refreshed(await recipes.deleteRecipe(id)),
)

export const importRecipes = action({ role: 'editor', input: importSchema }, async (input, { id }) =>
  refreshed(await recipes.importRecipes(input, id)),
)
