import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleOrder } from '@/lib/service/samples'
import { newId } from './ids'
import { readTexts, writeTexts } from './line-texts'
import { pack, payloadOf, unpack } from './packed'

test('a packed payload is read back byte for byte, whatever it says', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      const well = text.toWellFormed()
      expect(unpack(pack(well))).toBe(well)
    }),
  )
  expect(unpack(Uint8Array.from(pack('')).buffer)).toBe('')
})

test('a payload that an earlier version packed is read with the dictionary of then', () => {
  // If this fails, the dictionary was changed: what existing databases hold could not be read.
  const kept = Buffer.from('ASOYBR11DUHhgDs71NYCAA==', 'base64')
  expect(unpack(kept)).toBe('{"orderInfo":{"mallOrderNumber":"A-1"},"recipient":{"country":"JP"}}')
})

test('a payload that was never packed is read as it stands', () => {
  expect(payloadOf({ payload: '{"a":1}', packed: null })).toBe('{"a":1}')
})

test('an order takes less than a third of its text', () => {
  const text = JSON.stringify(sampleOrder({ mallOrderNumber: 'A-1' }))
  expect(pack(text).length).toBeLessThan(Buffer.byteLength(text) / 3)
})

test('the texts of a line are read back, also those that were kept by the ids of their columns', () => {
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

test('ids differ, and say when they were made', () => {
  const before = Date.now()
  const ids = Array.from({ length: 1000 }, newId)
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) {
    expect(id).toMatch(/^[\w-]{20}$/)
    expect(Number.parseInt(id.slice(0, 8), 36)).toBeGreaterThanOrEqual(before)
  }
})
