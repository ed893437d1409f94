import { expect, test } from 'vitest'
import { TextWidths } from './text-widths'

/** Ten pixels per character, twenty for wide ones. */
const widths = () =>
  new TextWidths(text => [...text].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2fff ? 20 : 10), 0))

test('a text that fits is shown in full, to the last pixel', () => {
  expect(widths().fit('TOKYO', 50)).toBe(5)
  expect(widths().fit('東京', 40)).toBe(2)
  expect(widths().fit('', 0)).toBe(0)
})

test('a text that does not fit is cut so that there is room for the ellipsis', () => {
  expect(widths().fit('TOKYO', 49)).toBe(1)
  expect(widths().fit('東京都港区', 90)).toBe(3)
  expect(widths().fit('東京都港区', 89)).toBe(2)
  expect(widths().fit('東京', 9)).toBe(0)
})

test('digits of numbers count as wide as the widest', () => {
  expect(widths().fit('12345', 54)).toBe(5)
  expect(widths().fit('12345', 54, true)).toBe(2)
})

test.each([
  ['emoji', 'ok 👍'],
  ['Hangul that is not composed', '한국'.normalize('NFD')],
  ['kana with a mark of their own', 'か\u3099'],
  ['accents that are not composed', 'e\u0301'],
  ['Arabic', 'طوكيو'],
  ['Thai', 'โตเกียว'],
  ['a tab', 'a\tb'],
  ['an ideograph beyond the first plane', '𠮷野家'],
  ['nothing that is seen', 'a\u200bb'],
  ['a sign as an emoji', '✔\ufe0f'],
])('the width of %s is unknown', (_, text) => {
  expect(widths().fit(text, 10_000)).toBe(-1)
  expect(widths().width(text)).toBe(-1)
})

test('each character is measured once', () => {
  const measured: string[] = []
  const known = new TextWidths(text => measured.push(text))
  known.fit('ABAB', 1000)
  known.width('BAC')
  expect(measured).toEqual(['...', 'A', 'B', 'C'])
})
