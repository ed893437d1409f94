'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as defaults from '@/lib/desk/settings/defaults'
import * as presets from '@/lib/desk/settings/presets'
import type { Result } from '@/lib/desk-api/result'
import { defaultsSchema } from '@/lib/desk-api/settings/defaults'
import { deletePresetSchema, presetSchema } from '@/lib/desk-api/settings/presets'

function refreshed<T>(result: Result<T>): Result<T> {
  if (result.ok) revalidatePath('/settings/presets')
  return result
}

export const savePreset = action({ role: 'editor', input: presetSchema }, async (input, { id }) =>
  refreshed(await presets.savePreset(input, id)),
)

export const deletePreset = action({ role: 'editor', input: deletePresetSchema }, async input =>
  refreshed(await presets.deletePreset(input)),
)

/** No page is rendered again: the workbench calls this after an import. */
export const saveDefaults = action({ role: 'editor', input: defaultsSchema }, (input, { id }) =>
  defaults.saveDefaults(input, id),
)
