import { expect, test } from 'vitest'
import type { SkippedOrder } from '@/lib/import/lines/skipped-orders'
import { cancelledIn } from './shop-cancellations'

const skipped = (number: string, change: Partial<SkippedOrder> = {}): SkippedOrder => ({
  means: 'cancelled',
  number,
  isWhole: true,
  table: 0,
  rows: [2],
  ...change,
})
const reported = (...skippedOrders: readonly SkippedOrder[]) =>
  cancelledIn({ name: 'afternoon.csv', size: 900, rows: 12, skippedOrders })?.numbers

test('whole orders that the file marks as cancelled are reported, each once', () => {
  const file = cancelledIn({
    name: 'afternoon.csv',
    size: 900,
    rows: 12,
    skippedOrders: [skipped('A-1'), skipped('A-2'), skipped('A-1', { rows: [9] })],
  })
  expect(file).toEqual({ file: 'afternoon.csv', size: 900, rows: 12, numbers: ['A-1', 'A-2'] })
})

test('a cancelled item of an order that ships, an unpaid or shipped order and a request to cancel are not reported', () => {
  const others = (['unpaid', 'shipped', 'claim'] as const).map(means => skipped(`A-${means}`, { means }))
  expect(reported(skipped('A-1', { isWhole: false }), ...others)).toBeUndefined()
})

test('an order without a number is not reported', () => expect(reported(skipped(' '))).toBeUndefined())
