import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { AesDecryptor } from './aes'
import { limits } from './limits'
import type { Pace } from './pace'
import { broken, Unreadable } from './unreadable'
import { xmlTags } from './xml'

/**
 * Opens what Excel locks with a password (MS-OFFCRYPTO): 'agile', as since 2010 and by what shops use, and 'standard',
 * as of 2007. The password is used here and kept nowhere.
 * @param streams of the compound file that holds it
 * @throws Unreadable with `password_needed`, `password_wrong`, or where it is locked in a way that nobody uses
 */
export async function decrypt(
  streams: ReadonlyMap<string, Uint8Array>,
  password: string | undefined,
  pace: Pace,
): Promise<Uint8Array> {
  const info = streams.get('EncryptionInfo')
  const locked = streams.get('EncryptedPackage')
  if (!info || !locked || info.length < 8 || locked.length < 8) throw broken()
  if (password === undefined || password === '') throw new Unreadable({ code: 'password_needed' })
  const major = viewOf(info).getUint16(0, true)
  const minor = viewOf(info).getUint16(2, true)
  const size = Number(viewOf(locked).getBigUint64(0, true))
  const body = locked.subarray(8)
  const opened =
    major === 4 && minor === 4
      ? await openAgile(new TextDecoder().decode(info.subarray(8)), body, password, pace)
      : await openStandard(info, minor, body, password, pace)
  if (size > opened.length) throw broken()
  return opened.subarray(0, size)
}

type Hash = (bytes: Uint8Array) => Uint8Array

/** What a key is made with. */
interface Making {
  readonly salt: Uint8Array
  readonly hash: Hash
  /** In bytes. */
  readonly keyLength: number
  readonly blockLength: number
}

const hashes = new Map<string, Hash>([
  ['SHA1', sha1],
  ['SHA-1', sha1],
  ['SHA256', sha256],
  ['SHA384', sha384],
  ['SHA512', sha512],
])

const SEGMENT = 4096

async function openAgile(xml: string, body: Uint8Array, password: string, pace: Pace): Promise<Uint8Array> {
  let content: Making | undefined
  let locked: (Making & { spins: number; input: Uint8Array; value: Uint8Array; key: Uint8Array }) | undefined
  for (const { name, closes, attribute } of xmlTags(xml)) {
    if (closes) continue
    if (name === 'keyData') content = makingOf(attribute)
    if (name !== 'encryptedKey' || locked) continue
    const spins = Number(attribute('spinCount'))
    if (!(spins >= 0 && spins <= limits.spins)) throw broken()
    const [input, value, key] = ['VerifierHashInput', 'VerifierHashValue', 'KeyValue'].map(part =>
      fromBase64(attribute(`encrypted${part}`) ?? ''),
    )
    if (input && value && key) locked = { ...makingOf(attribute), spins, input, value, key }
  }
  if (!content || !locked) throw broken()
  const { hash, salt, keyLength, spins } = locked
  const spun = await spin(hash, salt, password, spins, pace.part(0, 0.8))
  const part = (use: readonly number[], bytes: Uint8Array) =>
    new AesDecryptor(fitted(hash(joined(spun, Uint8Array.from(use))), keyLength)).decrypt(bytes, salt)
  const expected = part([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e], locked.value)
  const found = hash(
    part([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79], locked.input).subarray(0, salt.length),
  )
  if (!startsAlike(found, expected)) throw new Unreadable({ code: 'password_wrong' })
  const secret = part([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6], locked.key).subarray(
    0,
    content.keyLength,
  )
  return openSegments(body, secret, content, pace.part(0.8, 1))
}

/** The content is locked in pieces of 4096 bytes, each begun anew. */
async function openSegments(
  body: Uint8Array,
  secret: Uint8Array,
  { hash, salt, blockLength }: Making,
  pace: Pace,
): Promise<Uint8Array> {
  const aes = new AesDecryptor(secret)
  const opened = new Uint8Array(body.length)
  for (let at = 0; at < body.length; at += SEGMENT) {
    const iv = fitted(hash(joined(salt, number(at / SEGMENT))), blockLength)
    opened.set(aes.decrypt(body.subarray(at, at + SEGMENT), iv), at)
    if (pace.isDue) await pace.rest(at / body.length)
  }
  return opened
}

async function openStandard(
  info: Uint8Array,
  minor: number,
  body: Uint8Array,
  password: string,
  pace: Pace,
): Promise<Uint8Array> {
  const view = viewOf(info)
  const header = 12
  const size = view.getUint32(8, true)
  const algorithm = view.getUint32(header + 8, true)
  // 0x660e to 0x6610 are AES of 128, 192 and 256 bits; RC4 was never written into this kind of file.
  if (minor !== 2 || algorithm < 0x660e || algorithm > 0x6610)
    throw new Unreadable({ code: 'locked', found: 'file' })
  const keyLength = view.getUint32(header + 16, true) / 8
  const from = header + size
  const salt = info.subarray(from + 4, from + 20)
  const input = info.subarray(from + 20, from + 36)
  const value = info.subarray(from + 40, from + 72)
  const spun = await spin(sha1, salt, password, 50_000, pace.part(0, 0.8))
  const aes = new AesDecryptor(standardKey(sha1(joined(spun, number(0))), keyLength))
  if (!startsAlike(sha1(aes.decrypt(input)), aes.decrypt(value).subarray(0, 20)))
    throw new Unreadable({ code: 'password_wrong' })
  return aes.decrypt(body)
}

function standardKey(hash: Uint8Array, length: number): Uint8Array {
  const padded = (sign: number) => {
    const block = new Uint8Array(64).fill(sign)
    for (const [at, byte] of hash.entries()) block[at] = byte ^ sign
    return sha1(block)
  }
  return joined(padded(0x36), padded(0x5c)).subarray(0, length)
}

/** Hashes a password again and again, so that guessing is slow. */
async function spin(
  hash: Hash,
  salt: Uint8Array,
  password: string,
  spins: number,
  pace: Pace,
): Promise<Uint8Array> {
  const letters = new Uint8Array(password.length * 2)
  for (let i = 0; i < password.length; i++) viewOf(letters).setUint16(i * 2, password.charCodeAt(i), true)
  let spun = hash(joined(salt, letters))
  const turn = joined(number(0), spun)
  const view = viewOf(turn)
  for (let i = 0; i < spins; i++) {
    view.setUint32(0, i, true)
    turn.set(spun, 4)
    spun = hash(turn)
    if (i % 500 === 0 && pace.isDue) await pace.rest(i / spins)
  }
  return spun
}

function makingOf(attribute: (name: string) => string | undefined): Making {
  const hash = hashes.get((attribute('hashAlgorithm') ?? '').toUpperCase())
  const keyLength = Number(attribute('keyBits')) / 8
  if (!hash || attribute('cipherAlgorithm') !== 'AES' || attribute('cipherChaining') !== 'ChainingModeCBC')
    throw new Unreadable({ code: 'locked', found: 'file' })
  if (![16, 24, 32].includes(keyLength)) throw broken()
  return { hash, keyLength, blockLength: 16, salt: fromBase64(attribute('saltValue') ?? '') }
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    throw broken()
  }
}

function fitted(bytes: Uint8Array, length: number): Uint8Array {
  const fit = new Uint8Array(length).fill(0x36)
  fit.set(bytes.subarray(0, length))
  return fit
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

function number(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}

const startsAlike = (a: Uint8Array, b: Uint8Array): boolean =>
  b.length >= a.length && a.every((byte, at) => byte === b[at])

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
