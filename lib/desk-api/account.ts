import * as z from 'zod'
import { type Language, languages } from '@/lib/words/languages'

/** A new password, and the old one as proof of identity. The limits are those of lib/auth/passwords. */
export const passwordSchema = z.object({
  current: z.string().min(1, 'auth.fields.password'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
})

/** The token of a set-up link or an invitation. */
export const linkSchema = z.object({ token: z.string().max(100) })

/** The first operator. The password's limits are those of lib/auth/passwords. */
export const setUpSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})
export type SetUp = z.infer<typeof setUpSchema>

/** The operator who redeems an invitation. The password's limits are those of lib/auth/passwords. */
export const joinSchema = z.object({
  /** Empty: the part of the address before the @. A password link does not change the name. */
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})

/** The choice of the browser's preference. */
export const BROWSER_DEFAULT = 'browser'

/** The language and the time zone that an operator chooses. */
export const localeSchema = z.object({
  language: z.enum([BROWSER_DEFAULT, ...languages]),
  /** IANA name, or `BROWSER_DEFAULT`. Only the server knows whether the zone exists. */
  timeZone: z.string().max(50),
})
export type LocaleChoice = z.infer<typeof localeSchema>

/** The stored choice; null: the browser's preference. */
export interface ChosenLocale {
  readonly language: Language | null
  /** IANA name. */
  readonly timeZone: string | null
}

/** The purpose of an invitation before it is redeemed; its page gets no other data. */
export interface OpenedInvitation {
  readonly email: string
  /** The name of the role that the link gives; absent if it sets the password of an operator. */
  readonly role?: string
}

export const endSessionSchema = z.object({ id: z.string().max(100) })

/** A session of the operator. */
export interface SessionView {
  readonly id: string
  readonly startedAt: string
  readonly seenAt: string
  /** '' if unknown. */
  readonly address: string
  /** The name of browser and system. */
  readonly device: string
  /** Whether it is the session of this request. */
  readonly isHere: boolean
}
