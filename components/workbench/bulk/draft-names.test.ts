import { expect, test } from 'vitest'
import { languages } from '@/lib/words/languages'
import { timeText } from '@/lib/words/time-text'
import { nameOfFile } from './draft-names'

test('a draft that is named by its day gets the name of the first imported file', () => {
  expect(nameOfFile('November 21, 2026', '큐텐 주문 11월.csv')).toBe('큐텐 주문 11월')
  expect(nameOfFile('May 1, 2026 (3)', 'orders.2026.xlsx')).toBe('orders.2026')
  expect(nameOfFile('May 1, 2026', '.csv')).toBe('.csv')
})

test.each(languages)('the day in %s is no name that an operator gave', language => {
  const day = timeText('2026-11-21T05:00:00Z', 'longDay', { language, timeZone: 'Asia/Seoul' }, 0)
  expect(nameOfFile(`${day} (2)`, 'orders.csv')).toBe('orders')
})

test('a name that an operator gave stays', () => {
  expect(nameOfFile('Qoo10 11월 21일', 'orders.csv')).toBeUndefined()
})

test('a name is no longer than the server accepts', () => {
  expect(nameOfFile('May 1, 2026', `${'가'.repeat(300)}.csv`)).toBe('가'.repeat(100))
  expect(nameOfFile('May 1, 2026', `${'𠮷'.repeat(300)}.csv`)?.length).toBeLessThanOrEqual(100)
})
