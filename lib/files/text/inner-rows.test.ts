import { expect, test } from 'vitest'
import { utf8 } from '@/testing/files/encode'
import { readBook, readTable } from '@/testing/files/reading'
import { textRow, xlsxOf } from '@/testing/files/xlsx-parts'

const rows = [
  ['주문번호', '수취인', '우편번호', '주소', '상품명', '수량'],
  ['A-1', '山田太郎', '150-0041', '東京都渋谷区神南1-2-3', '양말, 흰색', '2'],
  ['A-2', '佐藤花子', '060-0001', '北海道札幌市中央区', '27" 모니터\n(검정)', '1'],
]

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const linesOf = (delimiter: string): string[] =>
  rows.map(row => row.map(text => (/[",\n]/.test(text) ? quoted(text) : text)).join(delimiter))

test.each([',', '\t', ';', '|'])(
  'a file whose rows are each one text opens as the table in them (%j)',
  async delimiter => {
    const table = await readTable(utf8(linesOf(delimiter).map(quoted).join('\r\n')))
    expect([table.rows, table.innerDelimiter]).toEqual([rows, delimiter])
    expect(table.numbers).toEqual([1, 2, 3])
  },
)

test('so does one whose rows end with empty cells, and one with a title above its headings', async () => {
  const lines = ['3월 주문', ...linesOf(',')].map(quoted)
  const { rows: read } = await readTable(utf8(lines.map(line => `${line},,`).join('\r\n')))
  expect(read).toEqual([['3월 주문'], ...rows])
})

test('so does a CSV that was pasted into the first column of a workbook', async () => {
  const lines = linesOf(',').toSpliced(1, 0, '')
  const { rows: read, numbers } = await readTable(
    xlsxOf({ rows: lines.flatMap((line, at) => (line === '' ? [] : textRow(at + 1, [line]))).join('') }),
  )
  expect([read, numbers]).toEqual([rows, [1, 3, 4]])
})

test('a text with its quotation marks and blanks stays as it is, and is divided only once', async () => {
  const text = ['번호,이름,메모', 'A-1, 山田 ,"""선물"" 포장"', 'A-2,佐藤,"a,b,c"'].map(quoted).join('\n')
  expect((await readTable(utf8(text))).rows.slice(1)).toEqual([
    ['A-1', ' 山田 ', '"선물" 포장'],
    ['A-2', '佐藤', 'a,b,c'],
  ])
})

test('a letter, a list of addresses and a table that is divided already stay as they are', async () => {
  for (const lines of [
    ['안녕하세요,', '주문 3건, 보내주세요, 감사합니다', '미나 드림'],
    ['Address', '1 Main St, Springfield, IL', '2 Side St, Apt 4, Chicago, IL', '3 Hill Rd, Boston'],
    ['Address', '1 Main St, Springfield, IL', '2 Side St, Chicago, IL', '3 Hill Rd, Boston, MA'],
    ['상품설명', '면, 린넨, 실크', '면, 울, 실크', '면, 린넨, 폴리'],
    ['번호,이름', 'A-1,山田', 'A-2,佐藤'],
  ]) {
    const table = await readTable(utf8(lines.map(quoted).join('\n')))
    expect([table.rows, table.innerDelimiter]).toEqual([lines.map(line => [line]), undefined])
  }
  const [plain] = (await readBook(utf8(linesOf(',').join('\n')))).tables
  expect([plain?.rows, plain?.innerDelimiter]).toEqual([rows, undefined])
})

test('a quotation mark that would take the next row into its text leaves all rows as they are', async () => {
  const lines = ['번호,이름,메모', 'A-1,山田,"선물', 'A-2,佐藤,포장"', 'A-3,鈴木,포장']
  const table = await readTable(utf8(lines.map(quoted).join('\n')))
  expect([table.rows, table.innerDelimiter]).toEqual([lines.map(line => [line]), undefined])
})
