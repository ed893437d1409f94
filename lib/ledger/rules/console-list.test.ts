import { describe, expect, test } from 'vitest'
import { findLookalikes, readConsoleList } from './console-list'

const inDoubt = new Set(['A-1', 'A-2', 'A-3', 'ABC'])
const read = (text: string, known = inDoubt) => {
  const { rows, ...rest } = readConsoleList(text, known)
  return { rows: rows.map(({ number, id }) => (id === undefined ? number : `${number} = ${id}`)), ...rest }
}

describe('a list of numbers alone, several in a line', () => {
  test('is read in any lines, with numbers that are not unknown', () => {
    const reading = read('A-1, A-2\nABC, Z-9\nnone')
    expect(reading).toMatchObject({ rows: ['A-1', 'A-2', 'ABC', 'Z-9'], headings: 0, areIdsUnclear: false })
  })

  test('without unknown numbers counts as such a list from three numbers in one line', () => {
    expect(read('X-7 X-8 X-9').rows).toEqual(['X-7', 'X-8', 'X-9'])
    expect(read('X-7 X-8').rows).toEqual(['X-7 = X-8'])
  })

  test('skips words and empty cells', () => {
    expect(read('A-1,,ABC,none,A-2').rows).toEqual(['A-1', 'ABC', 'A-2'])
  })
})

describe('a list of lines', () => {
  test('has the line of each number, from 1, empty lines counted', () => {
    const { rows } = readConsoleList('No.\n\nA-1\nA-2', inDoubt)
    expect(rows).toEqual([
      { number: 'A-1', line: 3 },
      { number: 'A-2', line: 4 },
    ])
  })

  test('keeps a line whose id is missing', () => {
    expect(read('A-1\t904411\nA-2\t').rows).toEqual(['A-1 = 904411', 'A-2'])
  })

  test('has no headings when the first line is a number, unknown or not, with digits or without', () => {
    for (const first of ['ABC', 'X-9', 'A-1'])
      expect(read(`${first}\t1\nA-2\t2`)).toMatchObject({ rows: [`${first} = 1`, 'A-2 = 2'], headings: 0 })
  })

  test('may have only headings', () => {
    expect(read('Order no.\tOrder id\nSeoul\tTokyo')).toMatchObject({ rows: [], headings: 2 })
  })

  test('has its numbers in the first column when none of them is unknown', () => {
    expect(read('X-1\t5\nX-2\t6').rows).toEqual(['X-1 = 5', 'X-2 = 6'])
  })

  test('has its numbers in the column with the most unknown ones, even a single one', () => {
    expect(read('904411\tA-1').rows).toEqual(['A-1 = 904411'])
    expect(read('A-1\t1\n904412\tA-2\n904413\tA-3').rows.slice(1)).toEqual(['A-2 = 904412', 'A-3 = 904413'])
  })

  test('is unclear about ids only when several columns may have them and no heading names one', () => {
    expect(read('A-1\nA-2').areIdsUnclear).toBe(false)
    expect(read('A-1\t1').areIdsUnclear).toBe(false)
    expect(read('A-1\tSeoul\t1\nA-2\tSeoul\t2').areIdsUnclear).toBe(true)
    expect(read('Number\tCity\tOrder ID\nA-1\tSeoul\t1')).toMatchObject({
      rows: ['A-1 = 1'],
      headings: 1,
      areIdsUnclear: false,
    })
  })

  test('may have blanks around its lines and cells, and inside its numbers', () => {
    expect(read('  A-1 904411 \n A-2\u3000904412').rows).toEqual(['A-1 = 904411', 'A-2 = 904412'])
    const known = new Set(['A 1', 'A 2', ' B1 '])
    expect(read(' A 1 \nA 2\nB1', known).rows).toEqual(['A 1', 'A 2', ' B1 '])
    expect(read(' "A-1" ,\' 904411\nA-2,=" 904412 "').rows).toEqual(
      ['A-1 = 904411', 'A-2 = 904412'].map(row => row.replace('904411', "' 904411")),
    )
    expect(read("A-1, '904411 ").rows).toEqual(['A-1 = 904411'])
  })

  test('has no lookalike for a number that it names, and one for a number in another form', () => {
    const { lookalikes } = readConsoleList('A-1\n#A-2', inDoubt)
    expect([...lookalikes]).toEqual([['A-2', '#A-2']])
  })

  test('may be empty', () => {
    expect(read(' \n\t\n')).toMatchObject({ rows: [], headings: 0, areIdsUnclear: false })
  })
})

const lookalikes = (numbers: string[], ...cells: string[]) => [...findLookalikes(numbers, cells)]

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
  expect(lookalikes([number], 'Z-9', cell)).toEqual([[number, cell]])
})

test.each([
  ['A-1', 'A-2'],
  ['A-1', 'A-11'],
  ['202511210001', '2.02512E+11'],
  ['202511210001', '2.02511E+12'],
  ['ABC-202511210001', '2.02511E+11'],
  ['---', '###'],
])('the number %j is not meant by %j', (number, cell) => {
  expect(lookalikes([number], cell)).toEqual([])
})

test('a number without letters and digits is meant only by itself', () => {
  expect(lookalikes(['---'], '---')).toEqual([['---', '---']])
})

test('without unknown orders nothing is a lookalike', () => {
  expect(lookalikes([], 'A-1')).toEqual([])
})

test('a rounded cell of a hundred digits is read as well', () => {
  expect(lookalikes(['7'], `1.${'1'.repeat(101)}E+150`)).toEqual([])
})
