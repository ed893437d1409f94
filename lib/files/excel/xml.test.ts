import { expect, test } from 'vitest'
import { xmlTags } from './xml'

const valuesOf = (xml: string, name: string) => [...xmlTags(xml)].map(tag => tag.attribute(name))

test.each([
  ['<c r="A1" t="s"/>', 'A1'],
  ["<c t='s' x:r = 'A1'>", 'A1'],
  ['<c empty r="&lt;A1&gt;"/>', '<A1>'],
  ['<c r= t="s"/>', undefined],
  ['<c r>', undefined],
  ['<c r="1" r="2"/>', '2'],
])('the attribute of %s is read', (xml, value) => {
  expect(valuesOf(xml, 'r')).toEqual([value])
})

// In time that grew with its square, each such tag took ten seconds.
test('tags with a word of the greatest length are read at once', () => {
  const tag = `<c ${'r'.repeat(65_000)} s="1"/>`
  expect(new Set(valuesOf(tag.repeat(100), 's'))).toEqual(new Set(['1']))
})
