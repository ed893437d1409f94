'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as defaults from '@/lib/desk/master/defaults'
import * as presets from '@/lib/desk/master/presets'
import { defaultsSchema } from '@/lib/desk-api/master/defaults'
import { deletePresetSchema, presetSchema } from '@/lib/desk-api/master/presets'
import type { Result } from '@/lib/desk-api/result'

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
