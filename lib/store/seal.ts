import 'server-only'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Keyring, newestKey } from './keyring'

/**
 * Where a secret belongs. It is bound to the seal: a row that somebody points at another origin, or moves into
 * another field, no longer opens.
 */
export interface SealPlace {
  readonly env: string
  readonly origin: string
  readonly field: string
}

/** Why a seal does not open. */
export type SealTrouble = 'malformed' | 'unknown_key' | 'not_genuine'

/** The secret, or why it stays closed. */
export type Opened =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly trouble: SealTrouble }

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
// Left to its default, a decipher takes tags of 4 bytes, which can be guessed.
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * Seals a secret: a fresh key for it alone, itself wrapped by the newest key of the ring.
 * @returns `v1.kid.wrapped.sealed`, the last two in base64url, each IV + tag + bytes.
 */
export function seal(ring: Keyring, place: SealPlace, secret: string): string {
  const { kid, bytes } = newestKey(ring, 'seal')
  const aad = boundTo(place)
  const own = randomBytes(KEY_BYTES)
  const wrapped = encrypt(bytes, own, aad)
  const sealed = encrypt(own, Buffer.from(secret, 'utf8'), aad)
  return ['v1', kid, wrapped.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Opens what `seal` closed, if it is unchanged and stands where it belongs. */
export function open(ring: Keyring, place: SealPlace, text: string): Opened {
  const [version, kid = '', wrapped, sealed, ...rest] = text.split('.')
  if (version !== 'v1' || !wrapped || !sealed || rest.length > 0) return { ok: false, trouble: 'malformed' }
  const key = ring.derive('seal', kid)
  if (!key) return { ok: false, trouble: 'unknown_key' }
  const aad = boundTo(place)
  const own = decrypt(key, Buffer.from(wrapped, 'base64url'), aad)
  const secret = own?.length === KEY_BYTES ? decrypt(own, Buffer.from(sealed, 'base64url'), aad) : undefined
  return secret ? { ok: true, secret: secret.toString('utf8') } : { ok: false, trouble: 'not_genuine' }
}

/** The name of the key that a seal needs; undefined when the text is no seal. */
export function kidOf(text: string): string | undefined {
  const [version, kid] = text.split('.')
  return version === 'v1' && kid ? kid : undefined
}

const boundTo = ({ env, origin, field }: SealPlace) => Buffer.from(`v1|${env}|${origin}|${field}`, 'utf8')

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad)
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes])
}

function decrypt(key: Buffer, closed: Buffer, aad: Buffer): Buffer | undefined {
  if (closed.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, key, closed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(closed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(closed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
