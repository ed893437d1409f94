import * as z from 'zod'

/** The token of the set-up link. */
export const linkSchema = z.object({ token: z.string().max(100) })

/** Who becomes the first operator. The password's bounds are those of lib/auth/passwords. */
export const setUpSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})
export type SetUp = z.infer<typeof setUpSchema>
