import 'server-only'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Keyring, newestKey } from './keyring'

/**
 * The context of a secret, to which its seal is bound: it does not open after its row was moved to another
 * origin or field.
 */
export interface SealContext {
  readonly env: string
  readonly origin: string
  readonly field: string
}

/** Why a seal does not open. */
export type SealError = 'malformed' | 'unknown_key' | 'not_genuine'

/** The opened secret, or why it cannot be opened. */
export type OpenedSeal =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly error: SealError }

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
// By default a decipher accepts tags of 4 bytes, which can be guessed.
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * Seals a secret with a random key, which is wrapped by the newest key of the ring.
 * @returns `v1.kid.wrapped.sealed`, the last two in base64url, each IV + tag + bytes
 */
export function seal(ring: Keyring, place: SealContext, secret: string): string {
  const { kid, bytes } = newestKey(ring, 'seal')
  const aad = additionalData(place)
  const own = randomBytes(KEY_BYTES)
  const wrapped = encrypt(bytes, own, aad)
  const sealed = encrypt(own, Buffer.from(secret, 'utf8'), aad)
  return ['v1', kid, wrapped.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Opens a sealed secret if it is unchanged and the context is the same. */
export function open(ring: Keyring, place: SealContext, text: string): OpenedSeal {
  const [version, kid = '', wrapped, sealed, ...rest] = text.split('.')
  if (version !== 'v1' || !wrapped || !sealed || rest.length > 0) return { ok: false, error: 'malformed' }
  const key = ring.derive('seal', kid)
  if (!key) return { ok: false, error: 'unknown_key' }
  const aad = additionalData(place)
  const own = decrypt(key, Buffer.from(wrapped, 'base64url'), aad)
  const secret = own?.length === KEY_BYTES ? decrypt(own, Buffer.from(sealed, 'base64url'), aad) : undefined
  return secret ? { ok: true, secret: secret.toString('utf8') } : { ok: false, error: 'not_genuine' }
}

/** The name of the key that a seal needs; undefined if the text is not a seal. */
export function kidOf(text: string): string | undefined {
  const [version, kid] = text.split('.')
  return version === 'v1' && kid ? kid : undefined
}

const additionalData = ({ env, origin, field }: SealContext) =>
  Buffer.from(`v1|${env}|${origin}|${field}`, 'utf8')

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
