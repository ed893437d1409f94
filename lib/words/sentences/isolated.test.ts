import { expect, test } from 'vitest'
import { contained, isolated } from './isolated'

const [RLO, PDI, RLI, FSI] = ['\u202e', '\u2069', '\u2067', '\u2068']

test('a text that only runs from left to right stays unchanged', () => {
  for (const text of ['창고 ID', '郵便番号', 'Zip “150-0041” 🚚', '']) expect(isolated(text)).toBe(text)
})

test('characters that change the direction are isolated, whatever they open or end', () => {
  expect(isolated(`${RLO}drowssap`)).toBe(`${FSI}${RLO}drowssap${PDI}`)
  // An unmatched end would end the isolation, and the rest of the text could reorder the sentence.
  expect(isolated(`a${PDI}${RLO}b`)).toBe(`${FSI}a${RLO}b${PDI}`)
  expect(isolated(`a${RLI}b`)).toBe(`${FSI}a${RLI}b${PDI}${PDI}`)
  expect(isolated(`a${RLI}b${PDI}c`)).toBe(`${FSI}a${RLI}b${PDI}c${PDI}`)
  expect(contained(`${RLO}a\u2029b`)).toBe(`${RLO}a b`)
  expect(isolated('رقم 12')).toBe(`${FSI}رقم 12${PDI}`)
})
