import * as z from 'zod'
import { type Language, languages } from '@/lib/words/locale/languages'

/** A new password, and the old one as proof of identity. The limits are those of lib/auth/sign-in/passwords. */
export const passwordSchema = z.object({
  current: z.string().min(1, 'auth.fields.password'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
})

/** The second step of a sign-in: what the person has, and how a passkey of theirs can sign. */
export interface SecondStep {
  /** Proves that the password was right; valid for ten minutes. */
  readonly token: string
  /** Whether a code of an authenticator app is accepted. */
  readonly hasApp: boolean
  /** The server gave up the key of their app, so that its codes are not accepted. */
  readonly isAppLost?: boolean
  /** What the browser needs to sign with a passkey, as JSON; absent: no passkey can be used. */
  readonly passkey?: string
}

/**
 * The code of the second step: six digits of an app, or a recovery code. Only the server decides whether it is right.
 */
export const codeSchema = z.object({
  code: z.string().trim().min(1, 'auth.fields.code').max(100, 'auth.fields.code'),
})

/** The name of a new passkey, and the response of the browser as JSON. */
export const newPasskeySchema = z.object({
  name: z.string().trim().min(1, 'auth.fields.name').max(100, 'auth.fields.nameLong'),
  response: z.string().max(20_000),
})

/** The response of the browser as JSON. */
export const passkeyResponseSchema = z.object({ response: z.string().max(20_000) })

export const passkeySchema = z.object({ id: z.string().max(1400) })

/** A passkey of the operator. */
export interface PasskeyView {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** null: never. */
  readonly usedAt: string | null
}

/** The second factors of the operator. */
export interface SecondFactorView {
  /** When the authenticator app was set up; null: none. */
  readonly totpAt: string | null
  readonly passkeys: readonly PasskeyView[]
  /** Unused recovery codes. */
  readonly recoveryCodes: number
  /** Whether this installation can use passkeys at all: its address is a name and secure. */
  readonly canUsePasskeys: boolean
  /** Whether the operator must keep a second factor. */
  readonly isRequired: boolean
  /** Who removed the operator's second factors and when, while they have none again. */
  readonly reset: { readonly by: string | null; readonly at: string } | null
}

/** What an authenticator app needs to know. */
export interface TotpSetUp {
  /** Base32, in groups of four. */
  readonly secret: string
  readonly url: string
  /** The URL as a QR code: an SVG path, and its width. */
  readonly qr: { readonly path: string; readonly size: number }
}

/** The recovery codes that a change created, which are shown once; null: there are unused ones already. */
export type NewRecoveryCodes = readonly string[] | null

/** The token of a set-up link or an invitation. */
export const linkSchema = z.object({ token: z.string().max(100) })

/** The first operator. The password's limits are those of lib/auth/sign-in/passwords. */
export const setUpSchema = z.object({
  email: z.string().trim().pipe(z.email('auth.fields.email').max(254, 'auth.fields.email')),
  name: z.string().trim().max(100, 'auth.fields.nameLong'),
  password: z.string().min(8, 'auth.fields.passwordShort').max(128, 'auth.fields.passwordLong'),
  token: z.string().max(100),
})

/** The operator who redeems an invitation. The password's limits are those of lib/auth/sign-in/passwords. */
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
