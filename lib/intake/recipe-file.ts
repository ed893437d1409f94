import * as z from 'zod'
import type { Recipe } from './recipe'
import { recipeSchema } from './recipe-schema'

/** Bytes that a file of recipes may have. */
export const MOST_BYTES = 1_000_000
const MOST_RECIPES = 100
const VERSION = 1

/** Why a file is not taken. Words for each code are in `lib/words`, under `intake.recipes.trouble`. */
export type RecipeTrouble =
  | { readonly code: 'large' | 'json' | 'other' | 'none' }
  | { readonly code: 'newer'; readonly version: number }
  | { readonly code: 'key' | 'column'; readonly found: string; readonly recipe: string }
  | { readonly code: 'wrong'; readonly place: string; readonly recipe: string }

/** What a file of recipes holds: all of them, or why none is taken. */
export type RecipeFile =
  | { readonly ok: true; readonly recipes: readonly Recipe[] }
  | { readonly ok: false; readonly trouble: RecipeTrouble }

/** Recipes as a file that others can take over. Ids stay at home: whoever takes a recipe gives it one. */
export function writeRecipeFile(recipes: readonly Recipe[]): string {
  return `${JSON.stringify({ ladingRecipes: VERSION, recipes: recipes.map(recipe => ({ ...recipe, id: 'file' })) }, null, 2)}\n`
}

const envelope = z.looseObject({ ladingRecipes: z.number(), recipes: z.array(z.unknown()) })

/** Reads a file of recipes. Nothing of it is taken that is not understood wholly. */
export function readRecipeFile(text: string): RecipeFile {
  if (text.length > MOST_BYTES) return refuse({ code: 'large' })
  const parsed = parse(text)
  if (parsed === undefined) return refuse({ code: 'json' })
  const file = envelope.safeParse(parsed)
  if (!file.success) return refuse({ code: 'other' })
  const { ladingRecipes: version, recipes } = file.data
  if (version > VERSION) return refuse({ code: 'newer', version })
  if (recipes.length === 0) return refuse({ code: 'none' })
  if (recipes.length > MOST_RECIPES) return refuse({ code: 'large' })
  const read: Recipe[] = []
  for (const recipe of recipes) {
    const result = recipeSchema.safeParse(recipe)
    if (!result.success) return refuse(troubleOf(result.error.issues[0], nameOf(recipe)))
    read.push(result.data)
  }
  return { ok: true, recipes: read }
}

const refuse = (trouble: RecipeTrouble): RecipeFile => ({ ok: false, trouble })

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const nameOf = (recipe: unknown): string => {
  const { success, data } = z.looseObject({ name: z.string() }).safeParse(recipe)
  return success ? data.name.slice(0, 100) : '?'
}

type Issue = z.core.$ZodIssue

/** The first thing that is wrong, said as clearly as it is known. */
function troubleOf(issue: Issue | undefined, recipe: string): RecipeTrouble {
  if (issue?.code === 'unrecognized_keys') return { code: 'key', found: issue.keys[0] ?? '', recipe }
  if (issue?.code === 'invalid_key') return { code: 'column', found: String(issue.path.at(-1) ?? ''), recipe }
  // Of the kinds of a rule the one is meant that only a key too many tells from it.
  const meant = issue?.code === 'invalid_union' ? issue.errors.find(errors => errors.length === 1) : undefined
  if (meant?.[0]?.code === 'unrecognized_keys') return troubleOf(meant[0], recipe)
  return { code: 'wrong', place: issue?.path.join('.') ?? '', recipe }
}
