'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { fingerprintOf } from '@/lib/intake/fingerprint'
import { readRecipeFile } from '@/lib/intake/recipe-file'
import { database } from '@/lib/store/database'
import { deleteRecipe, keepRecipe, listRecipes, renameRecipe, useRecipe } from '@/lib/store/recipes'
import { words } from '@/lib/words/server'
import { importSchema, keepSchema, listSchema, recipeIdSchema, renameSchema } from './schema'
import { storedRecipe } from './stored'

const say = words('intake.recipes.problem')
const PATH = '/settings/recipes'

/** What operators mapped by hand for a sheet, those that were used last first. */
export const listRemembered = action({ input: listSchema }, async ({ sheetId }) => {
  const kept = await listRecipes((await database()).kysely, sheetId)
  return done(kept.flatMap(one => storedRecipe(one) ?? []))
})

/** Keeps a mapping for all operators, in the place of the one for the same headings. */
export const keepMapping = action(
  { role: 'editor', input: keepSchema },
  async ({ sheetId, name, recipe, instead }, operator) => {
    const kept = {
      sheet: sheetId,
      fingerprint: fingerprintOf(recipe),
      name,
      recipe: { ...recipe, name, sheets: [sheetId] },
      ...(instead === undefined ? {} : { instead }),
    }
    const { write } = await database()
    // No page is told to draw itself anew: the workbench asks for this while it brings the file in.
    const id = await write(trx => keepRecipe(trx, kept, operator.id, new Date()))
    return id === undefined ? trouble('full', say('full')) : done({ id })
  },
)

/** Notes that a file was read by a recipe. */
export const noteUse = action({ role: 'editor', input: recipeIdSchema }, async ({ id }) => {
  const { write } = await database()
  await write(trx => useRecipe(trx, id, new Date()))
  return done(null)
})

/** Gives a recipe another name. */
export const nameRecipe = action({ role: 'editor', input: renameSchema }, async ({ id, name }) => {
  const { write } = await database()
  const renamed = await write(trx => renameRecipe(trx, id, name))
  revalidatePath(PATH)
  return renamed ? done(null) : trouble('gone', say('gone'))
})

/** Forgets a recipe: such files are asked about again. */
export const dropRecipe = action({ role: 'editor', input: recipeIdSchema }, async ({ id }) => {
  const { write } = await database()
  await write(trx => deleteRecipe(trx, id))
  revalidatePath(PATH)
  return done(null)
})

/** Takes over the recipes of a file, for each sheet that they fill; all of them, or none. */
export const importRecipes = action({ role: 'editor', input: importSchema }, async ({ text }, operator) => {
  const file = readRecipeFile(text)
  if (!file.ok) {
    const { code, ...about } = file.trouble
    return trouble(code, words('intake.recipes.trouble')(code, about))
  }
  const { write } = await database()
  const now = new Date()
  const kept = file.recipes.flatMap(recipe =>
    recipe.sheets.map(sheet => ({
      sheet,
      fingerprint: fingerprintOf(recipe),
      name: recipe.name.trim() || say('nameless'),
      recipe: { ...recipe, sheets: [sheet] },
    })),
  )
  const ids = await write(async trx => {
    const found: (string | undefined)[] = []
    for (const one of kept) found.push(await keepRecipe(trx, one, operator.id, now))
    return found
  })
  revalidatePath(PATH)
  return ids.includes(undefined) ? trouble('full', say('full')) : done({ count: ids.length })
})
