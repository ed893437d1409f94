import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteKey } from '@/lib/files/book/book'
import { readBook, readTable } from '@/testing/files/reading'
import { row, xlsxOf } from '@/testing/files/xlsx-parts'

const number = (raw: string, style = 0) => `<c s="${style}"><v>${raw}</v></c>`

test('long numbers keep every digit of the file, and none is invented', async () => {
  const raws = [
    '123456789012',
    '1.23456789012E11',
    '2024010112345678',
    '2.024010112345678E15',
    '12345678901234567890',
    '1.2345678901234567E+19',
  ]
  const table = await readTable(xlsxOf({ rows: row(1, ...raws.map(raw => number(raw))) }))
  expect(table.rows).toEqual([
    [
      '123456789012',
      '123456789012',
      '2024010112345678',
      '2024010112345678',
      '12345678901234567890',
      '1.2345678901234567E+19',
    ],
  ])
  expect([...table.notes.keys()]).toEqual([2, 3, 4, 5].map(column => noteKey(0, column)))
})

test('a fraction is written as its program shows it, and small numbers without a power of ten', async () => {
  const raws = ['12.300000000000001', '0.1', '1E-05', '-3.5E-3', '1500', '-42', '99.899999999999991']
  const table = await readTable(xlsxOf({ rows: row(1, ...raws.map(raw => number(raw))) }))
  expect(table.rows[0]).toEqual(['12.3', '0.1', '0.00001', '-0.0035', '1500', '-42', '99.9'])
  expect(table.notes.get(noteKey(0, 0))).toEqual({ kind: 'number', raw: '12.300000000000001' })
})

test('a text in a CDATA section is read as it is written, in every kind of workbook', async () => {
  const texts = ['山田 & 太郎', 'a&lt;b</t>c', '']
  const section = (text: string) => `<![CDATA[${text}]]>`
  const xlsx = xlsxOf({
    strings: `<si><t>${section('山田 & 太郎')}</t></si>`,
    rows: row(
      1,
      '<c t="s"><v>0</v></c>',
      `<c t="inlineStr"><is><t>${section('a&lt;')}b<!-- a note -->${section('</t>')}c</t></is></c>`,
      `<c t="str"><v>${section('')}</v></c>`,
      `<c t="str"><v>${section('수량')}</v></c>`,
    ),
  })
  expect((await readTable(xlsx)).rows).toEqual([[...texts, '수량']])
  const cells = texts.map(text => `<Cell><Data ss:Type="String">${section(text)}</Data></Cell>`)
  const xml = `<Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row>${cells.join('')}<Cell><Data ss:Type="String">수량</Data></Cell></Row></Table></Worksheet></Workbook>`
  expect((await readTable(new TextEncoder().encode(xml))).rows).toEqual([[...texts, '수량']])
})

test('a note beside a cell of an Excel 2003 XML workbook does not replace its text', async () => {
  const note =
    '<Comment ss:Author="Mina"><ss:Data xmlns="http://www.w3.org/TR/REC-html40"><B>Mina:</B><Font> 확인</Font></ss:Data></Comment>'
  const cells = ['주문번호', '수량'].map(
    text => `<Cell><Data ss:Type="String">${text}</Data>${note}<NamedCell ss:Name="_FilterDatabase"/></Cell>`,
  )
  const xml = `<Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row>${cells.join('')}<Cell>${note}</Cell><Cell><Data ss:Type="String">비고</Data></Cell></Row></Table></Worksheet></Workbook>`
  expect((await readTable(new TextEncoder().encode(xml))).rows).toEqual([['주문번호', '수량', '', '비고']])
})

test('an Excel 2003 XML workbook: numbers keep their digits, a merged order number fills its rows, formatted letters are one text, and a hidden sheet is marked', async () => {
  const cell = (type: string, text: string, attributes = '') =>
    `<Cell${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`
  const number = cell('Number', '1.2345678901E10', ' ss:MergeDown="1"')
  const first = [number, cell('String', '<B>양말</B> 2켤레'), cell('Boolean', '1'), cell('Error', '#N/A')]
  const orders = `<Row>${first.join('')}</Row><Row>${cell('String', '모자', ' ss:Index="2"')}</Row>`
  const hidden = '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>'
  const xml = `<Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="orders"><Table>${orders}</Table></Worksheet>
    <Worksheet ss:Name="codes"><Table><Row>${cell('String', 'JP')}</Row></Table>${hidden}</Worksheet></Workbook>`
  const { tables } = await readBook(new TextEncoder().encode(xml))
  expect(tables.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['orders', false],
    ['codes', true],
  ])
  expect(tables[0]?.rows).toEqual([
    ['12345678901', '양말 2켤레', 'TRUE', '#N/A'],
    ['12345678901', '모자'],
  ])
  expect(tables[0]?.notes.get(noteKey(0, 3))).toEqual({ kind: 'error' })
})

