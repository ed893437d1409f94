import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTexts, writeTexts } from '@/lib/store/drafts/line-texts'
import { sampleOrder } from '@/testing/service/samples'
import { pack, packOnce, payloadOf, unpack } from './payload-compression'

test('a packed payload is unpacked byte for byte', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const well = text.toWellFormed()
      expect(unpack(pack(well))).toBe(well)
    }),
  )
  expect(unpack(Uint8Array.from(pack('')).buffer)).toBe('')
})

test('a long payload, and one that shrinks little, are unpacked byte for byte', () => {
  const random = Array.from({ length: 1400 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
  )
  for (const text of [random.join(''), 'x'.repeat(100_000), random.join('').repeat(30)]) {
    expect(unpack(pack(text))).toBe(text)
  }
})

test('the payload of one source is packed once, another one of it is not mistaken for it', () => {
  const source = { payload: '{"a":1}' }
  const packed = packOnce(source.payload, source)
  expect(packed).toEqual(pack('{"a":1}'))
  expect(packOnce('{"a":1}', source)).toBe(packed)
  expect(unpack(packOnce('{"a":2}', source))).toBe('{"a":2}')
  expect(packOnce(source.payload, source)).toBe(packed)
  expect(unpack(packOnce('{"a":3}', undefined))).toBe('{"a":3}')
})

test('what was packed of a source that is in memory is unpacked byte for byte, and damaged bytes are refused', () => {
  const source = { payload: JSON.stringify({ orderInfo: { mallOrderNumber: 'A-1' }, memo: '山田 太郎' }) }
  const packed = packOnce(source.payload, source)
  // As the database returns it: other bytes with the same content.
  expect(unpack(Uint8Array.from(packed).buffer)).toBe(source.payload)
  expect(unpack(pack(source.payload))).toBe(source.payload)
  const other = source.payload.replace('A-1', 'A-2')
  expect(unpack(pack(other))).toBe(other)
  expect(() => unpack(packed.slice(0, -3))).toThrow()
})

test('a payload of an earlier version is unpacked with its dictionary', () => {
  // If this fails, the dictionary was changed: what existing databases hold could not be read.
  const kept = Buffer.from('ASOYBR11DUHhgDs71NYCAA==', 'base64')
  expect(unpack(kept)).toBe('{"orderInfo":{"mallOrderNumber":"A-1"},"recipient":{"country":"JP"}}')
})

test('a plain payload is read unchanged', () => {
  expect(payloadOf({ payload: '{"a":1}', packed: null })).toBe('{"a":1}')
})

test('an order takes less than a third of its text', () => {
  const text = JSON.stringify(sampleOrder({ mallOrderNumber: 'A-1' }))
  expect(pack(text).length).toBeLessThan(Buffer.byteLength(text) / 3)
})

test('the texts of a line are read back, including those stored under column ids', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('A', '=A', 'BA')), fc.string(), {
        noNullPrototype: true,
      }),
      texts => {
        expect(readTexts(writeTexts(texts))).toEqual(texts)
      },
    ),
  )
  const texts = { 'recipient.name': '山田', '[].$source': 'file:0:1', 'productOptionGroup[].unheard': 'x' }
  expect(readTexts(writeTexts(texts))).toEqual(texts)
  expect(readTexts(JSON.stringify(texts))).toEqual(texts)
  expect(writeTexts(texts)).toBe('{"D":"山田","[].$source":"file:0:1","productOptionGroup[].unheard":"x"}')
})
