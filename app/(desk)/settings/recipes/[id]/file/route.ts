import { attachment, nothingThere } from '@/app/(desk)/history/attachment'
import { storedRecipe } from '@/app/(desk)/settings/recipes/stored'
import { route } from '@/lib/auth/route'
import { writeRecipeFile } from '@/lib/intake/recipe-file'
import { database } from '@/lib/store/database'
import { listRecipes } from '@/lib/store/recipes'
import { words } from '@/lib/words/server'

const say = words('intake.recipes')

/** A recipe as a file that another Lading takes over; `all` for every one. */
export const GET = route<{ id: string }>({}, async (_, { params: { id } }) => {
  const kept = await listRecipes((await database()).kysely)
  const found = kept.filter(one => id === 'all' || one.id === id).flatMap(one => storedRecipe(one) ?? [])
  const [first] = found
  if (!first) return nothingThere(say('problem.gone'))
  const name = id === 'all' ? say('fileOfAll') : first.name
  return attachment(new TextEncoder().encode(writeRecipeFile(found)), `${name}.json`, 'application/json')
})
