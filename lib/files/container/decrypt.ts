import { cbc, ecb } from '@noble/ciphers/aes.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { limits } from '@/lib/files/book/limits'
import type { Progress } from '@/lib/files/book/progress'
import { damagedFile, ReadError } from '@/lib/files/book/read-error'
import { xmlTags } from '@/lib/files/excel/xml'
import { viewOf } from './byte-view'

/**
 * Decrypts a workbook that Excel locked with a password (MS-OFFCRYPTO): agile encryption, since Excel 2010 and by the
 * exports of shops, and standard encryption of Excel 2007. WebCrypto exists only on pages with TLS and has no ECB, so
 * the ciphers come from @noble. The password is used here and kept nowhere.
 * @param streams of the compound file that contains the workbook
 * @returns the bytes of the XLSX file
 * @throws ReadError with `password_needed`, `password_wrong`, `locked` for other kinds of encryption, or `broken`
 */
export async function decrypt(
  streams: ReadonlyMap<string, Uint8Array>,
  password: string | undefined,
  progress: Progress,
): Promise<Uint8Array> {
  const info = streams.get('EncryptionInfo')
  const encrypted = streams.get('EncryptedPackage')
  if (!info || !encrypted || info.length < 8 || encrypted.length < 8) throw damagedFile()
  if (password === undefined || password === '') throw new ReadError({ code: 'password_needed' })
  const major = viewOf(info).getUint16(0, true)
  const minor = viewOf(info).getUint16(2, true)
  const size = Number(viewOf(encrypted).getBigUint64(0, true))
  const content = wholeBlocks(encrypted.subarray(8))
  const decrypted =
    major === 4 && minor === 4
      ? await decryptAgile(new TextDecoder().decode(info.subarray(8)), content, password, progress)
      : await decryptStandard(info, minor, content, password, progress)
  if (size > decrypted.length) throw damagedFile()
  return decrypted.subarray(0, size)
}

type Hash = (bytes: Uint8Array) => Uint8Array

/** How a key of agile encryption is derived. */
interface KeyDerivation {
  readonly salt: Uint8Array
  readonly hash: Hash
  /** In bytes. */
  readonly keyLength: number
}

/** The key of the content, encrypted with the password. */
interface EncryptedKey extends KeyDerivation {
  readonly rounds: number
  readonly verifierInput: Uint8Array
  readonly verifierValue: Uint8Array
  readonly keyValue: Uint8Array
}

const hashes = new Map<string, Hash>([
  ['SHA1', sha1],
  ['SHA-1', sha1],
  ['SHA256', sha256],
  ['SHA384', sha384],
  ['SHA512', sha512],
])

/** Bytes of an AES block. */
const BLOCK = 16
/** Bytes of the content that are encrypted with one initialization vector. */
const SEGMENT = 4096

/** The constants of MS-OFFCRYPTO 2.3.4.13 by which the password becomes three different keys. */
const blockKeys = {
  verifierInput: [0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79],
  verifierValue: [0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e],
  keyValue: [0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6],
} as const

async function decryptAgile(
  xml: string,
  content: Uint8Array,
  password: string,
  progress: Progress,
): Promise<Uint8Array> {
  const { data, key } = readAgileInfo(xml)
  const { hash, salt, keyLength } = key
  const passwordHash = await hashRepeatedly(hash, salt, password, key.rounds, progress.part(0, 0.8))
  const decryptPart = (part: keyof typeof blockKeys): Uint8Array => {
    const partKey = fitted(hash(joined(passwordHash, Uint8Array.from(blockKeys[part]))), keyLength)
    return decryptCbc(partKey, fitted(salt, BLOCK), wholeBlocks(key[part]))
  }
  const actual = hash(decryptPart('verifierInput').subarray(0, salt.length))
  if (!startsWith(decryptPart('verifierValue'), actual)) throw new ReadError({ code: 'password_wrong' })
  const secret = decryptPart('keyValue').subarray(0, data.keyLength)
  if (secret.length < data.keyLength) throw damagedFile()
  return decryptSegments(content, secret, data, progress.part(0.8, 1))
}

/** @throws ReadError where the description of the encryption is incomplete, or names other ciphers than AES-CBC */
function readAgileInfo(xml: string): { data: KeyDerivation; key: EncryptedKey } {
  let data: KeyDerivation | undefined
  let key: EncryptedKey | undefined
  for (const { name, isClosing, attribute } of xmlTags(xml)) {
    if (isClosing) continue
    if (name === 'keyData') data = readKeyDerivation(attribute)
    if (name !== 'encryptedKey' || key) continue
    const rounds = Number(attribute('spinCount'))
    if (!(rounds >= 0 && rounds <= limits.passwordRounds)) throw damagedFile()
    const bytes = (part: string) => fromBase64(attribute(`encrypted${part}`) ?? '')
    key = {
      ...readKeyDerivation(attribute),
      rounds,
      verifierInput: bytes('VerifierHashInput'),
      verifierValue: bytes('VerifierHashValue'),
      keyValue: bytes('KeyValue'),
    }
  }
  if (!data || !key) throw damagedFile()
  return { data, key }
}

