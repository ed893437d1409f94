import * as z from 'zod'

/** What an operator may do, least first. */
export const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const

/** Who is to be let in. */
export const inviteSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  role: z.enum(roles),
})

export const roleSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

/** A member, or an invitation, by its id. */
export const whoSchema = z.object({ id: z.string().max(100) })
