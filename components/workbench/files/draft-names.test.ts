import { expect, test } from 'vitest'
import { GUESSED_RECIPE_ID } from '@/lib/import/recipe/recipe'
import { languages } from '@/lib/words/locale/languages'
import { timeText } from '@/lib/words/time/time-text'
import { fittingName, isNamedByDay, sourceName } from './draft-names'

const guessed = { id: GUESSED_RECIPE_ID, name: '' }

test('orders of a known shop come from that shop, without the name of its tool', () => {
  expect(sourceName({ id: 'qoo10-orders', name: 'Qoo10 Japan (QSM)' }, 'orders.csv')).toBe('Qoo10 Japan')
  expect(sourceName({ id: 'smartstore-orders', name: '네이버 스마트스토어' }, 'a.xlsx')).toBe(
    '네이버 스마트스토어',
  )
  expect(sourceName({ id: 'saved', name: 'Main store (Seoul)' }, 'a.xlsx')).toBe('Main store (Seoul)')
})

test('orders of any other file come from the file', () => {
  expect(sourceName(guessed, '큐텐 주문 11월.csv')).toBe('큐텐 주문 11월')
  expect(sourceName(guessed, 'orders.2026.xlsx')).toBe('orders.2026')
  expect(sourceName({ id: 'own', name: 'Template' }, 'mine.csv')).toBe('mine')
  expect(sourceName(guessed, '.csv')).toBe('.csv')
})

test.each(languages)('a draft whose name is the day in %s was not named by an operator', language => {
  const day = timeText('2026-11-21T05:00:00Z', 'longDay', { language, timeZone: 'Asia/Seoul' }, 0)
  expect(isNamedByDay(day)).toBe(true)
  expect(isNamedByDay(`${day} (2)`)).toBe(true)
})

test('a name that an operator gave is not taken for the day', () => {
  expect(isNamedByDay('Qoo10 11월 21일')).toBe(false)
  expect(isNamedByDay('November')).toBe(false)
})

test('a name is no longer than the server accepts', () => {
  expect(fittingName('가'.repeat(300))).toBe('가'.repeat(100))
  expect(fittingName('𠮷'.repeat(300)).length).toBeLessThanOrEqual(100)
  expect(sourceName(guessed, `${'𠮷'.repeat(300)}.csv`).length).toBeLessThanOrEqual(60)
})
