import { expect, test } from 'vitest'
import { contained, isolated } from './isolated'

const [RLO, PDI, RLI, FSI] = ['\u202e', '\u2069', '\u2067', '\u2068']

test('a text that only runs from left to right stays as it is', () => {
  for (const text of ['창고 ID', '郵便番号', 'Zip “150-0041” 🚚', '']) expect(isolated(text)).toBe(text)
})

test('what turns the direction is closed in, whatever it opens or ends', () => {
  expect(isolated(`${RLO}drowssap`)).toBe(`${FSI}${RLO}drowssap${PDI}`)
  // An end that it did not begin would end our isolation, and what follows would reorder our words.
  expect(isolated(`a${PDI}${RLO}b`)).toBe(`${FSI}a${RLO}b${PDI}`)
  expect(isolated(`a${RLI}b`)).toBe(`${FSI}a${RLI}b${PDI}${PDI}`)
  expect(isolated(`a${RLI}b${PDI}c`)).toBe(`${FSI}a${RLI}b${PDI}c${PDI}`)
  expect(contained(`${RLO}a\u2029b`)).toBe(`${RLO}a b`)
  expect(isolated('رقم 12')).toBe(`${FSI}رقم 12${PDI}`)
})
