import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, protectCell, unprotectCell } from './csv-cell'

test('formulas get a leading apostrophe; numbers and ordinary texts stay unchanged', () => {
  for (const risky of [
    '=HYPERLINK("x")',
    '+1+cmd',
    '-2+3',
    '@SUM(A1)',
    '|calc',
    '\t=1',
    '\n=1',
    '\0=1',
    ' =1',
  ]) {
    expect(protectCell(risky)).toBe(`'${risky}`)
  }
  for (const wide of ['＝1', '＋1', '－1x', '＠a', '　＝1']) expect(protectCell(wide)).toBe(`'${wide}`)
  for (const plain of ['-5.5', '+82', '-1,200', '1e3', '0600001', '山田', "'", "it's", '', 'a=b']) {
    expect(protectCell(plain)).toBe(plain)
  }
  expect(protectCell('+82-10-1234-5678')).toBe("'+82-10-1234-5678")
})

test('removing the protection restores any text', () => {
  const signs = fc.constantFrom(
    "'",
    '=',
    '-',
    '+',
    '@',
    ' ',
    '\t',
    '\n',
    '\0',
    '|',
    '＝',
    '1',
    '.',
    'a',
    '山',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(signs, { maxLength: 6 }).map(all => all.join('')),
  )
  fc.assert(
    fc.property(texts, text => {
      expect(unprotectCell(protectCell(text))).toBe(text)
    }),
  )
})

test('a line of CSV keeps quotes, commas, line breaks and outer blanks', () => {
  expect(csvLine(['a', 'b,c', '27" 모니터', 'x\ny', ' z', '=1'])).toBe(
    'a,"b,c","27"" 모니터","x\ny"," z",\'=1\r\n',
  )
})