test('an OpenDocument sheet: comments and furigana are not part of a name, and a checked box and a percentage are their values', async () => {
  const name =
    '<office:annotation><text:p>call first</text:p></office:annotation><text:p><text:ruby><text:ruby-base>山田</text:ruby-base><text:ruby-text>やまだ</text:ruby-text></text:ruby></text:p>'
  const cells = `<table:table-cell office:value-type="string">${name}</table:table-cell>
    <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>
    <table:table-cell office:value-type="percentage" office:value="0.1"><text:p>10%</text:p></table:table-cell>`
  const xml = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">
    <table:table-row>${cells}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
  const mimetype = 'application/vnd.oasis.opendocument.spreadsheet'
  const file = zipSync({ mimetype: strToU8(mimetype), 'content.xml': strToU8(xml) })
  const table = await readTable(file)
  expect(table.rows).toEqual([['山田', 'TRUE', '0.1']])
  expect(table.notes.get(noteKey(0, 2))).toEqual({ kind: 'number', raw: '0.1', format: '0%' })
})

test('219E01BE is an order number and stays unchanged', async () => {
  const table = await readTable(
    xlsxOf({
      rows: row(1, '<c t="inlineStr"><is><t>219E01BE</t></is></c>', '<c t="str"><v>1.23E+12</v></c>'),
    }),
  )
  expect(table.rows).toEqual([['219E01BE', '1.23E+12']])
})

test('dates are the same in every time zone, with the text that the program shows', async () => {
  const formats = [
    'yyyy-mm-dd',
    'm&quot;월&quot; d&quot;일&quot;',
    'mmm-dd',
    'm/d',
    'yyyy-mm-dd hh:mm',
    'hh:mm',
    '[$-411]ggge&quot;年&quot;',
  ]
  const cells = [
    number('46082', 0),
    number('46083', 1),
    number('46083', 2),
    number('46083', 3),
    number('46082.395833333336', 4),
    number('0.5', 5),
  ]
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const zone of ['UTC', 'Asia/Seoul', 'America/Los_Angeles']) {
    vi.stubEnv('TZ', zone)
    const table = await readTable(xlsxOf({ rows: row(1, ...cells), formats }))
    expect(table.rows).toEqual([
      ['2026-03-01', '2026-03-02', '2026-03-02', '2026-03-02', '2026-03-01 09:30', '12:00'],
    ])
    expect([...table.notes.values()].map(note => ('shown' in note ? note.shown : ''))).toEqual([
      ...['2026-03-01', '3월 2일', 'Mar-02', '3/2', '2026-03-01 09:30', '12:00'],
    ])
  }
})

test('files of old Macs count days from 1904', async () => {
  const table = await readTable(
    xlsxOf({ rows: row(1, number('44620')), formats: ['yyyy-mm-dd'], isOf1904: true }),
  )
  expect(table.rows).toEqual([['2026-03-01']])
})

test('leading zeros of a format are kept; the stored number is in the note', async () => {
  const table = await readTable(
    xlsxOf({
      rows: row(1, number('600001', 0), number('600001', 1), number('0.1', 2)),
      formats: ['0000000', '000\\-0000', '0%'],
    }),
  )
  expect(table.rows).toEqual([['0600001', '060-0001', '0.1']])
  expect(table.notes.get(noteKey(0, 0))).toEqual({ kind: 'number', raw: '600001', format: '0000000' })
  expect(table.notes.get(noteKey(0, 2))).toEqual({ kind: 'number', raw: '0.1', format: '0%' })
})

test('only formats that show a currency, a percent sign or a power of ten beside the number are noted', async () => {
  const plain = [
    '#,##0',
    '_-* #,##0_-;\\-* #,##0_-;_-* "-"_-;_-@_-',
    '0.0"kg"',
    '#,##0;"$"#,##0',
    '"\\"#,##0',
  ]
  const noted = ['_-"₩"* #,##0_-;\\-"₩"* #,##0_-;_-"₩"* "-"_-;_-@_-', '[$$-C09]0.00', '0.0%', '0.00E+00']
  const formats = [...plain, ...noted].map(code => code.replaceAll('"', '&quot;'))
  const cells = formats.map((_, at) => number('12.5', at))
  const table = await readTable(xlsxOf({ rows: row(1, ...cells), formats }))
  expect(table.rows).toEqual([formats.map(() => '12.5')])
  expect([...table.notes.values()]).toEqual(noted.map(format => ({ kind: 'number', raw: '12.5', format })))
})

