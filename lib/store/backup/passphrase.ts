import 'server-only'
import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { Decrypter, Encrypter, Stanza } from 'age-encryption'

// The passphrase stanza of age-encryption.org/v1 with Node's own scrypt: that of the library is written in JavaScript,
// takes ten times as long and blocks.

/** Base-2 logarithm of scrypt's work factor: 128 MB and about 0.4 s for one try. */
const WORK_FACTOR = 17
/** Files with a higher one are rejected; `age` itself writes 18. */
const MAX_WORK_FACTOR = 20
const NONCE = new Uint8Array(12)

/** Encrypts with a passphrase, in the format of age. */
export function encrypterFor(passphrase: string): Encrypter {
  const encrypter = new Encrypter()
  encrypter.addRecipient({
    wrapFileKey: async fileKey => {
      const salt = randomBytes(16)
      const key = await deriveKey(passphrase, salt, WORK_FACTOR)
      const args = ['scrypt', salt.toString('base64').replace(/=+$/, ''), String(WORK_FACTOR)]
      return [new Stanza(args, chacha20poly1305(key, NONCE).encrypt(fileKey))]
    },
  })
  return encrypter
}

/** Decrypts what a passphrase encrypted; fails with "no identity matched" for another one. */
export function decrypterFor(passphrase: string): Decrypter {
  const decrypter = new Decrypter()
  decrypter.addIdentity({
    unwrapFileKey: async ([stanza]) => {
      const [kind, salt = '', factor = ''] = stanza?.args ?? []
      if (!stanza || kind !== 'scrypt') return null
      const isValid = /^[1-9]\d?$/.test(factor) && Number(factor) <= MAX_WORK_FACTOR
      if (!isValid) throw new Error('invalid scrypt stanza')
      const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), Number(factor))
      try {
        return chacha20poly1305(key, NONCE).decrypt(stanza.body)
      } catch {
        return null
      }
    },
  })
  return decrypter
}

function deriveKey(passphrase: string, salt: Buffer, factor: number): Promise<Buffer> {
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const options: ScryptOptions = { N: 2 ** factor, r: 8, p: 1, maxmem: 2 ** (factor + 11) }
  return new Promise((resolve, reject) =>
    scrypt(passphrase, labelled, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
