import * as z from 'zod'
import { type Language, languages } from '@/lib/words/languages'

/** A new password, and the old one as proof of who asks. The bounds are those of lib/auth/passwords. */
export const passwordSchema = z.object({
  current: z.string().min(1, 'auth.fields.password'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
})

/** What is asked for at sign-in. Only the server says whether it is right. */
export const signInSchema = z.object({
  email: z.string().trim().min(1, 'auth.fields.email'),
  password: z.string().min(1, 'auth.fields.password'),
})
export type SignIn = z.infer<typeof signInSchema>

/** The token of a set-up link or an invitation. */
export const linkSchema = z.object({ token: z.string().max(100) })

/** Who becomes the first operator. The password's bounds are those of lib/auth/passwords. */
export const setUpSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})
export type SetUp = z.infer<typeof setUpSchema>

/** Who takes an invitation. The password's bounds are those of lib/auth/passwords. */
export const joinSchema = z.object({
  /** Empty: the part of the address before the @; of a link to a new password the name stays. */
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})

/** The choice that leaves it to the browser. */
export const BROWSER_DEFAULT = 'browser'

/** The language and the time zone that an operator chooses. */
export const localeSchema = z.object({
  language: z.enum([BROWSER_DEFAULT, ...languages]),
  /** IANA name, or `BROWSER_DEFAULT`. Only the server says whether it knows the zone. */
  timeZone: z.string().max(50),
})
export type LocaleChoice = z.infer<typeof localeSchema>

/** What is stored of it; null: as the browser asks for. */
export interface ChosenLocale {
  readonly language: Language | null
  /** IANA name. */
  readonly timeZone: string | null
}

/** What an invitation is for, before it is redeemed; the page that it opens is told nothing else. */
export interface OpenedInvitation {
  readonly email: string
  /** The role that the link gives, in words; absent where it sets the password of an operator. */
  readonly role?: string
}

export const endSessionSchema = z.object({ id: z.string().max(100) })

/** A session of the operator. */
export interface SessionView {
  readonly id: string
  readonly startedAt: string
  readonly seenAt: string
  /** '' where it is not known. */
  readonly address: string
  /** Browser and system, in words. */
  readonly device: string
  /** Whether it is the session that asks. */
  readonly isHere: boolean
}
