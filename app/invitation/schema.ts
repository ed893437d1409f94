import * as z from 'zod'

/** The token of a link. */
export const linkSchema = z.object({ token: z.string().max(100) })

/** Who takes an invitation. The password's bounds are those of lib/auth/passwords. */
export const joinSchema = z.object({
  /** Empty: the part of the address before the @; of a link to a new password the name stays. */
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})
