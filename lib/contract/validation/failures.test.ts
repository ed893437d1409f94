import { expect, test } from 'vitest'
import * as z from 'zod'
import { choice, int32, int64 } from '@/lib/contract/field'
import { judge } from './failures'

const record = z.object({ quantity: int32(), warehouseId: int64() })
const valid = { quantity: 1, warehouseId: 1 }

test.each([
  ['quantity', 2147483648, 'too_large', { max: '2147483647' }],
  ['quantity', 99999999999999999999n, 'too_large', { max: '2147483647' }],
  ['quantity', 1e300, 'too_large', { max: '2147483647' }],
  ['quantity', -2147483649, 'too_small', { min: '-2147483648' }],
  ['quantity', -99999999999999999999n, 'too_small', { min: '-2147483648' }],
  ['quantity', 1.5, 'wrong_type', { expected: 'integer' }],
  ['quantity', '1', 'wrong_type', { expected: 'integer' }],
  ['quantity', true, 'wrong_type', { expected: 'integer' }],
  ['quantity', Number.POSITIVE_INFINITY, 'wrong_type', { expected: 'integer' }],
  ['warehouseId', 9223372036854775808n, 'too_large', { max: '9223372036854775807' }],
  ['warehouseId', -9223372036854775809n, 'too_small', { min: '-9223372036854775808' }],
  ['warehouseId', 1e30, 'too_large', { max: '9223372036854775807' }],
  ['warehouseId', 1.5, 'wrong_type', { expected: 'integer' }],
  ['warehouseId', '1', 'wrong_type', { expected: 'integer' }],
  // A double beyond 2^53: its last digits may have been rounded.
  ['warehouseId', 1e18, 'wrong_type', { expected: 'integer' }],
] as const)('%s: %s has one failure, %s', (field, value, code, params) => {
  expect(judge(record, { ...valid, [field]: value })).toEqual([{ field, code, params }])
})

test.each([
  ['quantity', 2147483647],
  ['quantity', -2147483648],
  ['quantity', -0],
  ['warehouseId', 9223372036854775807n],
  ['warehouseId', -9223372036854775808n],
])('%s accepts %s', (field, value) => {
  expect(judge(record, { ...valid, [field]: value })).toEqual([])
})

test('a quoted value is cut between two characters', () => {
  const params = (value: string) =>
    judge(z.object({ country: choice(['JP']) }), { country: value })[0]?.params
  expect(params(`${'x'.repeat(39)}🚢🚢`)).toMatchObject({ value: `${'x'.repeat(39)}🚢…` })
  expect(params('🚢'.repeat(40))).toMatchObject({ value: '🚢'.repeat(40) })
})
