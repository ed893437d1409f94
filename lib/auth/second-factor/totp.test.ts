import { expect, test } from 'vitest'
import { totpCode } from '@/testing/totp'
import { createTotpSecret, totpEnrolment, totpStepOf } from './totp'

// RFC 6238, appendix B: the secret “12345678901234567890”, and the last six of its eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test.each(vectors)('at %i s the code is the one of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, seconds * 1000)).toBe(code)
  expect(totpStepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('a clock may be one step off, and no more', () => {
  const now = new Date('2026-11-24T09:00:10.000Z')
  const step = Math.floor(now.getTime() / 30_000)
  const codeOf = (steps: number) => totpCode(secret, now.getTime() + steps * 30_000)
  expect([-1, 0, 1].map(steps => totpStepOf(secret, codeOf(steps), now))).toEqual([step - 1, step, step + 1])
  expect([-2, 2].map(steps => totpStepOf(secret, codeOf(steps), now))).toEqual([undefined, undefined])
})

test('a code may be typed with spaces and full-width digits, and nothing else is a code', () => {
  const now = new Date(59_000)
  expect(totpStepOf(secret, ' 287 082 ', now)).toBe(1)
  expect(totpStepOf(secret, '２８７０８２', now)).toBe(1)
  for (const text of ['', '28708', '2870820', '28708a', '-87082', '287082\u0000']) {
    expect(totpStepOf(secret, text, now)).toBeUndefined()
  }
})

test('an app learns the secret, the account and the address of the desk', () => {
  const made = createTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret()).not.toBe(made)
  const { secret: shown, url, qr } = totpEnrolment(made, 'mina@shop.example')
  expect(shown.replaceAll(' ', '')).toBe(made)
  expect(url).toMatch(/^otpauth:\/\/totp\/Lading/)
  expect(decodeURIComponent(url)).toContain('mina@shop.example')
  expect(new URL(url).searchParams.get('secret')).toBe(made)
  expect(qr.size).toBeGreaterThan(20)
  expect(qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
})
