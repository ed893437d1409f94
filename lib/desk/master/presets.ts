import 'server-only'
import type * as z from 'zod'
import {
  type deletePresetSchema,
  type ListedPreset,
  type presetSchema,
  presetTextsOf,
} from '@/lib/desk-api/master/presets'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { database } from '@/lib/store/db/database'
import { listPresets, deletePreset as remove, upsertPreset } from '@/lib/store/master/presets'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('fill.presets')

/** The presets of all sheets. */
export async function listAllPresets(): Promise<ListedPreset[]> {
  const lists = await Promise.all(Object.values(sheets).map(({ id }) => presetsOf(id)))
  return lists.flat()
}

/** The presets of one sheet. */
export async function presetsOf(sheet: SheetId): Promise<ListedPreset[]> {
  const presets = await listPresets((await database()).kysely, sheet)
  return presets.map(preset => ({ ...preset, sheet }))
}

/** Saves a new preset, or replaces the one with the name `before`. @throws StorageFullError */
export async function savePreset(
  { sheet, before, name, isDefault, shops, fields }: z.output<typeof presetSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const texts = presetTextsOf(sheet, fields)
  const { accept } = await database()
  const preset = { sheet, before, name, texts, shops, isDefault: isDefault === 'yes' }
  const outcome = await accept(trx => upsertPreset(trx, preset, operatorId, new Date()))
  if (outcome === 'taken') return fail('input', t('taken'), [{ name: 'name', message: t('taken') }])
  return outcome === 'kept' ? ok(null) : fail(outcome, t(outcome))
}

/** Succeeds as well if the preset was deleted before. */
export async function deletePreset({
  sheet,
  name,
}: z.output<typeof deletePresetSchema>): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => remove(trx, sheet, name))
  return ok(null)
}
