import { GUESSED_RECIPE_ID, OWN_RECIPE_ID, UNSAVED_RECIPE_ID } from '@/lib/import/recipe/recipe'
import { headingsFingerprint } from '@/lib/import/recipe/recipe-file'
import type { DetectedMapping } from './detect-mapping'
import { knownHeadingsOf } from './drift'

/**
 * Keys of the shop that a file comes from: its recipe, which survives changed headings, and its headings, which are all
 * that is known of a file whose mapping was not saved.
 */
export function shopKeys({ recipe, headings }: Pick<DetectedMapping, 'recipe' | 'headings'>): string[] {
  const ofHeadings = `headings:${headingsFingerprint({ known: knownHeadingsOf(headings) })}`
  return sharedIds.has(recipe.id) ? [ofHeadings] : [`recipe:${recipe.id}`, ofHeadings]
}

/** Recipes of files that have nothing else in common. */
const sharedIds: ReadonlySet<string> = new Set([GUESSED_RECIPE_ID, UNSAVED_RECIPE_ID, OWN_RECIPE_ID])
