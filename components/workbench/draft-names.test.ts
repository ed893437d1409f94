import { expect, test } from 'vitest'
import { nameOfFile } from './draft-names'

test('a draft that is called by its day is called by the file that comes into it', () => {
  expect(nameOfFile('November 21, 2026', '큐텐 주문 11월.csv')).toBe('큐텐 주문 11월')
  expect(nameOfFile('May 1, 2026 (3)', 'orders.2026.xlsx')).toBe('orders.2026')
  expect(nameOfFile('May 1, 2026', '.csv')).toBe('.csv')
})

test('a name that somebody gave stays', () => {
  expect(nameOfFile('Qoo10 11월 21일', 'orders.csv')).toBeUndefined()
})

test('a name is no longer than the server takes it', () => {
  expect(nameOfFile('May 1, 2026', `${'가'.repeat(300)}.csv`)).toBe('가'.repeat(100))
  expect(nameOfFile('May 1, 2026', `${'𠮷'.repeat(300)}.csv`)?.length).toBeLessThanOrEqual(100)
})
