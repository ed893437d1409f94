import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ProductValidator } from './product-validator'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A product as it is parsed from a request: its texts are in memory only once. */
const parsed = (id: string): unknown => JSON.parse(JSON.stringify({ shopProductId: id }))

test('an id that is repeated is reported, also if it is too long', () => {
  const validator = new ProductValidator()
  const long = 'x'.repeat(2_000_000)
  const results = ['A-1', long, 'A-1', long, `${long}y`].map(id => validator.validate(parsed(id)))
  const messages = results.map(result => (result.ok ? '' : result.failure.message))
  expect(messages.map(message => message.includes('Duplicate product ID'))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

test('fifty ids that are far too long do not stay in memory', () => {
  const validator = new ProductValidator()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const results = Array.from({ length: 50 }, (_, row) => {
    const id = `${'x'.repeat(1_000_000)}${row % 25}`
    return validator.validate(parsed(id))
  })
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
  expect(results.every(result => !result.ok)).toBe(true)
})
