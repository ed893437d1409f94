import { expect, test } from 'vitest'
import { makeSecretKey, readSecretKey } from './secret-key'

test('a key contains the id of its row, and all keys differ', () => {
  const { id, key } = makeSecretKey('service')
  expect(key).toMatch(/^ldg_sk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
  expect(readSecretKey('service', key)).toBe(id)
  expect(makeSecretKey('service').key).not.toBe(key)
})

test('a key with a changed, missing or additional character is invalid', () => {
  const { key } = makeSecretKey('service')
  for (let at = 'ldg_sk_'.length; at < key.length; at++) {
    if (key[at] === '_') continue
    const other = key[at] === 'a' ? 'b' : 'a'
    expect(readSecretKey('service', key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined()
    expect(readSecretKey('service', key.slice(0, at) + key.slice(at + 1))).toBeUndefined()
  }
  for (const text of ['', 'ldg_sk_', ` ${key}`, `${key}\n`, key.toLowerCase()]) {
    expect(readSecretKey('service', text)).toBeUndefined()
  }
})

test('a key of the desk and a key of the service are never taken for each other', () => {
  const { id, key } = makeSecretKey('desk')
  expect(key).toMatch(/^ldg_dk_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
  expect(readSecretKey('desk', key)).toBe(id)
  expect(readSecretKey('service', key)).toBeUndefined()
  expect(readSecretKey('desk', makeSecretKey('service').key)).toBeUndefined()
})
