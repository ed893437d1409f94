'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done, trouble } from '@/lib/auth/outcome'
import { findConnection } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { dropFieldName, saveFieldName } from '@/lib/store/field-names'
import { words } from '@/lib/words/server'
import { assignSchema, dropSchema } from './schema'

const say = words('settings.fieldNames')

/** Remembers which column the service of a connection means by a name, from now on and for everybody. */
export const assignField = action({ role: 'editor', input: assignSchema }, async (input, operator) => {
  const { kysely, write } = await database()
  if (!(await findConnection(kysely, input.connectionId))) return trouble('gone', say('gone'))
  const at = new Date().toISOString()
  const isKept = await write(trx => saveFieldName(trx, input, operator.id, at))
  return isKept ? done(null) : trouble('full', say('full'))
})

/** Forgets it. */
export const dropField = action({ role: 'editor', input: dropSchema }, async input => {
  const { write } = await database()
  await write(trx => dropFieldName(trx, input))
  revalidatePath('/settings/fields')
  return done(null)
})
