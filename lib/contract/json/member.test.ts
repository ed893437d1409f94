import { expect, test } from 'vitest'
import { memberOf, valueAt } from './member'

const order = JSON.parse('{"items": [{"price": 1}], "__proto__": "own", "note": null}')

test('a value is found by names and positions', () => {
  expect(valueAt(order, ['items', 0, 'price'])).toBe(1)
  expect(valueAt(order, [])).toBe(order)
  expect(memberOf(order, '__proto__')).toBe('own')
  expect(memberOf(order, 'note')).toBeNull()
})

test('nothing is found past the end of a value, nor in what every object inherits', () => {
  expect(valueAt(order, ['items', 1, 'price'])).toBeUndefined()
  expect(valueAt(order, ['note', 'text'])).toBeUndefined()
  expect(memberOf(order, 'constructor')).toBeUndefined()
  expect(memberOf('text', 'length')).toBeUndefined()
  expect(memberOf(undefined, 'items')).toBeUndefined()
})
