'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as presets from '@/lib/desk/settings/presets'
import { dropPresetSchema, presetSchema } from '@/lib/desk-api/presets'
import type { Result } from '@/lib/desk-api/result'

function refreshed<T>(result: Result<T>): Result<T> {
  if (result.ok) revalidatePath('/settings/presets')
  return result
}

export const savePreset = action({ role: 'editor', input: presetSchema }, async (input, { id }) =>
  refreshed(await presets.savePreset(input, id)),
)

export const dropPreset = action({ role: 'editor', input: dropPresetSchema }, async input =>
  refreshed(await presets.deletePreset(input)),
)
