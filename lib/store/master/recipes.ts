import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Db } from '@/lib/store/db/database'

/** Maximum stored recipes. */
const MAX_RECIPES = 500

/** A stored recipe. Times are ISO 8601, UTC. */
export interface StoredRecipe {
  readonly id: string
  readonly sheet: string
  readonly name: string
  /** As it was stored, possibly by another release. */
  readonly recipe: unknown
  /** Name of the operator who stored it last. */
  readonly by: string
  readonly updatedAt: string
  readonly lastUsedAt: string | null
  readonly uses: number
}

/** A recipe to store. */
interface NewRecipe {
  /** Id of the recipe to replace, if the headings of a file have changed. */
  readonly instead?: string
  readonly sheet: string
  readonly fingerprint: string
  readonly name: string
  readonly recipe: unknown
}

/** All recipes, the last used or stored one first. @param sheet only those of one sheet */
export async function listRecipes(db: Db, sheet?: string): Promise<StoredRecipe[]> {
  const rows = await db
    .selectFrom('kept_recipe')
    .innerJoin('operator', 'operator.id', 'kept_recipe.updated_by')
    .selectAll('kept_recipe')
    .select('operator.name as by')
    .$if(sheet !== undefined, query => query.where('kept_recipe.sheet', '=', sheet ?? ''))
    .execute()
  const newest = ({ last_used_at, updated_at }: (typeof rows)[number]) =>
    last_used_at !== null && last_used_at > updated_at ? last_used_at : updated_at
  return rows
    .toSorted((a, b) => (newest(a) < newest(b) ? 1 : -1))
    .map(row => ({
      id: row.id,
      sheet: row.sheet,
      name: row.name,
      recipe: JSON.parse(row.recipe),
      by: row.by,
      updatedAt: row.updated_at,
      lastUsedAt: row.last_used_at,
      uses: row.uses,
    }))
}

/**
 * Stores a recipe, in a transaction: in place of `instead`, else of the recipe for the same headings.
 * @returns its id; undefined at the maximum number of recipes
 */
export async function saveRecipe(
  db: Db,
  { instead, sheet, fingerprint, name, recipe }: NewRecipe,
  operatorId: string,
  now: Date,
): Promise<string | undefined> {
  const kept = {
    fingerprint,
    name,
    recipe: JSON.stringify(recipe),
    updated_by: operatorId,
    updated_at: now.toISOString(),
  }
  const rows = await db.selectFrom('kept_recipe').select(['id', 'sheet', 'fingerprint']).execute()
  const same = rows.find(row => row.sheet === sheet && row.fingerprint === fingerprint)
  const old = rows.find(row => row.id === instead && row.sheet === sheet) ?? same
  // Both the replaced recipe and one for these headings exist: one of them is deleted.
  if (old && same && old.id !== same.id) await deleteRecipe(db, same.id)
  if (old) {
    await db.updateTable('kept_recipe').set(kept).where('id', '=', old.id).execute()
    return old.id
  }
  if (rows.length >= MAX_RECIPES) return undefined
  const id = randomUUID()
  const created = { created_by: operatorId, created_at: kept.updated_at }
  const { id: stored } = await db
    .insertInto('kept_recipe')
    .values({ id, sheet, ...kept, ...created, last_used_at: null, uses: 0 })
    // A concurrent transaction stored one for the same headings: the newest wins.
    .onConflict(conflict => conflict.columns(['sheet', 'fingerprint']).doUpdateSet(kept))
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored
}

/** Records the use of a recipe; does nothing if it was deleted. */
export async function recordRecipeUse(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('kept_recipe')
    .set(row => ({ uses: row('uses', '+', 1), last_used_at: now.toISOString() }))
    .where('id', '=', id)
    .execute()
}

/** Renames a recipe. @returns false if there is none */
export async function renameRecipe(db: Db, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('kept_recipe')
    .set({ name })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

export async function deleteRecipe(db: Db, id: string): Promise<void> {
  await db.deleteFrom('kept_recipe').where('id', '=', id).execute()
}
