import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HiddenClassCache } from './hidden-class-cache'

const id = fc.constantFrom('a', 'b', 'items[].name', '[].$origins', '1', 'constructor')
const textsOf = fc.dictionary(id, fc.string(), { noNullPrototype: true })

test('objects from the hidden class cache equal objects built key by key', () => {
  const shapes = new HiddenClassCache()
  fc.assert(
    fc.property(textsOf, textsOf, (texts, over) => {
      const made = shapes.create(Object.keys(over), Object.values(over))
      expect(made).toEqual(over)
      expect(shapes.merge(texts, made)).toEqual({ ...texts, ...over })
    }),
  )
})
