import 'server-only'
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { cookies } from 'next/headers'
import { env } from '@/lib/env'
import { type Keyring, keyring, newestKey } from '@/lib/store/keyring'
import { normalEmail } from '@/lib/store/operators'

// A browser on which an account has signed in is known for that account: its wrong passwords are counted by themselves,
// so wrong passwords from elsewhere cannot keep it out. (OWASP: Slow Down Online Guessing Attacks with Device Cookies.)
// It proves nothing else: without the password it opens nothing.

/** A device is known for half a year after the last sign-in on it, in seconds. */
const LIFETIME = 180 * 24 * 60 * 60

/** The value of a device cookie: the device's id, when it was made (s), and a signature that binds both to the account. */
export function makeDeviceCookie(ring: Keyring, email: string, id: string, now: Date): string {
  const { bytes } = newestKey(ring, 'device')
  const device = `${id}.${Math.floor(now.getTime() / 1000)}`
  return `${device}.${sign(bytes, email, device)}`
}

/** The id of the device that a cookie names; undefined when it is not ours, too old, or of another account. */
export function readDeviceCookie(ring: Keyring, email: string, value: string, now: Date): string | undefined {
  const [, device = '', id, madeAt, signature = ''] =
    /^(([\da-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(value) ?? []
  const age = now.getTime() / 1000 - Number(madeAt)
  if (id === undefined || age > LIFETIME) return undefined
  const isOurs = ring.kids.some(kid => {
    const key = ring.derive('device', kid)
    return key && timingSafeEqual(Buffer.from(sign(key, email, device)), Buffer.from(signature))
  })
  return isOurs ? id : undefined
}

const sign = (key: Buffer, email: string, device: string) =>
  createHmac('sha256', key)
    .update(`${normalEmail(email)}|${device}`)
    .digest('base64url')

/** The device that sent this request, as it is known for an account; undefined when it is not. */
export async function knownDevice(email: string): Promise<string | undefined> {
  const value = (await cookies()).get(cookieName(email))?.value
  return value === undefined ? undefined : readDeviceCookie(keyring(), email, value, new Date())
}

/** Makes the device that sent this request known for an account that has just signed in on it. */
export async function rememberDevice(email: string): Promise<void> {
  const id = (await knownDevice(email)) ?? randomUUID()
  const value = makeDeviceCookie(keyring(), email, id, new Date())
  ;(await cookies()).set(cookieName(email), value, {
    maxAge: LIFETIME,
    // Where passwords are sent to, and nowhere else.
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(),
  })
}

/** One for each account that signs in on this device. */
function cookieName(email: string): string {
  const account = createHash('sha256').update(normalEmail(email)).digest('hex').slice(0, 16)
  return `${isSecure() ? '__Secure-' : ''}lading-device-${account}`
}

const isSecure = () => env().publicUrl.startsWith('https://')
