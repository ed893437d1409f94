import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, numberRanksOf, ranksOf, sortTexts } from './text-order'

const sorted = (texts: readonly string[]) => Array.from(sortTexts(texts), at => texts[at])

test('numbers inside a text sort by their value, and Korean and Japanese as their readers expect', () => {
  expect(sorted(['A-10', 'a-9', 'B', '0012', '2', '12a'])).toEqual(['2', '0012', '12a', 'a-9', 'A-10', 'B'])
  expect(sorted(['하나', '가방', '나무', 'Zebra', '가구'])).toEqual(['Zebra', '가구', '가방', '나무', '하나'])
  expect(sorted(['コーヒー', 'いちご', 'アイス'])).toEqual(['アイス', 'いちご', 'コーヒー'])
})

test('the ranks equal the order of the collator for any texts', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.stringMatching(/^[ -~]{0,6}$/),
    fc.stringMatching(/^[aAbB01-]{0,5}$/),
    fc.stringMatching(/^[가-힣あ-ん一-四a-c0-2]{0,4}$/),
  )
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left = 0, right = 0] = ranksOf([a, b])
      const way = Math.sign(left - right)
      expect(way).toBe(Math.sign(compareTexts(a, b)))
    }),
    { numRuns: 3000 },
  )
})

test('many texts get the order of the collator, whether they are in order already or not', () => {
  const text = fc.oneof(
    fc.stringMatching(/^A-[0-9]{1,12}$/),
    fc.stringMatching(/^[ -~가-힣あ-んー一-四]{0,40}$/),
    fc.stringMatching(/^[0-9]{58,64}$/),
  )
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 3, maxLength: 40 }), texts => {
      const inOrder = texts.toSorted(compareTexts)
      for (const given of [texts, inOrder]) {
        const result = sorted(given)
        expect(new Set(result)).toEqual(new Set(texts))
        for (const [at, one] of inOrder.entries()) expect(compareTexts(result[at] ?? '', one)).toBe(0)
      }
    }),
    { numRuns: 200 },
  )
})

test('numbers sort by value, before texts that are not numbers', () => {
  const texts = ['10', 'free', '9', '1,000', 'abc']
  const places = numberRanksOf(texts, text => Number(text.replace(',', '')))
  const order = texts.toSorted((a, b) => (places[texts.indexOf(a)] ?? 0) - (places[texts.indexOf(b)] ?? 0))
  expect(order).toEqual(['9', '10', '1,000', 'abc', 'free'])
})
