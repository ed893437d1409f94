'use server'
import { revalidatePath } from 'next/cache'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import * as home from '@/lib/desk/home/first-steps'
import { ok } from '@/lib/desk-api/result'

export const hideFirstSteps = action({ input: z.object({}) }, async (_, { id }) => {
  await home.hideFirstSteps(id)
  revalidatePath('/')
  return ok(null)
})
