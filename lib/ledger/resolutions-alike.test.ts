import { expect, test } from 'vitest'
import { findAlike } from './resolutions-alike'

const alike = (numbers: string[], ...cells: string[]) => [...findAlike(numbers, cells)]

test.each([
  ['without its leading zeros', '00123', '123'],
  ['with zeros before it', '123', '00123'],
  ['with other dashes', 'A-1', 'A–1'],
  ['in another case and width', 'a-1', 'Ａ-１'],
  ['with blanks within', 'A-1', 'A - 1'],
  ['with a sign before it', 'A-1', '#A-1'],
  ['beside another', 'A-1', 'A-9/A-1'],
  ['rounded by a spreadsheet', '202511210001', '2.02511E+11'],
  ['rounded to one digit', '200000000000', '2E+11'],
  ['rounded, of a number with blanks around it', ' 202511210001 ', '2.02511E+11'],
])('%s, the number %j may be meant by %j', (_, number, cell) => {
  expect(alike([number], 'Z-9', cell)).toEqual([[number, cell]])
})

test.each([
  ['A-1', 'A-2'],
  ['A-1', 'A-11'],
  ['202511210001', '2.02512E+11'],
  ['202511210001', '2.02511E+12'],
  ['ABC-202511210001', '2.02511E+11'],
  ['---', '###'],
])('the number %j is not meant by %j', (number, cell) => {
  expect(alike([number], cell)).toEqual([])
})

test('a number without letters and digits is meant by itself alone', () => {
  expect(alike(['---'], '---')).toEqual([['---', '---']])
})

test('where nothing is in doubt, nothing is alike', () => {
  expect(alike([], 'A-1')).toEqual([])
})

test('a cell of a hundred digits, as if a spreadsheet had rounded, is read as well', () => {
  expect(alike(['7'], `1.${'1'.repeat(101)}E+150`)).toEqual([])
})
