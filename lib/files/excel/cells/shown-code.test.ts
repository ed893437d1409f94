import { expect, test } from 'vitest'
import { numberCellText } from './cell-text'
import { numberFormatsById } from './number-formats'

const shown = (raw: string, code: string) =>
  numberCellText(raw, numberFormatsById(new Map([[200, code]]))(200), 1900).text

test.each([
  ['600001', '0000000', '0600001'],
  ['600001', '000-0000', '060-0001'],
  ['600001', '000\\-0000', '060-0001'],
  ['600001', '000"-"0000', '060-0001'],
  ['600001', '"〒"000-0000', '〒060-0001'],
  ['6234', '[$-412]00000', '06234'],
  ['600001', '[$-411]000-0000;-000-0000', '060-0001'],
  ['600001', '[<=999]000;[<=9999]000\\-00;000\\-0000', '060-0001'],
  ['6012', '[<=999]000;[<=9999]000\\-00;000\\-0000', '060-12'],
  ['12345678901', '"P"000000000000', 'P012345678901'],
  ['1.23456789012E11', '"P"000000000000', 'P123456789012'],
  ['12', '"A-"000', 'A-012'],
  ['1012345678', '[<=99999999]####\\-####;\\(0##\\)\\ ####\\-####', '(010) 1234-5678'],
  ['12345678', '[<=99999999]####\\-####;\\(0##\\)\\ ####\\-####', '1234-5678'],
  ['1012345678', '000-0000-0000', '010-1234-5678'],
  ['1012345678', '"+82 "00-0000-0000', '+82 10-1234-5678'],
  ['4202.3', '0000.00', '4202.30'],
  ['420230', '0000"."00', '4202.30'],
])('a code that is stored as %s is read as %j shows it: %s', (raw, code, text) => {
  expect(shown(raw, code)).toBe(text)
})

test.each([
  ['12500', '#,##0'],
  ['12500', '#,##0.00'],
  ['12500', '0.00'],
  ['0.5', '0.000'],
  ['12.5', '00.00'],
  ['12500', '#\\ ##0'],
  ['3', '0"개"'],
  ['3', '000"개"'],
  ['500', '0000"g"'],
  ['12500', '0000000"원"'],
  ['12500', '"₩"00000000'],
  ['12500', '"KRW"00000000'],
  ['12500', '"USD "00000000'],
  ['3', '+00;-00'],
  ['3', '"No. "000'],
  ['0.15', '00%'],
  ['12500', '00.00E+00'],
  ['-600001', '000-0000'],
  ['4202.345', '0000.00'],
  // Written for a tariff number such as 6109.10.1000, which such a format does not show.
  ['6109101000', '0000.00.0000'],
  ['6109.1', '0000.00.0000'],
  ['60000.5', '000-0000'],
  ['12', '# ??/??'],
  ['12345', '[DBNum1]00000'],
  ['12345', '[Red]000000'],
  // Excel shows (101) 234-5678, which is not a telephone number.
  ['1012345678', '[<=9999999]###\\-####;\\(0##\\)\\ ###\\-####'],
  ['123', '###\\-####'],
])('the number %s stays as it is in a cell of %j', (raw, code) => {
  expect(shown(raw, code)).toBe(raw)
})

test('the stored number of a code is in its note', () => {
  const format = numberFormatsById(new Map([[200, '"P"000000000000']]))(200)
  expect(numberCellText('12345678901', format, 1900).note).toEqual({
    kind: 'number',
    raw: '12345678901',
    format: '"P"000000000000',
  })
})

test('cells with the same price and currency share a note, so that large files need less memory', () => {
  const format = numberFormatsById(new Map([[200, '"₩"#,##0']]))(200)
  const noteOf = (raw: string) => numberCellText(raw, format, 1900).note
  expect(noteOf('12500')).toEqual({ kind: 'number', raw: '12500', format: '"₩"#,##0' })
  expect(noteOf('12500')).toBe(noteOf('12500'))
  const last = Array.from({ length: 2000 }, (_, price) => noteOf(String(price))).at(-1)
  expect(last).toMatchObject({ raw: '1999' })
})
