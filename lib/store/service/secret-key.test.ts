import { expect, test } from 'vitest'
import { makeSecretKey, readSecretKey } from './secret-key'

test('a key contains the id of its row, and all keys differ', () => {
  const { id, key } = makeSecretKey()
  expect(key).toMatch(/^ldg_sk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
  expect(readSecretKey(key)).toBe(id)
  expect(makeSecretKey().key).not.toBe(key)
})

test('a key with a changed, missing or additional character is invalid', () => {
  const { key } = makeSecretKey()
  for (let at = 'ldg_sk_'.length; at < key.length; at++) {
    if (key[at] === '_') continue
    const other = key[at] === 'a' ? 'b' : 'a'
    expect(readSecretKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined()
    expect(readSecretKey(key.slice(0, at) + key.slice(at + 1))).toBeUndefined()
  }
  for (const text of ['', 'ldg_sk_', ` ${key}`, `${key}\n`, key.toLowerCase()]) {
    expect(readSecretKey(text)).toBeUndefined()
  }
})
