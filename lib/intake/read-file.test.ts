import { expect, test } from 'vitest'
import { bookOf } from './fixtures/reading'
import { readFile } from './read-file'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a file of text is read row by row, with the numbers that Excel would show', async () => {
  const book = await bookOf(
    utf8('주문번호,메모\r\n\r\nA-1,"문 앞에\n놓아 주세요"\r\n,,\r\nA-2,27" 모니터\r\n'),
  )
  expect(book).toMatchObject({
    kind: 'text',
    text: { encoding: 'utf-8', delimiter: ',' },
    tables: [
      {
        rows: [
          ['주문번호', '메모'],
          ['A-1', '문 앞에\n놓아 주세요'],
          ['A-2', '27" 모니터'],
        ],
        numbers: [1, 3, 5],
      },
    ],
  })
})

test('an empty file says so', async () => {
  expect(await readFile('a.csv', new Uint8Array())).toEqual({ ok: false, trouble: { code: 'empty' } })
  expect(await readFile('a.csv', utf8('\r\n\r\n,,\r\n'))).toEqual({ ok: false, trouble: { code: 'empty' } })
})
