import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTexts, writeTexts } from '@/lib/store/drafts/line-texts'
import { sampleOrder } from '@/testing/service/samples'
import { pack, payloadOf, unpack } from './payload-compression'

test('a packed payload is unpacked byte for byte', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const well = text.toWellFormed()
      expect(unpack(pack(well))).toBe(well)
    }),
  )
  expect(unpack(Uint8Array.from(pack('')).buffer)).toBe('')
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
