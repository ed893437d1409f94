import { expect, test } from 'vitest'
import { firstOf, joinClauses, joinSentences, listOf } from './join'

test('a blank separates sentences, but not in Japanese', () => {
  expect(joinSentences('en', ['Saved.', false, '', undefined, 'Try again.'])).toBe('Saved. Try again.')
  expect(joinSentences('ko', ['저장했습니다.', '다시 시도하세요.'])).toBe('저장했습니다. 다시 시도하세요.')
  expect(joinSentences('ja', ['保存しました。', '再試行してください。'])).toBe(
    '保存しました。再試行してください。',
  )
})

test('a foreign sentence in a Japanese text keeps its blank', () =>
  expect(joinSentences('ja', ['Invalid price.', '再度検証してください。', 'x'])).toBe(
    'Invalid price. 再度検証してください。x',
  ))

test('clauses of a sentence', () => {
  expect(joinClauses('en', ['1 row skipped', '', '2 hidden'])).toBe('1 row skipped; 2 hidden')
  expect(joinClauses('ja', ['1行を除外', '2行は非表示'])).toBe('1行を除外、2行は非表示')
})

test.each([
  ['en', 'A, B, and C', 'A, B, C'],
  ['ko', 'A, B 및 C', 'A, B, C'],
  ['ja', 'A、B、C', 'A、B、C'],
])('names in a row in %s', (language, conjunction, unit) => {
  expect(listOf(language, ['A', 'B', 'C'], 'conjunction')).toBe(conjunction)
  expect(listOf(language, ['A', 'B', 'C'])).toBe(unit)
})

test('omitted names are shown as an ellipsis', () => {
  expect(firstOf('en', [2, 4], 2)).toBe('2, 4')
  expect(firstOf('en', [2, 4, 7], 2)).toBe('2, 4, …')
  expect(firstOf('ja', [2, 4], 5, 9)).toBe('2、4…')
})
