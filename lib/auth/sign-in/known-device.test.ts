import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { makeDeviceCookie, readDeviceCookie } from './known-device'

const key = (kid: string) => ({ kid, bytes: randomBytes(32) })
const k1 = key('k1')
const ring = makeKeyring([k1])
const now = new Date('2026-11-21T09:00:00.000Z')
const after = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000)
const id = randomUUID()
const cookie = makeDeviceCookie(ring, 'mina@shop.example', id, now)

test('a device is known for the account that signed in on it, however its address is typed', () => {
  expect(readDeviceCookie(ring, 'mina@shop.example', cookie, now)).toBe(id)
  expect(readDeviceCookie(ring, ' MINA@shop.example', cookie, now)).toBe(id)
  expect(readDeviceCookie(ring, 'jun@shop.example', cookie, now)).toBeUndefined()
})

test('a device is known for half a year', () => {
  expect(readDeviceCookie(ring, 'mina@shop.example', cookie, after(179))).toBe(id)
  expect(readDeviceCookie(ring, 'mina@shop.example', cookie, after(181))).toBeUndefined()
})

test('a device stays known after a key rotation until the old key is removed', () => {
  const k2 = key('k2')
  expect(readDeviceCookie(makeKeyring([k2, k1]), 'mina@shop.example', cookie, now)).toBe(id)
  expect(readDeviceCookie(makeKeyring([k2]), 'mina@shop.example', cookie, now)).toBeUndefined()
})

test('a cookie with any changed character is invalid', () => {
  for (let at = 0; at < cookie.length - 1; at++) {
    const changed = `${cookie.slice(0, at)}${cookie[at] === '1' ? '2' : '1'}${cookie.slice(at + 1)}`
    expect([at, readDeviceCookie(ring, 'mina@shop.example', changed, now)]).toEqual([at, undefined])
  }
  for (const made of ['', 'x', `${id}.1.${'A'.repeat(43)}`, `${cookie}A`, cookie.slice(0, -1)])
    expect(readDeviceCookie(ring, 'mina@shop.example', made, now)).toBeUndefined()
})
