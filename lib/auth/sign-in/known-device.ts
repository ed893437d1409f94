import 'server-only'
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { cookies } from 'next/headers'
import { isSecure } from '@/lib/auth/session-cookie'
import { normalizeEmail } from '@/lib/store/people/operators'
import { type Keyring, keyring, newestKey } from '@/lib/store/secrets/keyring'

// Failed sign-ins from a device on which the account has signed in before are counted per device, so that
// failures from elsewhere cannot lock the account's owner out (OWASP: Slow Down Online Guessing Attacks with
// Device Cookies). The cookie grants nothing else.

/** How long a device stays known after the last sign-in on it, in seconds: half a year. */
const DEVICE_LIFETIME_SECONDS = 180 * 24 * 60 * 60

/**
 * The value of a device cookie: device id, creation time (s), and a signature that binds both to the
 * account.
 */
export function makeDeviceCookie(ring: Keyring, email: string, id: string, now: Date): string {
  const { bytes } = newestKey(ring, 'device')
  const device = `${id}.${Math.floor(now.getTime() / 1000)}`
  return `${device}.${sign(bytes, email, device)}`
}

/** The device id of a cookie; undefined if the cookie is forged, expired, or of another account. */
export function readDeviceCookie(ring: Keyring, email: string, value: string, now: Date): string | undefined {
  const [, device = '', id, madeAt, signature = ''] =
    /^(([\da-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(value) ?? []
  const age = now.getTime() / 1000 - Number(madeAt)
  if (id === undefined || age > DEVICE_LIFETIME_SECONDS) return undefined
  const isOurs = ring.kids.some(kid => {
    const key = ring.derive('device', kid)
    return key && timingSafeEqual(Buffer.from(sign(key, email, device)), Buffer.from(signature))
  })
  return isOurs ? id : undefined
}

const sign = (key: Buffer, email: string, device: string) =>
  createHmac('sha256', key)
    .update(`${normalizeEmail(email)}|${device}`)
    .digest('base64url')

/** The known device of this account that sent the request; undefined if it is unknown. */
export async function findKnownDevice(email: string): Promise<string | undefined> {
  const value = (await cookies()).get(cookieName(email))?.value
  return value === undefined ? undefined : readDeviceCookie(keyring(), email, value, new Date())
}

/** Marks the device that sent this request as known for an account that has just signed in. */
export async function rememberDevice(email: string): Promise<void> {
  const id = (await findKnownDevice(email)) ?? randomUUID()
  const value = makeDeviceCookie(keyring(), email, id, new Date())
  ;(await cookies()).set(cookieName(email), value, {
    maxAge: DEVICE_LIFETIME_SECONDS,
    // The only path to which passwords are sent.
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(),
  })
}

/** The cookie name of one account on this device. */
function cookieName(email: string): string {
  const account = createHash('sha256').update(normalizeEmail(email)).digest('hex').slice(0, 16)
  return `${isSecure() ? '__Secure-' : ''}lading-device-${account}`
}
