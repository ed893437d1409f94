import 'server-only'
import type { Handle } from './database'

/** Presets that a sheet may have. */
const MOST = 100

/** A named set of texts for blanks of a sheet. */
export interface StoredPreset {
  readonly name: string
  /** By column id. */
  readonly texts: Readonly<Record<string, string>>
  /** Whether every import is filled with it. */
  readonly isDefault: boolean
  /** ISO 8601. */
  readonly updatedAt: string
}

/** A sheet's presets by name. */
export async function listPresets(handle: Handle, sheet: string): Promise<StoredPreset[]> {
  const rows = await handle
    .selectFrom('fill_preset')
    .selectAll()
    .where('sheet', '=', sheet)
    .orderBy('name')
    .execute()
  return rows.map(row => ({
    name: row.name,
    texts: JSON.parse(row.texts),
    isDefault: row.is_default === 1,
    updatedAt: row.updated_at,
  }))
}

/** What is kept of a preset. `before` is the name it had; undefined: it is new. */
export interface PresetChange extends Omit<StoredPreset, 'updatedAt'> {
  readonly sheet: string
  readonly before: string | undefined
}

/**
 * Keeps a preset, in a transaction. A default takes that from the one before it.
 * @returns why it was not kept: another has the name, there are too many, or it was deleted meanwhile
 */
export async function keepPreset(
  trx: Handle,
  { sheet, before, name, texts, isDefault }: PresetChange,
  operatorId: string,
  now: Date,
): Promise<'kept' | 'taken' | 'too_many' | 'gone'> {
  const names = new Set((await listPresets(trx, sheet)).map(preset => preset.name))
  if (before !== undefined && !names.has(before)) return 'gone'
  if (name !== before && names.has(name)) return 'taken'
  if (before === undefined && names.size >= MOST) return 'too_many'
  if (isDefault)
    await trx.updateTable('fill_preset').set({ is_default: 0 }).where('sheet', '=', sheet).execute()
  if (before !== undefined) await deletePreset(trx, sheet, before)
  await trx
    .insertInto('fill_preset')
    .values({
      sheet,
      name,
      texts: JSON.stringify(texts),
      is_default: isDefault ? 1 : 0,
      updated_at: now.toISOString(),
      updated_by: operatorId,
    })
    .execute()
  return 'kept'
}

/** Forgets a preset; what it filled stays. */
export async function deletePreset(handle: Handle, sheet: string, name: string): Promise<void> {
  await handle.deleteFrom('fill_preset').where('sheet', '=', sheet).where('name', '=', name).execute()
}
