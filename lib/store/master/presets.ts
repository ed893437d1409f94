import 'server-only'
import type { Db } from '@/lib/store/db/database'

/** Maximum presets of a sheet. */
const MAX_PRESETS = 100

/** A named set of default texts for empty cells of a sheet. */
export interface StoredPreset {
  readonly name: string
  /** By column id. */
  readonly texts: Readonly<Record<string, string>>
  /** Whether every import uses it. */
  readonly isDefault: boolean
  /** Keys of the shops whose imports use it; a shop has one preset of a sheet. */
  readonly shops: readonly string[]
  /** ISO 8601. */
  readonly updatedAt: string
}

/** A sheet's presets by name. */
export async function listPresets(db: Db, sheet: string): Promise<StoredPreset[]> {
  const rows = await db
    .selectFrom('fill_preset')
    .selectAll()
    .where('sheet', '=', sheet)
    .orderBy('name')
    .execute()
  return rows.map(row => ({
    name: row.name,
    texts: JSON.parse(row.texts),
    isDefault: row.is_default === 1,
    shops: JSON.parse(row.shops),
    updatedAt: row.updated_at,
  }))
}

/** A preset to store. `before` is its previous name; undefined: it is new. */
export interface PresetChange extends Omit<StoredPreset, 'updatedAt' | 'shops'> {
  readonly sheet: string
  readonly before: string | undefined
  /** Absent: it keeps its shops. */
  readonly shops?: readonly string[] | undefined
}

/**
 * Stores a preset, in a transaction. A new default replaces the previous one, and its shops leave their other presets.
 * @returns why it was not stored: the name is taken, there are too many, or it was deleted
 */
export async function upsertPreset(
  trx: Db,
  { sheet, before, name, texts, isDefault, shops }: PresetChange,
  operatorId: string,
  now: Date,
): Promise<'kept' | 'taken' | 'too_many' | 'gone'> {
  const presets = await listPresets(trx, sheet)
  const names = new Set(presets.map(preset => preset.name))
  if (before !== undefined && !names.has(before)) return 'gone'
  if (name !== before && names.has(name)) return 'taken'
  if (before === undefined && names.size >= MAX_PRESETS) return 'too_many'
  if (isDefault)
    await trx.updateTable('fill_preset').set({ is_default: 0 }).where('sheet', '=', sheet).execute()
  for (const other of presets) {
    const left = other.shops.filter(shop => !shops?.includes(shop))
    if (left.length === other.shops.length) continue
    await trx
      .updateTable('fill_preset')
      .set({ shops: JSON.stringify(left) })
      .where('sheet', '=', sheet)
      .where('name', '=', other.name)
      .execute()
  }
  if (before !== undefined) await deletePreset(trx, sheet, before)
  await trx
    .insertInto('fill_preset')
    .values({
      sheet,
      name,
      texts: JSON.stringify(texts),
      is_default: isDefault ? 1 : 0,
      shops: JSON.stringify(shops ?? presets.find(preset => preset.name === before)?.shops ?? []),
      updated_at: now.toISOString(),
      updated_by: operatorId,
    })
    .execute()
  return 'kept'
}

/** Deletes a preset; filled texts stay. */
export async function deletePreset(db: Db, sheet: string, name: string): Promise<void> {
  await db.deleteFrom('fill_preset').where('sheet', '=', sheet).where('name', '=', name).execute()
}
