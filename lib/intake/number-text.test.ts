import { expect, test } from 'vitest'
import { numberText } from './number-text'

test.each([
  ['0', '0'],
  ['12500', '12500'],
  ['123456789012', '123456789012'],
  ['123456789012345', '123456789012345'],
  ['007', '007'],
  ['-3', '-3'],
  ['12.50', '12.50'],
  ['-0.75', '-0.75'],
  ['1.23456789012E11', '123456789012'],
  ['1.23456789012E+11', '123456789012'],
  ['1e3', '1000'],
  ['-1.5E2', '-150'],
  ['1.5E14', '150000000000000'],
  ['0E5', '0'],
  ['1E-3', '0.001'],
  ['1.50E-1', '0.15'],
  ['-2.5E-1', '-0.25'],
  ['12.5E-1', '1.25'],
  ['1E-29', `0.${'0'.repeat(28)}1`],
])('the stored number %j is %s, digit by digit', (raw, text) => {
  expect(numberText(raw)).toEqual({ text })
})

test.each([
  ['0.30000000000000004', '0.3'],
  ['-0.30000000000000004', '-0.3'],
  ['1.1000000000000001', '1.1'],
  ['12.300000000000001', '12.3'],
  ['99.999999999999986', '100'],
  ['1.0000000000000001E-2', '0.01'],
])('what a calculation left behind in %j is no part of it: %s, and it is noted', (raw, text) => {
  expect(numberText(raw)).toEqual({ text, note: { kind: 'number', raw } })
})

test.each([
  ['2024010112345678', '2024010112345678'],
  ['9.00719925474099E15', '9007199254740990'],
  ['1E15', '1000000000000000'],
  ['9007199254740991', '9007199254740991'],
])('%j has more digits than a spreadsheet keeps: %s is noted', (raw, text) => {
  expect(numberText(raw)).toEqual({ text, note: { kind: 'number', raw } })
})

test.each([
  '1.2345678901234567E+19',
  '12345678901234567890',
  '1E16',
  '1E-30',
  '1.0000000000000001E-29',
  '1E400',
  '1E99999',
  '12a',
  '１２',
  '1,200',
  '--1',
  `0.${'1'.repeat(63)}`,
])('%j stays as it is stored, with a note, for digits would have to be made up', raw => {
  expect(numberText(raw)).toEqual({ text: raw, note: { kind: 'number', raw } })
})

test('nothing is nothing', () => {
  expect(numberText('')).toEqual({ text: '' })
})
