'use server'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import * as retention from '@/lib/desk/retention'
import { retentionSchema } from '@/lib/desk-api/retention'

export const setRetention = action(
  { role: 'administrator', input: retentionSchema },
  async ({ days }, { id }) => refreshPath('/settings/retention', await retention.setRetention(days, id)),
)
