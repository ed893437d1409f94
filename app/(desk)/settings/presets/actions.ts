'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { isBlank } from '@/lib/sheet/kinds'
import { database } from '@/lib/store/database'
import { deletePreset, keepPreset } from '@/lib/store/presets'
import { words } from '@/lib/words/server'
import { presetFields } from './fields'
import { dropPresetSchema, presetSchema } from './schema'

const say = words('fill.presets')

/** Keeps a preset, new or in the place of the one that had the name `before`. */
export const savePreset = action({ role: 'editor', input: presetSchema }, async (input, operator) => {
  const { accept } = await database()
  const texts = Object.fromEntries(
    presetFields(input.sheet).flatMap(({ name, column }) => {
      const text = input.fields[name]?.trim() ?? ''
      return isBlank(text) ? [] : [[column.id, text]]
    }),
  )
  const { sheet, before, name } = input
  const preset = { sheet, before, name, texts, isDefault: input.isDefault === 'yes' }
  const kept = await accept(trx => keepPreset(trx, preset, operator.id, new Date()))
  if (kept === 'taken') return trouble('input', say('taken'), [{ name: 'name', message: say('taken') }])
  if (kept !== 'kept') return trouble(kept, say(kept))
  revalidatePath('/settings/presets')
  return done(null)
})

/** Forgets a preset. */
export const dropPreset = action({ role: 'editor', input: dropPresetSchema }, async ({ sheet, name }) => {
  const { write } = await database()
  await write(trx => deletePreset(trx, sheet, name))
  revalidatePath('/settings/presets')
  return done(null)
})
