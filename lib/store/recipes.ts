import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'

/** Recipes that are kept at most. */
const MOST = 500

/** A recipe as it is kept. Times are ISO 8601, UTC. */
export interface KeptRecipe {
  readonly id: string
  readonly sheet: string
  readonly name: string
  /** As it was kept. Whoever reads it does not know which release wrote it. */
  readonly recipe: unknown
  /** Name of the operator who kept it last. */
  readonly by: string
  readonly updatedAt: string
  readonly lastUsedAt: string | null
  readonly uses: number
}

/** What is to be kept. */
export interface NewRecipe {
  /** The kept recipe that this one takes the place of, where a file's headings have changed. */
  readonly instead?: string
  readonly sheet: string
  readonly fingerprint: string
  readonly name: string
  readonly recipe: unknown
}

/** All recipes, those that were used or kept last first. @param sheet those of one sheet alone */
export async function listRecipes(handle: Handle, sheet?: string): Promise<KeptRecipe[]> {
  const rows = await handle
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
 * Keeps a recipe, in a transaction: in the place of the one that is named, else of the one for the same headings.
 * @returns its id; undefined when there are too many already
 */
export async function keepRecipe(
  handle: Handle,
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
  const rows = await handle.selectFrom('kept_recipe').select(['id', 'sheet', 'fingerprint']).execute()
  const same = rows.find(row => row.sheet === sheet && row.fingerprint === fingerprint)
  const old = rows.find(row => row.id === instead && row.sheet === sheet) ?? same
  // The place of another is taken, and these headings have a recipe of their own: one of the two is left.
  if (old && same && old.id !== same.id) await deleteRecipe(handle, same.id)
  if (old) {
    await handle.updateTable('kept_recipe').set(kept).where('id', '=', old.id).execute()
    return old.id
  }
  if (rows.length >= MOST) return undefined
  const id = randomUUID()
  const created = { created_by: operatorId, created_at: kept.updated_at }
  const { id: stored } = await handle
    .insertInto('kept_recipe')
    .values({ id, sheet, ...kept, ...created, last_used_at: null, uses: 0 })
    // Somebody else kept one for the same headings a moment ago: the newest counts.
    .onConflict(conflict => conflict.columns(['sheet', 'fingerprint']).doUpdateSet(kept))
    .returning('id')
    .executeTakeFirstOrThrow()
  return stored
}

/** Notes that a file was read by a recipe; one that is gone meanwhile is passed over. */
export async function useRecipe(handle: Handle, id: string, now: Date): Promise<void> {
  await handle
    .updateTable('kept_recipe')
    .set(row => ({ uses: row('uses', '+', 1), last_used_at: now.toISOString() }))
    .where('id', '=', id)
    .execute()
}

/** Gives a recipe another name. @returns false when there is none */
export async function renameRecipe(handle: Handle, id: string, name: string): Promise<boolean> {
  const renamed = await handle
    .updateTable('kept_recipe')
    .set({ name })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Forgets a recipe. */
export async function deleteRecipe(handle: Handle, id: string): Promise<void> {
  await handle.deleteFrom('kept_recipe').where('id', '=', id).execute()
}
