import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTsv, parseTsv, textToInsert } from './tsv'

test('a literal inch sign does not swallow the cells after it', () => {
  expect(parseTsv('27" 모니터\t1\n키보드\t2')).toEqual([
    ['27" 모니터', '1'],
    ['키보드', '2'],
  ])
})

test('a quoted cell with a line break stays one cell', () => {
  expect(parseTsv('A-1\t"문 앞에\n놓아 주세요 ""꼭"""\t3\r\nA-2\tx\t4\r\n')).toEqual([
    ['A-1', '문 앞에\n놓아 주세요 "꼭"', '3'],
    ['A-2', 'x', '4'],
  ])
})

test('an unclosed quote is ordinary text', () => {
  expect(parseTsv('"abc\tx\nd\te')).toEqual([
    ['"abc', 'x'],
    ['d', 'e'],
  ])
  expect(parseTsv('"a"b\tc')).toEqual([['"a"b', 'c']])
})

test('ragged rows, trailing empty cells and blank rows are kept', () => {
  expect(parseTsv('a\tb\t\t\n\nc')).toEqual([['a', 'b', '', ''], [''], ['c']])
})

test('rows that partly repeat the row above are read correctly', () => {
  const cell = fc.constantFrom('', 'a', 'ab', '일본', '일')
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(rows, ends, (matrix, end) => {
      const lastIsBlank = matrix.at(-1)?.join('') === '' && matrix.at(-1)?.length === 1
      expect(parseTsv(matrix.map(row => row.join('\t')).join(end) + (lastIsBlank ? end : ''))).toEqual(matrix)
    }),
  )
})

test('a cell below a quoted one with a tab and a line break in it is two cells, and two rows', () => {
  expect(parseTsv('"a\tb"\tc\na\tb\tc')).toEqual([
    ['a\tb', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(parseTsv('"a\nb"\na\nb')).toEqual([['a\nb'], ['a'], ['b']])
})

test('an empty clipboard is one empty cell', () => {
  expect(parseTsv('')).toEqual([['']])
})

test('any copied block is pasted back unchanged', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '日', '𠮷') })
  const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(block, matrix => {
      expect(parseTsv(formatTsv(matrix))).toEqual(matrix)
    }),
  )
})

test('a cell that was copied elsewhere goes into an edited text without its line end and its quotes', () => {
  expect(textToInsert('홍길동\r\n')).toBe('홍길동')
  expect(textToInsert('"문 앞에\n""꼭"" 놓아 주세요"\r\n')).toBe('문 앞에\n"꼭" 놓아 주세요')
  expect(textToInsert('27" 모니터\n')).toBe('27" 모니터')
  expect(textToInsert('田\t太郎\n山\t花子\n')).toBe('田\t太郎\n山\t花子')
  expect(textToInsert('two\n\n')).toBe('two\n')
})
