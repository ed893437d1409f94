import { describe, expect, test } from 'vitest'
import { readPaste } from './resolutions-paste'

const inDoubt = new Set(['A-1', 'A-2', 'A-3', 'ABC'])
const read = (text: string, known = inDoubt) => {
  const { rows, ...rest } = readPaste(text, known)
  return { rows: rows.map(({ number, id }) => (id === undefined ? number : `${number} = ${id}`)), ...rest }
}

describe('a list of numbers alone, several in a line', () => {
  test('is read in whatever lines, with numbers that are not in doubt', () => {
    const reading = read('A-1, A-2\nABC, Z-9\nnone')
    expect(reading).toMatchObject({ rows: ['A-1', 'A-2', 'ABC', 'Z-9'], headings: 0, idsUnclear: false })
  })

  test('of which none is in doubt, is one from three numbers in one line on', () => {
    expect(read('X-7 X-8 X-9').rows).toEqual(['X-7', 'X-8', 'X-9'])
    expect(read('X-7 X-8').rows).toEqual(['X-7 = X-8'])
  })

  test('leaves out words and empty cells', () => {
    expect(read('A-1,,ABC,none,A-2').rows).toEqual(['A-1', 'ABC', 'A-2'])
  })
})

describe('a list of lines', () => {
  test('has the line of each number, from 1, empty lines counted', () => {
    const { rows } = readPaste('No.\n\nA-1\nA-2', inDoubt)
    expect(rows).toEqual([
      { number: 'A-1', line: 3 },
      { number: 'A-2', line: 4 },
    ])
  })

  test('keeps a line whose id is missing', () => {
    expect(read('A-1\t904411\nA-2\t').rows).toEqual(['A-1 = 904411', 'A-2'])
  })

  test('has no headings where the first line is a number, in doubt or not, with digits or without', () => {
    for (const first of ['ABC', 'X-9', 'A-1'])
      expect(read(`${first}\t1\nA-2\t2`)).toMatchObject({ rows: [`${first} = 1`, 'A-2 = 2'], headings: 0 })
  })

  test('may be headings alone', () => {
    expect(read('Order no.\tOrder id\nSeoul\tTokyo')).toMatchObject({ rows: [], headings: 2 })
  })

  test('has its numbers in the first column where none of them is in doubt', () => {
    expect(read('X-1\t5\nX-2\t6').rows).toEqual(['X-1 = 5', 'X-2 = 6'])
  })

  test('has its numbers in the column that most of those in doubt are in, be it one', () => {
    expect(read('904411\tA-1').rows).toEqual(['A-1 = 904411'])
    expect(read('A-1\t1\n904412\tA-2\n904413\tA-3').rows.slice(1)).toEqual(['A-2 = 904412', 'A-3 = 904413'])
  })

  test('is unclear about ids only where several columns may hold them and none is named so', () => {
    expect(read('A-1\nA-2').idsUnclear).toBe(false)
    expect(read('A-1\t1').idsUnclear).toBe(false)
    expect(read('A-1\tSeoul\t1\nA-2\tSeoul\t2').idsUnclear).toBe(true)
    expect(read('Number\tCity\tOrder ID\nA-1\tSeoul\t1')).toMatchObject({
      rows: ['A-1 = 1'],
      headings: 1,
      idsUnclear: false,
    })
  })

  test('may have blanks around its lines and cells, and numbers that have blanks of their own', () => {
    expect(read('  A-1 904411 \n A-2\u3000904412').rows).toEqual(['A-1 = 904411', 'A-2 = 904412'])
    const known = new Set(['A 1', 'A 2', ' B1 '])
    expect(read(' A 1 \nA 2\nB1', known).rows).toEqual(['A 1', 'A 2', ' B1 '])
    expect(read(' "A-1" ,\' 904411\nA-2,=" 904412 "').rows).toEqual(
      ['A-1 = 904411', 'A-2 = 904412'].map(row => row.replace('904411', "' 904411")),
    )
    expect(read("A-1, '904411 ").rows).toEqual(['A-1 = 904411'])
  })

  test('says of numbers that it names nothing else, and of others which cell may mean them', () => {
    const { alike } = readPaste('A-1\n#A-2', inDoubt)
    expect([...alike]).toEqual([['A-2', '#A-2']])
  })

  test('that is empty says nothing', () => {
    expect(read(' \n\t\n')).toMatchObject({ rows: [], headings: 0, idsUnclear: false })
  })
})
