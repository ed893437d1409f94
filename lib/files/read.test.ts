import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encode, joined, utf8 } from '@/testing/files/encode'
import { failureOf, readBook, readTable } from '@/testing/files/reading'
import { noteKey } from './book/book'
import { readFile } from './read'

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../testing/files/samples/${name}`, import.meta.url))

test('a file of text is read row by row, with the numbers that Excel would show', async () => {
  const book = await readBook(
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

test('an empty file is refused as empty', async () => {
  expect(await readFile('a.csv', new Uint8Array())).toEqual({ ok: false, failure: { code: 'empty' } })
  expect(await readFile('a.csv', utf8('\r\n\r\n,,\r\n'))).toEqual({ ok: false, failure: { code: 'empty' } })
})

test.each([
  ['FODS', '<?xml version="1.0" encoding="UTF-8"?>\n\n<office:document xmlns:office="urn"><office:body/>'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n'],
  ['SYLK', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"주문번호"\r\nE\r\n'],
  ['SYLK', 'ID;PSCALC3\nB;Y2;X1\nC;X1;Y1;K"A-1"\nE\n'],
])('%s is refused by its name, also within an archive', async (found, text) => {
  expect(await failureOf(utf8(text))).toEqual({ code: 'unsupported', found })
  const archive = zipSync({ 'a.csv': utf8('주문번호\nA-1\n'), b: utf8(text) })
  expect(await failureOf(archive)).toEqual({ code: 'unsupported', found, within: 'b' })
})

test('a CSV file that begins like a file of another format is read', async () => {
  const rows = async (text: string) => (await readTable(utf8(text))).rows
  expect(await rows('ID;Price\nA;12\nC;5\n')).toEqual([
    ['ID', 'Price'],
    ['A', '12'],
    ['C', '5'],
  ])
  expect(await rows('TABLE\nA-1\n')).toEqual([['TABLE'], ['A-1']])
})

test('an encrypted file asks for its password, rejects a wrong one, and opens with the right one', async () => {
  const rows = [
    ['상품주문번호', '수취인명'],
    ['2026030112345678', '홍길동'],
  ]
  const file = await writeXlsx({
    sheets: [{ name: '발송', rows }],
    encryption: { password: '비밀 1234', spinCount: 1000 },
  })
  expect(await failureOf(file)).toEqual({ code: 'password_needed' })
  expect(await failureOf(file, { password: '비밀1234' })).toEqual({ code: 'password_wrong' })
  expect((await readTable(file, { password: '비밀 1234' })).rows).toEqual(rows)
})

test('a file that Excel 2007 encrypted opens, too', async () => {
  const file = fixture('locked-2007.xlsx')
  expect(await failureOf(file)).toEqual({ code: 'password_needed' })
  expect(await failureOf(file, { password: 'x' })).toEqual({ code: 'password_wrong' })
  expect((await readTable(file, { password: '열려라 123' })).rows[0]).toEqual(['注文番号', '商品名', '備考'])
})

test('an HTML page with the name .xls is read as Excel shows it', async () => {
  const table = await readTable(fixture('libreoffice-html.xls'))
  expect(table.numbers).toEqual([1, 2, 3, 4, 6])
  expect(table.rows[2]).toEqual([
    'A-1',
    '123456789012',
    '髙﨑 Ⅲ',
    '0600001',
    '2026-03-01',
    '3월 2일',
    '2026-03-01 09:30',
    '12.5',
    '문 앞에\n놓아 주세요',
  ])
  expect(table.rows[3]?.[0]).toBe('A-1')
})

test('a page of a Korean shop in CP949 is read with full numbers and merged order cells', async () => {
  const html =
    '<html><meta charset=euc-kr><table border=1><tr><th>주문번호</th><th>송장</th><th>상품</th></tr><tr><td rowspan=2>A-1</td><td x:num="123456789012">1.23E+11</td><td>컵 &amp; 접시</td></tr><tr><td></td><td>27" 모니터<br>검정</td></tr></table></html>'
  const book = await readBook(encode(html, 'euc-kr'))
  expect(book.kind).toBe('html')
  expect(book.tables[0]?.rows).toEqual([
    ['주문번호', '송장', '상품'],
    ['A-1', '123456789012', '컵 & 접시'],
    ['A-1', '', '27" 모니터\n검정'],
  ])
  expect(book.tables[0]?.notes.get(noteKey(1, 1))).toMatchObject({ kind: 'number', raw: '123456789012' })
})

test('the declared encoding of a page is used if its bytes fit', async () => {
  const page = (charset: string) =>
    joined(
      encode(`<html><meta charset="${charset}"><table><tr><td>`, 'utf-8'),
      Uint8Array.of(0xb1, 0xb2, 0xb3, 0xb4),
    )
  expect((await readTable(page('shift_jis'))).rows).toEqual([['ｱｲｳｴ']])
  expect((await readTable(page('ks_c_5601-1987'))).rows).toEqual([['굉낫']])
})

test('a file with a heading in angle brackets is not read as a page', async () => {
  expect((await readBook(encode('<주문번호>,<상품>\nA-1,컵\n', 'utf-8'))).kind).toBe('text')
})

test('records of Excel 95 in CP949 without a workbook, as scripts write them, are read', async () => {
  const short = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer)
  const label = (row: number, column: number, text: string) => {
    const bytes = encode(text, 'euc-kr')
    return joined(short(0x204, 8 + bytes.length, row, column, 0, bytes.length), bytes)
  }
  const number = (row: number, column: number, value: number) =>
    joined(short(0x203, 14, row, column, 0), new Uint8Array(Float64Array.of(value).buffer))
  const file = joined(
    short(0x809, 8, 0, 0x10, 0, 0),
    label(0, 0, '주문번호'),
    label(0, 1, '수취인명'),
    number(2, 0, 202603010001),
    label(2, 1, '홍길동'),
    short(0x0a, 0),
  )
  const book = await readBook(file)
  expect(book.kind).toBe('xls')
  expect(book.tables[0]).toMatchObject({
    rows: [
      ['주문번호', '수취인명'],
      ['202603010001', '홍길동'],
    ],
    numbers: [1, 3],
  })
})

test('UTF-16 with tabs under the name .xls is read', async () => {
  const file = joined(Uint8Array.of(0xff, 0xfe), encode('주문번호\t수취인명\r\nA-1\t홍길동\r\n', 'utf-16le'))
  const book = await readBook(file, {}, '주문.xls')
  expect(book).toMatchObject({ kind: 'text', text: { encoding: 'utf-16le', delimiter: '\t' } })
  expect(book.tables[0]?.rows[1]).toEqual(['A-1', '홍길동'])
})

test('each file of an archive is a table in its own encoding; folders and pictures are skipped', async () => {
  const file = zipSync({
    '주문_1.csv': encode('주문번호,상품\nA-1,컵\n', 'euc-kr'),
    'sub/주문_2.csv': encode('주문번호,상품\nA-2,접시\n', 'utf-8'),
    '__MACOSX/._주문_1.csv': strToU8('x'),
    'logo.png': strToU8('\x89PNG', true),
  })
  const { tables } = await readBook(file)
  expect(tables.map(({ name, rows }) => [name, rows.slice(1, 2)[0]])).toEqual([
    ['주문_1.csv', ['A-1', '컵']],
    ['주문_2.csv', ['A-2', '접시']],
  ])
})

test('an error names the file in the archive, and files that may contain orders are never skipped', async () => {
  const good = strToU8('주문번호\nA-1\n')
  const torn = new Uint8Array([...strToU8('注文番号\n'), 0x82, 0x0a, 0xff, 0x0a])
  expect(await failureOf(zipSync({ 'good.csv': good, '3월/torn.csv': torn }))).toMatchObject({
    within: '3월/torn.csv',
  })
  const ods = zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': new Uint8Array([1, 2, 3]),
    'META-INF/manifest.xml': strToU8(
      '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
    ),
  })
  expect(await failureOf(ods)).toEqual({ code: 'locked', found: 'file' })
  expect(await failureOf(zipSync({ 'good.csv': good, 'locked.ods': ods }))).toEqual({
    code: 'locked',
    found: 'file',
    within: 'locked.ods',
  })
})

test('a price of an ODS file keeps its number, with a note of the currency that it is shown in', async () => {
  const price =
    '<table:table-cell office:value-type="currency" office:value="12.5"><text:p>$12.50</text:p></table:table-cell>'
  const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="a"><table:table-row>${price}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
  const { tables } = await readBook(
    zipSync({
      mimetype: encode('application/vnd.oasis.opendocument.spreadsheet', 'utf-8'),
      'content.xml': encode(content, 'utf-8'),
    }),
  )
  expect(tables[0]?.rows).toEqual([['12.5']])
  expect(tables[0]?.notes.get('0:0')).toEqual({ kind: 'number', raw: '12.5', format: '"$"' })
})

test('records of a JSON file become a row each, under their paths, with every digit', async () => {
  const { tables } = await readBook(
    encode('[{"id":9007199254740993,"to":{"name":"山田"}},{"id":1.10}]', 'utf-8'),
  )
  expect(tables[0]?.rows).toEqual([['id', 'to.name'], ['9007199254740993', '山田'], ['1.10']])
})

test('a record in a list of lists stays as its JSON', async () => {
  const { tables } = await readBook(
    encode('[{"id":"1","to":[[{"zip":"0600001","n":12345678901234567890}]]}]', 'utf-8'),
  )
  expect(tables[0]?.rows[1]).toEqual(['1', '{"zip":"0600001","n":12345678901234567890}'])
})

test('progress is reported, and an abort ends the reading', async () => {
  // A fast machine reads the file before it would report anything.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now++)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const file = encode('주문번호,수취인명,주소\n'.repeat(400_000), 'utf-8')
  const reported: number[] = []
  await readFile('a.csv', file, { onProgress: done => reported.push(done) })
  expect(reported.at(-1)).toBe(1)
  expect(reported).toEqual(reported.toSorted((a, b) => a - b))
  const cancel = new AbortController()
  const reading = readFile('a.csv', file, {
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('cancelled')),
  })
  await expect(reading).rejects.toThrow('cancelled')
})
