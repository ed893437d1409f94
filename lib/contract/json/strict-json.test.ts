import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStrictJson } from './strict-json'

const read = (text: string) => readStrictJson(new TextEncoder().encode(text))

test('what JSON.parse reads, without its liberties, is read alike', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), value => {
      const text = JSON.stringify(value)
      const strict = readStrictJson(new TextEncoder().encode(text), Number)
      expect(JSON.stringify(strict.ok && strict.value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('an order id beyond 2^53 keeps every digit', () => {
  expect(read('{"orderId":9007199254740993}')).toEqual({ ok: true, value: { orderId: 9007199254740993n } })
})

test.each([
  ['a byte order mark', '\ufeff{}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['65 levels', `${'['.repeat(66)}${']'.repeat(66)}`],
  ['a million levels', '['.repeat(1_000_000)],
  ['NaN', '{"a":NaN}'],
  ['a trailing comma', '[1,]'],
  ['a leading zero', '[01]'],
  ['single quotes', "{'a':1}"],
  ['a raw line break in a text', '"a\nb"'],
  ['a bad escape', '"\\x41"'],
  ['text after the value', '{} {}'],
  ['a truncated object', '{"a":[1,2'],
  ['a missing colon', '{"a" 1}'],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(read(text).ok).toBe(false)
})

// In time that grew faster than the text, one order with such a price kept the service from working for ten seconds.
test('integers of millions of digits are read at once, and are beyond every field', () => {
  const digits = '7'.repeat(8_000_000)
  const response = read(`[${digits},-${digits}]`)
  expect(response).toEqual({ ok: true, value: [Number.MAX_VALUE, -Number.MAX_VALUE] })
})

test('bytes that are not UTF-8 are refused', () => {
  expect(readStrictJson(Uint8Array.of(0x22, 0xff, 0x22)).ok).toBe(false)
})

test('a __proto__ key is a key like any other', () => {
  const response = read('{"__proto__":{"admin":true}}')
  expect(response.ok && Object.keys(response.value as object)).toEqual(['__proto__'])
  expect((response.ok ? (response.value as { admin?: unknown }) : {}).admin).toBeUndefined()
})

test('a message of five million characters is read whole', () => {
  const message = 'a\\n'.repeat(2_500_000)
  expect(read(`"${message}"`).ok).toBe(true)
})

test('a message of five million escapes is read whole', () => {
  const value = read(`{"a":"${'\\n'.repeat(5_000_000)}"}`)
  expect(value).toMatchObject({ ok: true })
  expect(value.ok && (value.value as { a: string }).a).toHaveLength(5_000_000)
})

test.each([
  ['"a\\\\"', 'a\\'],
  ['"\\""', '"'],
  ['"\\\\\\""', '\\"'],
  ['""', ''],
  ['["\\\\","\\""]', ['\\', '"']],
])('the text %s ends at its own quote, whatever is escaped before', (text, value) => {
  expect(read(text)).toEqual({ ok: true, value })
})

test.each(['"', '"\\', '"\\"', '"a\\\\\\"', '{"a', '{"a\\":1}', '"\\\n"'])(
  'the text %j without an end is refused',
  text => {
    expect(read(text).ok).toBe(false)
  },
)
