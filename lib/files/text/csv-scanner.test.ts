import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Encoding, encodings } from '@/lib/files/book/book'
import { encode, utf8 } from '@/testing/files/encode'
import { failureOf, readBook, readTable } from '@/testing/files/reading'
import { CellRanges } from './cell-ranges'
import { detectDialect } from './csv-delimiter'
import { CsvScanner } from './csv-scanner'

test('quotes count where a cell begins with them, and nowhere else', async () => {
  const table = await readTable(
    utf8('상품,설명,수량\n27" 모니터,"5"" 휴대폰, 검정",1\n"27" 모니터",\'a\',2\n"x" ,"y"z,3\n'),
  )
  expect(table.rows.slice(1)).toEqual([
    ['27" 모니터', '5" 휴대폰, 검정', '1'],
    ['27" 모니터', "'a'", '2'],
    ['x', '"y"z', '3'],
  ])
})

test('a quote behind blanks counts where its row then has as many cells as the others, and is a text elsewhere', async () => {
  const rowsOf = async (...lines: string[]) => (await readTable(utf8(lines.join('\n')))).rows
  expect(
    await rowsOf(
      '"번호", "상품", "수량"',
      'A-1, "컵, 흰색", 1',
      '"A-2",  "27"" 모니터" , "2, 3"',
      'A-3, 컵,"3"',
    ),
  ).toEqual([
    ['번호', '상품', '수량'],
    ['A-1', '컵, 흰색', ' 1'],
    ['A-2', '27" 모니터', '2, 3'],
    ['A-3', ' 컵', '3'],
  ])
  expect(await rowsOf('번호,상품,수량', 'A-1, "컵",1', 'A-2, "컵, 흰색",1,2', 'A-3, "컵,3')).toEqual([
    ['번호', '상품', '수량'],
    ['A-1', '컵', '1'],
    ['A-2', ' "컵', ' 흰색"', '1', '2'],
    ['A-3', ' "컵', '3'],
  ])
})

test('a formula that keeps a spreadsheet from changing a text is read as its text', async () => {
  const table = await readTable(
    utf8('="번호",상품\n="0123","=""0600001"""\n=""0456"","=""색 """"빨강"""""""\n="",x\n=A1,="1"&"2"\n'),
  )
  expect(table.rows).toEqual([
    ['번호', '상품'],
    ['0123', '0600001'],
    ['0456', '색 "빨강"'],
    ['', 'x'],
    ['=A1', '="1"&"2"'],
  ])
})

test('tabs, semicolons and bars are delimiters like commas, and so is what `sep=` names', async () => {
  for (const [text, delimiter] of [
    ['주문번호\t주소\nA-1\t서울, 강남\n', '\t'],
    ['주문번호;금액\nA-1;1,5\nA-2;2,5\n', ';'],
    ['색상|크기|값\n빨강|S|1\n', '|'],
    ['sep=;\n주문번호;금액\n', ';'],
    ['주문번호\nA-1\n', ','],
  ] as const) {
    const book = await readBook(utf8(text))
    expect(book.text?.delimiter).toBe(delimiter)
    expect(book.tables[0]?.numbers[0]).toBe(1)
  }
})

test('a delimiter that the operator chooses is used', async () => {
  expect((await readTable(utf8('a,b;c\nd,e;f\n'), { delimiter: ';' })).rows).toEqual([
    ['a,b', 'c'],
    ['d,e', 'f'],
  ])
})

test('one stray quote does not swallow the lines below it', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `A-${i},"컵, 흰색",${i},서울,메모`)
  lines[3] = 'A-3,"컵 흰색,3,서울,메모'
  const table = await readTable(utf8(`번호,상품,수량,주소,메모\n${lines.join('\n')}\n`))
  expect(table.rows.length).toBe(41)
  expect(table.rows[4]).toEqual(['A-3', '"컵 흰색', '3', '서울', '메모'])
  expect(table.rows[5]).toEqual(['A-4', '컵, 흰색', '4', '서울', '메모'])
})

test('a quote that is never closed is an error with its row', async () => {
  expect(
    await failureOf(utf8('번호,메모\nA-1,"문 앞에\n놓아 주세요\nA-2,없음\nA-3,"끝, 없음\n더\n')),
  ).toEqual({
    code: 'unclosed_quote',
    at: 2,
  })
})

test('a file of parts with different line ends loses no row', async () => {
  const row = (at: number) => `A-${at},컵,${at},서울`
  const part = (from: number, feed: string) => [0, 1, 2].map(at => row(from + at) + feed).join('')
  const text = `번호,상품,수량,주소\r\n${part(1, '\r\n')}${part(4, '\r')}${part(7, '\n')}${row(10)}\r${row(11)}`
  const table = await readTable(utf8(text))
  expect(table.rows.slice(1).map(cells => cells[0])).toEqual(
    Array.from({ length: 11 }, (_, at) => `A-${at + 1}`),
  )
  expect(table.rows.every(cells => cells.length === 4)).toBe(true)
})

