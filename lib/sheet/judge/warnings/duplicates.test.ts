import { expect, test } from 'vitest'
import { finish } from '@/lib/sheet/codecs/steps'
import { type DuplicateElsewhere, findDuplicatesSteps, type ParcelOrder } from './duplicates'

const order = (number: string, key: string, isOld = false): ParcelOrder => ({
  firstLine: `line ${number}`,
  number,
  key,
  isOld,
})
const there = (number: string, key: string): DuplicateElsewhere => ({
  key,
  number,
  state: 'registered',
  path: '/history/orders/1',
  draft: 'Monday',
})
const found = (orders: readonly ParcelOrder[], ...elsewhere: readonly DuplicateElsewhere[]) =>
  [...finish(findDuplicatesSteps(orders, new Map(elsewhere.map(one => [one.key, [one]]))))].map(
    ([line, { number, state }]) => [line, number, state],
  )

test('two orders of a draft with the same recipient and items name each other', () =>
  expect(found([order('A', 'x'), order('B', 'y'), order('C', 'x')])).toEqual([
    ['line A', 'C', 'here'],
    ['line C', 'A', 'here'],
  ]))

test('an order of another draft is named, unless it has the same number', () => {
  expect(found([order('A', 'x')], there('Z', 'x'))).toEqual([['line A', 'Z', 'registered']])
  expect(found([order('A', 'x')], there('A', 'x'))).toEqual([])
})

test('an order that was registered days ago is not a duplicate, and neither are two rows of one number', () => {
  expect(found([order('A', 'x', true), order('B', 'x')])).toEqual([['line A', 'B', 'here']])
  expect(found([order('A', 'x'), { ...order('A', 'x'), firstLine: 'other' }])).toEqual([])
})

test('orders without a key are like no other', () =>
  expect(found([order('A', ''), order('B', '')], there('Z', ''))).toEqual([]))
