import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Shapes } from './shapes'

const id = fc.constantFrom('a', 'b', 'items[].name', '[].$origins', '1', 'constructor')
const textsOf = fc.dictionary(id, fc.string(), { noNullPrototype: true })

test('texts that are put together say what they would, added one by one', () => {
  const shapes = new Shapes()
  fc.assert(
    fc.property(textsOf, textsOf, (texts, over) => {
      const made = shapes.of(Object.keys(over), Object.values(over))
      expect(made).toEqual(over)
      expect(shapes.merged(texts, made)).toEqual({ ...texts, ...over })
    }),
  )
})