test('a stray carriage return in the middle of a note does not cut its row', async () => {
  const table = await readTable(
    utf8('번호,메모,수량,주소\r\nA-1,문 앞에\r놓아 주세요,1,서울\r\nA-2,"벨\r누르기",2,부산\r\n'),
  )
  expect(table.rows.slice(1)).toEqual([
    ['A-1', '문 앞에\r놓아 주세요', '1', '서울'],
    ['A-2', '벨\r누르기', '2', '부산'],
  ])
})

test('headings such as __proto__ and constructor are texts like others', async () => {
  const table = await readTable(utf8('__proto__,constructor,toString\n1,2,3\n'))
  expect(table.rows[0]).toEqual(['__proto__', 'constructor', 'toString'])
})

const signs = [...'ABC 0123\'"\n,;|\t-#=漢字㎝']
const own = {
  'iso-2022-jp': [...'機ソ表郵便番号かなカナ'],
  'euc-jp': [...'機ソ表郵便番号かなカナ'],
  shift_jis: [...'機ソ表髙﨑ｱかナ～'],
  'euc-kr': [...'가나다홍길동'],
  'windows-1252': [...'äéßñÅ’'],
}
const cellOf = (letters: readonly string[]) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
const cellsOf = (encoding: Encoding) => {
  const letters =
    encoding in own ? own[encoding as keyof typeof own] : [...own.shift_jis, ...own['euc-kr'], '𠮷']
  const common = encoding === 'windows-1252' ? signs.filter(letter => letter < '\x80') : signs
  return fc.array(cellOf([...common, ...letters]), { minLength: 2, maxLength: 5 })
}
/**
 * A wide table without cells that contain both a line feed and delimiters: the lines of such a cell may look like whole
 * records, and then it is undecidable whether its quote is stray.
 */
const unequivocal = (rows: readonly (readonly string[])[], delimiter: string) =>
  rows.some(row => row.length > 3)
    ? rows.map(row => row.map(text => (text.includes('\n') ? text.replaceAll(delimiter, '') : text)))
    : rows
const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

test('any written table is read with the same texts and row numbers, in every encoding', async () => {
  const about = fc.constantFrom(...encodings).chain(encoding =>
    fc.record({
      rows: fc.array(fc.oneof(cellsOf(encoding), fc.constant([] as string[])), {
        minLength: 1,
        maxLength: 12,
      }),
      delimiter: fc.constantFrom(',', '\t', ';', '|'),
      feeds: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 4 }),
      encoding: fc.constant(encoding),
    }),
  )
  await fc.assert(
    fc.asyncProperty(about, async ({ rows: drawn, delimiter, feeds, encoding }) => {
      // A formula may be read as its text.
      const rows = unequivocal(drawn, delimiter).map(row => row.map(value => value.replace(/^=+/, '')))
      const text = rows
        .map(
          (row, at) => row.map(value => quoted(value, delimiter)).join(delimiter) + feeds[at % feeds.length],
        )
        .join('')
      const kept = rows
        .map((row, at) => [row, at + 1] as const)
        .filter(([row]) => row.some(value => value.trim() !== ''))
      if (kept.length === 0) return
      const table = await readTable(encode(text, encoding), { delimiter, encoding })
      expect(table.rows).toEqual(kept.map(([row]) => row))
      expect(table.numbers).toEqual(kept.map(([, number]) => number))
    }),
    { numRuns: 300 },
  )
})

test('the delimiter of a table with equal rows is detected', () => {
  const about = fc.record({
    rows: fc.array(fc.array(cellOf(signs), { minLength: 4, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
    delimiter: fc.constantFrom(',', '\t', ';', '|'),
  })
  fc.assert(
    fc.property(about, ({ rows, delimiter }) => {
      const written = [['번호', '이름', '주소', '메모'], ...rows]
        .map(row => row.map(value => `"${value.replaceAll('"', '""')}"`).join(delimiter))
        .join('\n')
      expect(detectDialect(written).delimiter).toBe(delimiter)
    }),
  )
})

test('any text is read to its end or refused, each record once', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a",\n\r; '), maxLength: 60 }), text => {
      const reader = new CsvScanner(text, { delimiter: ',', width: 2 })
      const cells = new CellRanges(text)
      let records = 0
      try {
        while (reader.next(cells)) records++
      } catch {
        return
      }
      expect(reader.at).toBeGreaterThanOrEqual(text.length)
      expect(records).toBeLessThanOrEqual(text.length)
    }),
  )
})
