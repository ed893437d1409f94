'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as defaults from '@/lib/desk/settings/defaults'
import * as presets from '@/lib/desk/settings/presets'
import type { Result } from '@/lib/desk-api/result'
import { defaultsSchema } from '@/lib/desk-api/settings/defaults'
import { deletePresetSchema, presetSchema } from '@/lib/desk-api/settings/presets'

const refreshed = <T>(result: Result<T>) => refreshPath('/settings/presets', result)

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
