import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { readTexts, writeTexts } from './line-texts'

const ids = [...new Set(Object.values(sheets).flatMap(({ columns }) => columns.map(({ id }) => id)))]

test('texts under any column ids are read as they were written', () => {
  const name = fc.oneof(
    fc.constantFrom(...ids, 'a', 'AA', '=', '=a', '__proto__', 'constructor', '[].$origins'),
    fc.string({ maxLength: 4 }),
  )
  // All code units: control characters, surrogates with and without a partner.
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\ud83d', '\udc4d', '"', '\\\\', '\0', '한') }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), entries => {
      const texts = new Map(entries)
      const read = readTexts(writeTexts(Object.fromEntries(texts)))
      expect(new Map(Object.entries(read))).toEqual(texts)
    }),
  )
})

test('texts of earlier versions are read by column id', () => {
  const texts = Object.fromEntries(ids.map(id => [id, `text of ${id}`]))
  expect(readTexts(JSON.stringify(texts))).toEqual(texts)
})

test('columns are stored under codes that are much shorter than their ids', () => {
  const texts = Object.fromEntries(ids.map(id => [id, '']))
  expect(writeTexts(texts).length * 3).toBeLessThan(JSON.stringify(texts).length)
})
