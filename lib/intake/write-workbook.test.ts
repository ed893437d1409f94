import { expect, test } from 'vitest'
import { readFile } from './read-file'
import { writeWorkbook } from './write-workbook'

const texts = [
  '=HYPERLINK("https://evil.example","x")',
  '+81 3-1234-5678',
  '-5.5',
  '@SUM(A1)',
  '{=1+1}',
  "'0600001",
  '0600001',
  '1.23E+11',
  '20241231235959123456',
  '3-2',
  ' blanks outside ',
  'two\nlines',
  'tab\there',
  'a\u0001b',
  'SKU_x0041_1',
  'half \ud83d',
  '\ude00 half',
  '😀 whole',
  'none \ufffe\uffff',
  '_x005F_',
  '<b>&amp;</b>',
  '髙﨑Ⅲ㎝①～',
]

test('whatever a cell says is a text in the file, and comes back as it was', async () => {
  const rows = [['heading'], ...texts.map(text => [text])]
  const bytes = await writeWorkbook([{ name: 'Lines', columns: [{ width: 10 }], rows }])
  const read = await readFile('lines.xlsx', bytes)
  expect(read.ok && read.book.tables[0]?.rows).toEqual(rows)
})