test('a name is read without its pronunciation, and differently formatted letters as one text', async () => {
  const strings =
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><r><t>빨강</t></r><r><rPr/><t xml:space="preserve"> &amp; 파랑</t></r></si><si/><si><t>줄_x000D_\n바꿈</t></si>'
  const table = await readTable(
    xlsxOf({ strings, rows: row(1, ...[0, 1, 3].map(at => `<c t="s"><v>${at}</v></c>`)) }),
  )
  expect(table.rows).toEqual([['東京', '빨강 & 파랑', '줄\n바꿈']])
})

test('formulas are read as their results, errors and booleans as their words', async () => {
  const cells = [
    '<c><f>A1&amp;"x"</f><v>3</v></c>',
    '<c t="e"><v>#N/A</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="str"><f t="shared" si="0"/><v>텍스트</v></c>',
  ]
  const table = await readTable(xlsxOf({ rows: row(1, ...cells) }))
  expect(table.rows).toEqual([['3', '#N/A', 'TRUE', 'FALSE', '텍스트']])
  expect(table.notes.get(noteKey(0, 0))).toEqual({ kind: 'formula', formula: 'A1&"x"' })
  expect(table.notes.get(noteKey(0, 1))).toEqual({ kind: 'error' })
})

test('merged cells are filled in rows with data, and a title above the table is not repeated', async () => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const rows =
    row(1, text('A1', '주문 내역')) +
    row(2, text('A2', '번호'), text('B2', '상품')) +
    row(3, text('A3', 'A-1'), text('B3', '컵')) +
    row(4, text('B4', '접시')) +
    row(5, text('C5', '합계'))
  const behind =
    '<mergeCells count="3"><mergeCell ref="A1:C1"/><mergeCell ref="A3:A4"/><mergeCell ref="B5:B1048576"/></mergeCells>'
  const table = await readTable(xlsxOf({ rows, behind }))
  expect(table.rows).toEqual([
    ['주문 내역'],
    ['번호', '상품'],
    ['A-1', '컵'],
    ['A-1', '접시'],
    ['', '', '합계'],
  ])
  expect([...table.notes]).toEqual([[noteKey(3, 0), { kind: 'merged' }]])
})

test('tags with a prefix, and cells without an address, are read', async () => {
  const rows =
    '<row><c t="inlineStr"><is><t>가</t></is></c><c/><c><v>1</v></c></row><row/><row><c><v>2</v></c></row>'
  const table = await readTable(xlsxOf({ rows, prefix: 'x:' }))
  expect(table.rows).toEqual([['가', '', '1'], ['2']])
  expect(table.numbers).toEqual([1, 3])
})

test('a used range of a million rows with twenty of text opens at once', async () => {
  let rows = ''
  for (let i = 1; i <= 20; i++) rows += row(i, `<c r="A${i}"><v>${i}</v></c>`)
  const file = xlsxOf({ rows: rows + '<row/>'.repeat(1_048_556) })
  const before = process.cpuUsage()
  const table = await readTable(file)
  expect([table.rows.length, table.numbers.at(-1)]).toEqual([20, 20])
  // Two seconds of processor time, however busy the machine is.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
})

test.each(['libreoffice.xlsx', 'libreoffice.xls', 'libreoffice.ods'])(
  '%s is read as it was typed',
  async name => {
    const book = await readBook(
      readFileSync(new URL(`../../../testing/files/samples/${name}`, import.meta.url)),
    )
    const [orders, codes] = book.tables
    expect([orders?.name, orders?.isHidden, codes?.name, codes?.isHidden]).toEqual([
      '주문',
      false,
      '코드',
      true,
    ])
    expect(orders?.numbers).toEqual([1, 2, 3, 4, 6])
    expect(orders?.rows.map(cells => cells.filter((_, at) => at !== 1 && at !== 7))).toEqual([
      ['주문 내역 (엑셀 일괄발송)'],
      ['주문번호', '수취인명', '우편번호', '주문일', '상세주소', '발송', '메모'],
      ['A-1', '髙﨑 Ⅲ', '0600001', '2026-03-01', '2026-03-02', '2026-03-01 09:30', '문 앞에\n놓아 주세요'],
      ['A-1', '홍길동', '060-0001', '2026-12-31', '3-2', '', '27" 모니터'],
      ['A-2', '#N/A', '0600001'],
    ])
    // LibreOffice itself rounds what it saves as XLSX to 15 digits.
    expect(orders?.rows[3]?.[1]).toBe(name.endsWith('.xlsx') ? '2024010112345680' : '2024010112345678')
    expect(orders?.notes.get(noteKey(2, 5))).toMatchObject({ kind: 'date', shown: '3월 2일' })
    expect(orders?.notes.get(noteKey(3, 0))).toEqual({ kind: 'merged' })
  },
)
