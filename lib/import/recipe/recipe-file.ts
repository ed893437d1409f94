import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import * as z from 'zod'
import { parseJsonFile } from '@/lib/sheet/codecs/parse-json-file'
import { fullHeading } from './columns-by-heading'
import type { Recipe } from './recipe'
import { recipeSchema } from './recipe-schema'

/** Maximum size of a file of recipes, in bytes. */
export const MAX_RECIPE_FILE_BYTES = 1_000_000
const MAX_RECIPES = 100
const FORMAT_VERSION = 1

/** Why a file is rejected. `lib/words` has a sentence for each code, under `intake.recipes.failure`. */
type RecipeFileFailure =
  | { readonly code: 'large' | 'json' | 'other' | 'none' }
  | { readonly code: 'newer'; readonly version: number }
  | { readonly code: 'key' | 'column'; readonly found: string; readonly recipe: string }
  | { readonly code: 'wrong'; readonly place: string; readonly recipe: string }

/** The recipes of a file, or why the file is rejected as a whole. */
type RecipeFile =
  | { readonly ok: true; readonly recipes: readonly Recipe[] }
  | { readonly ok: false; readonly failure: RecipeFileFailure }

/** Recipes as a file that can be imported elsewhere. Ids are not exported: the importing side assigns them. */
export function writeRecipeFile(recipes: readonly Recipe[]): string {
  return `${JSON.stringify({ ladingRecipes: FORMAT_VERSION, recipes: recipes.map(recipe => ({ ...recipe, id: 'file' })) }, null, 2)}\n`
}

const fileSchema = z.looseObject({ ladingRecipes: z.number(), recipes: z.array(z.unknown()) })

/** Reads a file of recipes. A file with any invalid recipe is rejected as a whole. */
export function readRecipeFile(text: string): RecipeFile {
  if (text.length > MAX_RECIPE_FILE_BYTES) return refuse({ code: 'large' })
  const parsed = parseJsonFile(text)
  if (parsed === undefined) return refuse({ code: 'json' })
  const file = fileSchema.safeParse(parsed)
  if (!file.success) return refuse({ code: 'other' })
  const { ladingRecipes: version, recipes } = file.data
  if (version > FORMAT_VERSION) return refuse({ code: 'newer', version })
  if (recipes.length === 0) return refuse({ code: 'none' })
  if (recipes.length > MAX_RECIPES) return refuse({ code: 'large' })
  const read: Recipe[] = []
  for (const recipe of recipes) {
    const result = recipeSchema.safeParse(recipe)
    if (!result.success) return refuse(failureOf(result.error.issues[0], nameOf(recipe)))
    read.push(result.data)
  }
  return { ok: true, recipes: read }
}

const refuse = (failure: RecipeFileFailure): RecipeFile => ({ ok: false, failure })

const nameOf = (recipe: unknown): string => {
  const { success, data } = z.looseObject({ name: z.string() }).safeParse(recipe)
  return success ? data.name.slice(0, 100) : '?'
}

type Issue = z.core.$ZodIssue

/** The first issue of a recipe, as specifically as it is known. */
function failureOf(issue: Issue | undefined, recipe: string): RecipeFileFailure {
  if (issue?.code === 'unrecognized_keys') return { code: 'key', found: issue.keys[0] ?? '', recipe }
  if (issue?.code === 'invalid_key') return { code: 'column', found: String(issue.path.at(-1) ?? ''), recipe }
  // The intended variant of a rule is the one whose only problem is an unknown key.
  const meant = issue?.code === 'invalid_union' ? issue.errors.find(errors => errors.length === 1) : undefined
  if (meant?.[0]?.code === 'unrecognized_keys') return failureOf(meant[0], recipe)
  return { code: 'wrong', place: issue?.path.join('.') ?? '', recipe }
}

/**
 * A fingerprint of headings, independent of the order of columns and of blanks, by which a mapping is remembered. If a
 * recipe has several spellings of a heading, the first one counts.
 */
export function headingsFingerprint({ known }: Pick<Recipe, 'known'>): string {
  const headings = new Set(known.map(([first = '']) => fullHeading(first)))
  return bytesToHex(sha256(utf8ToBytes([...headings].toSorted().join('\n')))).slice(0, 32)
}
