import * as z from 'zod'

/** A new password, and the old one as proof of who asks. The bounds are those of lib/auth/passwords. */
export const passwordSchema = z.object({
  current: z.string().min(1, 'auth.fields.password'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
})