function readKeyDerivation(attribute: (name: string) => string | undefined): KeyDerivation {
  const hash = hashes.get((attribute('hashAlgorithm') ?? '').toUpperCase())
  const keyLength = Number(attribute('keyBits')) / 8
  if (!hash || attribute('cipherAlgorithm') !== 'AES' || attribute('cipherChaining') !== 'ChainingModeCBC')
    throw new ReadError({ code: 'locked', found: 'file' })
  if (!isKeyLength(keyLength)) throw damagedFile()
  return { hash, keyLength, salt: fromBase64(attribute('saltValue') ?? '') }
}

async function decryptSegments(
  content: Uint8Array,
  key: Uint8Array,
  { hash, salt }: KeyDerivation,
  progress: Progress,
): Promise<Uint8Array> {
  const decrypted = new Uint8Array(content.length)
  for (let at = 0; at < content.length; at += SEGMENT) {
    const iv = fitted(hash(joined(salt, uint32(at / SEGMENT))), BLOCK)
    decrypted.set(decryptCbc(key, iv, content.subarray(at, at + SEGMENT)), at)
    if (progress.isDue) await progress.checkpoint(at / content.length)
  }
  return decrypted
}

async function decryptStandard(
  info: Uint8Array,
  minor: number,
  content: Uint8Array,
  password: string,
  progress: Progress,
): Promise<Uint8Array> {
  const header = 12
  if (info.length < header + 20) throw damagedFile()
  const view = viewOf(info)
  const size = view.getUint32(8, true)
  const algorithm = view.getUint32(header + 8, true)
  // 0x660e to 0x6610 are AES of 128, 192 and 256 bits. Excel writes no RC4 into this kind of file.
  if (minor !== 2 || algorithm < 0x660e || algorithm > 0x6610)
    throw new ReadError({ code: 'locked', found: 'file' })
  const keyLength = view.getUint32(header + 16, true) / 8
  if (!isKeyLength(keyLength)) throw damagedFile()
  const from = header + size
  const salt = info.subarray(from + 4, from + 20)
  const verifier = wholeBlocks(info.subarray(from + 20, from + 36))
  const verifierHash = wholeBlocks(info.subarray(from + 40, from + 72))
  const passwordHash = await hashRepeatedly(sha1, salt, password, 50_000, progress.part(0, 0.8))
  const aes = ecb(standardKey(sha1(joined(passwordHash, uint32(0))), keyLength), { disablePadding: true })
  if (!startsWith(aes.decrypt(verifierHash).subarray(0, 20), sha1(aes.decrypt(verifier))))
    throw new ReadError({ code: 'password_wrong' })
  return aes.decrypt(content)
}

/** MS-OFFCRYPTO 2.3.4.7: the key is cut out of two hashes. */
function standardKey(hash: Uint8Array, length: number): Uint8Array {
  const padded = (pad: number) => {
    const block = new Uint8Array(64).fill(pad)
    for (const [at, byte] of hash.entries()) block[at] = byte ^ pad
    return sha1(block)
  }
  return joined(padded(0x36), padded(0x5c)).subarray(0, length)
}

/** Hashes a password `rounds` times, which makes guessing slow. */
async function hashRepeatedly(
  hash: Hash,
  salt: Uint8Array,
  password: string,
  rounds: number,
  progress: Progress,
): Promise<Uint8Array> {
  const utf16 = new Uint8Array(password.length * 2)
  for (let i = 0; i < password.length; i++) viewOf(utf16).setUint16(i * 2, password.charCodeAt(i), true)
  let result = hash(joined(salt, utf16))
  const input = joined(uint32(0), result)
  const view = viewOf(input)
  for (let round = 0; round < rounds; round++) {
    view.setUint32(0, round, true)
    input.set(result, 4)
    result = hash(input)
    if (round % 500 === 0 && progress.isDue) await progress.checkpoint(round / rounds)
  }
  return result
}

const decryptCbc = (key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array =>
  cbc(key, iv, { disablePadding: true }).decrypt(bytes)

const isKeyLength = (length: number): boolean => [16, 24, 32].includes(length)

/** Bytes as far as they are whole AES blocks: files that were cut short end in the middle of one. */
const wholeBlocks = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, bytes.length - (bytes.length % BLOCK))

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  } catch {
    throw damagedFile()
  }
}

/** The first bytes, padded with 0x36 to a length. */
function fitted(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length).fill(0x36)
  result.set(bytes.subarray(0, length))
  return result
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const result = new Uint8Array(a.length + b.length)
  result.set(a)
  result.set(b, a.length)
  return result
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  bytes.length >= start.length && start.every((byte, at) => byte === bytes[at])
