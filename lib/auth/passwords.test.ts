import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords'

test('a password is kept as argon2id with 19 MB, two passes, one lane', async () => {
  expect(await hashPassword('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the same password is taken', async () => {
  const hash = await hashPassword('비밀번호 12345')
  expect(await isPassword('비밀번호 12345', hash)).toBe(true)
  expect(await isPassword('비밀번호 12346', hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
})

test('a long password counts to its last character', async () => {
  const long = 'a'.repeat(128)
  const hash = await hashPassword(long)
  expect(await isPassword(long, hash)).toBe(true)
  expect(await isPassword(`${'a'.repeat(127)}b`, hash)).toBe(false)
  expect(await isPassword(`${long}a`, hash)).toBe(false)
})

test('nobody is let in without an account', async () => {
  expect(await isPassword('anything at all', undefined)).toBe(false)
})

test('many at once all get their answer', async () => {
  const hash = await hashPassword('correct horse battery')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => isPassword(n % 2 ? 'correct horse battery' : 'wrong', hash)),
  )
  expect(answers.filter(Boolean)).toHaveLength(6)
})
