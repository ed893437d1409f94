'use server'
import * as z from 'zod'
import { action } from '@/lib/auth/guard'
import { done } from '@/lib/auth/outcome'
import { endCurrentSession } from '@/lib/auth/session'

/** Ends the session here and on the server: its cookie is worth nothing from now on, wherever it was copied to. */
export const signOut = action({ input: z.object({}) }, async () => {
  await endCurrentSession()
  return done(null)
})
