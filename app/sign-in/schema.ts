import * as z from 'zod'

/** What is asked for at the door. Whether it is right, only the server says. */
export const signInSchema = z.object({
  email: z.string().trim().min(1, 'auth.fields.email'),
  password: z.string().min(1, 'auth.fields.password'),
})
export type SignIn = z.infer<typeof signInSchema>
