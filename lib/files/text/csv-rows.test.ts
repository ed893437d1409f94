import { expect, test } from 'vitest'
import { textsAt } from '@/lib/files/book/book'
import { readFile } from '@/lib/files/read'

test('the texts of rows are created on demand, verbatim', async () => {
  const read = await readFile(
    'a.csv',
    new TextEncoder().encode('번호,메모\n1,"5"" 컵, ""흰색"""\n\n2\n,,끝\n'),
  )
  const rows = read.ok ? read.book.tables[0]?.rows : undefined
  if (!rows) throw new Error('not read')
  expect(rows.slice()).toEqual([['번호', '메모'], ['1', '5" 컵, "흰색"'], ['2'], ['', '', '끝']])
  expect([...rows].map(row => [row.length, ...row])).toEqual(rows.slice().map(row => [row.length, ...row]))
  expect([rows.at(1)?.at(1), rows.at(2)?.at(1), rows.at(4), rows.slice(3, 9).length]).toEqual([
    '5" 컵, "흰색"',
    undefined,
    undefined,
    1,
  ])
  expect([textsAt(rows, -1), textsAt(rows, 9), textsAt(rows, 2)]).toEqual([[], [], ['2']])
})
