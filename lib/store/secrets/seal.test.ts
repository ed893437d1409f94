import { createCipheriv, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKeyring } from './keyring'
import { open, seal } from './seal'

const key = (kid: string) => ({ kid, bytes: randomBytes(32) })
const k1 = key('k1')
const ring = makeKeyring([k1])
const place = { env: 'test', origin: 'https://api.example', field: 'access_token' }
const closed = { ok: false, error: 'not_genuine' }

test('a sealed secret opens in its context and does not contain the plain text', () => {
  const text = seal(ring, place, 'Bearer süß 🔑')
  expect(open(ring, place, text)).toEqual({ ok: true, secret: 'Bearer süß 🔑' })
  expect(text).not.toContain('Bearer')
  expect(seal(ring, place, 'Bearer süß 🔑')).not.toBe(text)
})

test('it stays closed for another origin, environment or field', () => {
  const text = seal(ring, place, 'secret')
  expect(open(ring, { ...place, origin: 'https://evil.example' }, text)).toEqual(closed)
  expect(open(ring, { ...place, env: 'production' }, text)).toEqual(closed)
  expect(open(ring, { ...place, field: 'secret_key' }, text)).toEqual(closed)
})

test('it stays closed when a single byte is changed, or its tag is shortened', () => {
  const [version, kid, wrapped = '', sealed = ''] = seal(ring, place, 'secret').split('.')
  const flip = (part: string, at: number) => {
    const bytes = Buffer.from(part, 'base64url')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes.toString('base64url')
  }
  for (let at = 0; at < Buffer.from(sealed, 'base64url').length; at++) {
    expect(open(ring, place, [version, kid, wrapped, flip(sealed, at)].join('.'))).toEqual(closed)
    expect(open(ring, place, [version, kid, flip(wrapped, at), sealed].join('.'))).toEqual(closed)
  }
  const whole = Buffer.from(sealed, 'base64url')
  const short = Buffer.concat([whole.subarray(0, 16), whole.subarray(28)]).toString('base64url')
  expect(open(ring, place, [version, kid, wrapped, short].join('.'))).toEqual(closed)
  expect(open(ring, place, [version, kid, wrapped, sealed.slice(0, 20)].join('.'))).toEqual(closed)
})

test('a seal with a forged key does not open', () => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), iv, { authTagLength: 16 })
  const bytes = Buffer.concat([cipher.update(randomBytes(32)), cipher.final()])
  const forged = Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
  expect(open(ring, place, `v1.k1.${forged}.${forged}`)).toEqual(closed)
})

test('a malformed seal and an unknown key are distinguished', () => {
  const text = seal(ring, place, 'secret')
  expect(open(ring, place, 'secret')).toEqual({ ok: false, error: 'malformed' })
  expect(open(ring, place, `v2${text.slice(2)}`)).toEqual({ ok: false, error: 'malformed' })
  expect(open(makeKeyring([key('k2')]), place, text)).toEqual({ ok: false, error: 'unknown_key' })
})

test('after a rotation the new key seals and the old one still opens', () => {
  const old = seal(ring, place, 'secret')
  const rotated = makeKeyring([key('k2'), k1])
  expect(open(rotated, place, old)).toEqual({ ok: true, secret: 'secret' })
  expect(seal(rotated, place, 'secret')).toMatch(/^v1\.k2\./)
})
