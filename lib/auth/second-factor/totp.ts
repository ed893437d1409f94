import 'server-only'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'
import { env } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'

// Time-based one-time passwords (RFC 6238) with the parameters that all authenticator apps know: SHA-1, six digits,
// a new code every 30 seconds.
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Length of a SHA-1 key, which RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Codes of the step before and after are accepted, for clocks that differ. */
const SKEW_STEPS = 1

/** Empty modules around a QR code, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4

/** What an authenticator app needs to know. */
export interface TotpEnrolment {
  /** Base32, in groups of four for people who type it. */
  readonly secret: string
  /** `otpauth://…`, which opens an app on a phone. */
  readonly url: string
  /** The URL as a QR code: an SVG path of modules, and the width of the code in modules. */
  readonly qr: { readonly path: string; readonly size: number }
}

/** A new secret, in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** How an app learns a secret. @param secret base32 @param email names the account in the app */
export function totpEnrolment(secret: string, email: string): TotpEnrolment {
  const issuer = `${getTranslations('desk')('name')} (${new URL(env().publicUrl).host})`
  const totp = new TOTP({ ...PARAMETERS, issuer, label: email, secret: Secret.fromBase32(secret) })
  const url = totp.toString()
  return { secret: secret.replace(/.{4}(?=.)/g, '$& '), url, qr: qrPath(url) }
}

/**
 * The time step of a code; undefined if it is wrong. The caller must accept each step only once.
 * @param secret base32
 */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.normalize('NFKC').replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now.getTime(), window: SKEW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta
}

function qrPath(text: string): TotpEnrolment['qr'] {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: path.join(''), size }
}
