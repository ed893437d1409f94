import { GUESSED_RECIPE_ID } from '@/lib/import/recipe/recipe'
import { headingsFingerprint } from '@/lib/import/recipe/recipe-file'
import type { DetectedMapping } from './detect-mapping'
import { knownHeadingsOf } from './drift'

/**
 * Keys of the shop that a file comes from: its recipe, which survives changed headings, and its headings, which are all
 * that is known of a file whose mapping was not saved.
 */
export function shopKeys({
  by,
  recipe,
  headings,
}: Pick<DetectedMapping, 'by' | 'recipe' | 'headings'>): string[] {
  const ofHeadings = `headings:${headingsFingerprint({ known: knownHeadingsOf(headings) })}`
  // Our own templates are used for any shop.
  const hasRecipe = by !== 'own' && recipe.id !== GUESSED_RECIPE_ID
  return hasRecipe ? [`recipe:${recipe.id}`, ofHeadings] : [ofHeadings]
}
