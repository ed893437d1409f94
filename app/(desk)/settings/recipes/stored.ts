import 'server-only'
import type { Recipe } from '@/lib/intake/recipe'
import { recipeSchema } from '@/lib/intake/recipe-schema'
import type { KeptRecipe } from '@/lib/store/recipes'

/** A recipe as it was kept, under its own id and the name that it has now; undefined where a newer release wrote it. */
export function storedRecipe({ id, name, recipe }: KeptRecipe): Recipe | undefined {
  const read = recipeSchema.safeParse(recipe)
  return read.success ? { ...read.data, id, name } : undefined
}
