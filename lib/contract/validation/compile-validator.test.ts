import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { japanOrder } from '@/lib/contract/orders'
import { sampleOrder } from '@/testing/service/samples'
import { compileValidator } from './compile-validator'

const accept = compileValidator(japanOrder)
const sample = sampleOrder({ mallOrderNumber: 'A-1' })

/** Paths of everything in a value, lists and objects included. */
function paths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...paths(inner).map(rest => [key, ...rest])])
}

const odd = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    2147483647,
    2147483648,
    -2147483649,
    2 ** 53,
    Number.NaN,
    [],
    {},
  ),
  fc.constantFrom('US', 'JP', 'KR', 'DDP', 'x'.repeat(50), 'x'.repeat(51), '🚢'.repeat(50), '🚢'.repeat(51)),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.string({ maxLength: 400 }),
  fc.double(),
  fc.boolean(),
  fc.jsonValue(),
)

function changed(path: readonly string[], value: unknown): unknown {
  const order: unknown = structuredClone(sample)
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], order)
  ;(parent as Record<string, unknown>)[path.at(-1) ?? ''] = value
  return order
}

test('the fast validation agrees with the contract for every order', () => {
  expect(accept(sample)).toBe(true)
  fc.assert(
    fc.property(fc.constantFrom(...paths(sample)), odd, (path, value) => {
      const order = changed(path, value)
      expect(accept(order)).toBe(japanOrder.safeParse(order).success)
    }),
    { numRuns: 5000 },
  )
  fc.assert(fc.property(fc.anything(), value => accept(value) === japanOrder.safeParse(value).success))
})

test('a rule that it does not know is asked of the schema', () => {
  const even = z.number().refine(value => value % 2 === 0)
  const shouted = z.string().regex(/^[A-Z]+$/)
  const test = compileValidator(
    z.object({ even, shouted, list: z.array(even).max(2) }).refine(o => o.even > 0),
  )
  const good = { even: 2, shouted: 'YES', list: [2, 4] }
  expect(test(good)).toBe(true)
  for (const bad of [{ even: 3 }, { even: -2 }, { shouted: 'no' }, { list: [2, 3] }, { list: [2, 2, 2] }]) {
    expect(test({ ...good, ...bad })).toBe(false)
  }
})
