import { expect, test, vi } from 'vitest'
import { hashPassword, matchesHash } from './passwords'

/** The real argon2 with a record of its calls and of how many ran at the same time. */
const argon2 = vi.hoisted(() => ({ verified: [] as string[], hashes: 0, running: 0, most: 0 }))
vi.mock('@node-rs/argon2', async importOriginal => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      argon2.hashes++
      return real.hash(...given)
    },
    verify: async (...given: Parameters<typeof real.verify>) => {
      argon2.verified.push(String(given[0]))
      argon2.most = Math.max(argon2.most, ++argon2.running)
      return real.verify(...given).finally(() => argon2.running--)
    },
  }
})

test('a password is stored as argon2id with 19 MB, two passes, one lane', async () => {
  expect(await hashPassword('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('only the same password is accepted', async () => {
  const hash = await hashPassword('비밀번호 12345')
  expect(await matchesHash('비밀번호 12345', hash)).toBe(true)
  expect(await matchesHash('비밀번호 12346', hash)).toBe(false)
  expect(await matchesHash('', hash)).toBe(false)
})

test('a long password is compared up to its last character', async () => {
  const long = 'a'.repeat(128)
  const hash = await hashPassword(long)
  expect(await matchesHash(long, hash)).toBe(true)
  expect(await matchesHash(`${'a'.repeat(127)}b`, hash)).toBe(false)
  expect(await matchesHash(`${long}a`, hash)).toBe(false)
})

test('an unknown account is refused at the cost of one hash, like a known one', async () => {
  const hash = await hashPassword('correct horse battery')
  await matchesHash('anything at all', undefined)
  const costs = async (password: string, of: string | undefined) => {
    argon2.verified = []
    expect(await matchesHash(password, of)).toBe(false)
    return argon2.verified.map(verified => verified.split('$').slice(0, 4).join('$'))
  }
  const cost = ['$argon2id$v=19$m=19456,t=2,p=1']
  for (const password of ['anything at all', '', 'a'.repeat(129)]) {
    expect(await costs(password, hash)).toEqual(cost)
    expect(await costs(password, undefined)).toEqual(cost)
  }
})

test('the first attempt after a start costs the same with and without an account', async () => {
  const hash = await hashPassword('correct horse battery')
  const hashesOf = async (of: string | undefined) => {
    vi.resetModules()
    const { matchesHash: isPasswordAfterStart } = await import('./passwords')
    argon2.hashes = 0
    await isPasswordAfterStart('anything at all', of)
    return argon2.hashes
  }
  expect(await hashesOf(hash)).toBe(await hashesOf(undefined))
})

test('many concurrent attempts are all processed, four at a time', async () => {
  const hash = await hashPassword('correct horse battery')
  const verdicts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => matchesHash(n % 2 ? 'correct horse battery' : 'wrong', hash)),
  )
  expect(verdicts.filter(Boolean)).toHaveLength(6)
  expect(argon2.most).toBe(4)
})
