'use server'
import { revalidatePath } from 'next/cache'
import { action } from '@/lib/auth/guard'
import * as retention from '@/lib/desk/settings/retention'
import { retentionSchema } from '@/lib/desk-api/settings/retention'

export const setRetention = action(
  { role: 'administrator', input: retentionSchema },
  async ({ days }, { id }) => {
    const result = await retention.setRetention(days, id)
    revalidatePath('/settings/retention')
    return result
  },
)
