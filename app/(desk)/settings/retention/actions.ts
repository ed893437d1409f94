'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { database } from '@/lib/store/database'
import { keepFor } from '@/lib/store/retention'
import { retentionSchema } from './schema'

/** Sets how long personal data of finished orders is kept. */
export const setRetention = action(
  { role: 'administrator', input: retentionSchema },
  async ({ days }, operator) => {
    await keepFor((await database()).kysely, days, operator.id, new Date().toISOString())
    revalidatePath('/settings/retention')
    return done(null)
  },
)
