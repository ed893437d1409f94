import { expect, test } from 'vitest'
import { unpackLines } from '@/lib/import/lines/compact/pack-lines'
import { KEY_HEADING } from '@/lib/import/roundtrip/layout'
import { csvLine } from '@/lib/sheet/codecs/csv-cell'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { cafe24OrdersSample } from '@/testing/import/samples/orders/cafe24'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import { sampleFile } from '@/testing/import/samples/sample-file'
import type { ImportReport } from './protocol'
import { questionOf } from './question'
import { Reader } from './reader'

const text = (content: string) => new TextEncoder().encode(content)

const readerOf = (bytes: Uint8Array, sheet: SheetId = 'orders/japan') =>
  new Reader({ id: 'file', name: 'orders.csv', bytes, sheet, remembered: [] })

const linesOf = async (reader: Reader, most: number) => unpackLines((await reader.nextLines(most)).packed)

async function reportOf(reader: Reader, options = {}): Promise<ImportReport> {
  const reading = await reader.read(options)
  if (reading.kind !== 'outline') throw new Error(reading.kind)
  const counts = await reader.counts()
  return { ...reading.outline, ...counts }
}

test('a known export reports its lines and the required columns that it lacks', async () => {
  const reader = readerOf(await sampleFile(qoo10OrdersSample))
  const report = await reportOf(reader)
  expect(report).toMatchObject({ rows: 3, lines: 3, orders: 2, text: { encoding: 'shift_jis' } })
  expect(report.mapping).toMatchObject({ by: 'recipe', recipe: { id: 'qoo10-orders' } })
  expect(report.missing).toContainEqual({ column: 'warehouseId', from: 'preset' })
  expect(report.unused.map(({ heading }) => heading)).toContain('配送会社')
  expect((await linesOf(reader, 2)).map(line => line['[].$source'])).toEqual(['file:0:2', 'file:0:4'])
  expect((await reader.nextLines(2)).isLast).toBe(true)
})

test('rows above the headings are left out and reported, and texts of the file are found by their row', async () => {
  const reader = readerOf(await sampleFile(smartstoreOrdersSample))
  const report = await reportOf(reader)
  expect(report.leftOut.notice).toEqual([1])
  const [first] = await linesOf(reader, 1)
  expect(first?.['[].$source']).toBe('file:0:3')
  const [[number, texts] = [0, []]] = reader.rows(0, [3])
  expect([number, texts[0]]).toEqual([3, smartstoreOrdersSample.rows[2]?.[0]])
})

test('a file that fits two encodings can be read again in the other, without another upload', async () => {
  // 가각 in CP949 is four half-width signs in Shift_JIS.
  const cp949 = Uint8Array.of(0xb0, 0xa1, 0xb0, 0xa2)
  const bytes = new Uint8Array([...cp949, ...text(',b\r\n'), ...cp949, ...text(',2\r\n')])
  const reader = readerOf(bytes)
  const report = await reportOf(reader, { encoding: 'euc-kr' })
  expect(report.text?.encoding).toBe('euc-kr')
  expect(report.previews).toEqual([{ encoding: 'shift_jis', lines: ['ｰ｡ｰ｢,b', 'ｰ｡ｰ｢,2', ''] }])
  const again = await reportOf(reader, { encoding: 'shift_jis' })
  expect(again.text?.encoding).toBe('shift_jis')
  expect(again.previews.map(({ encoding }) => encoding)).toEqual(['euc-kr'])
})

test('a file with a row that is longer than the headings is asked about, whatever its mapping', async () => {
  const csv = qoo10OrdersSample.rows.map(csvLine).join('')
  const reportFor = (content: string, options = {}) => reportOf(readerOf(text(content)), options)
  const whole = await reportFor(csv)
  expect([whole.isSure, whole.longRows]).toEqual([true, undefined])
  // Blank values beyond the headings move nothing.
  expect((await reportFor(csv.replaceAll('\r\n', ',,\r\n'))).longRows).toBeUndefined()
  // A total below the orders is not imported.
  const total = `合計${','.repeat(whole.mapping.headings.length)}1\r\n`
  const totalled = await reportFor(csv + total)
  expect([totalled.leftOut.total?.length, totalled.longRows, totalled.isSure]).toEqual([1, undefined, true])
  const torn = await reportFor(csv.trimEnd().concat(',000\r\n'))
  const width = whole.mapping.headings.length
  expect([torn.mapping.by, torn.isSure, torn.longRows?.count]).toEqual(['recipe', false, 1])
  expect(torn.longRows?.first[0]?.column).toBe(width)
  expect(questionOf(torn, {}, 'orders/japan')).toBe('mapping')
  // A mapping that the operator confirmed is not asked about again.
  expect(questionOf(torn, { recipe: torn.mapping.recipe }, 'orders/japan')).toBeUndefined()
})

test('a comma in an address without quotes is asked about, also where the last column is blank', async () => {
  const headings = '주문번호,수취인명,수취인연락처1,기본배송지,우편번호,상품주문번호,상품명,수량,배송메세지'
  const row = (number: string, address: string) =>
    `${number},김민준,010-1111-2222,${address},06236,P-${number},양말,1,\r\n`
  const torn = row('N-1', '서울 종로구 세종대로 175, 3층')
  const rows = [row('N-2', '서울 강남구 테헤란로 152'), row('N-3', '부산 해운대구 센텀중앙로 79')]
  for (const count of [0, 1, 2]) {
    const content = [`${headings}\r\n`, torn, ...rows.slice(0, count)].join('')
    const report = await reportOf(readerOf(text(content)))
    expect(report.longRows).toEqual({ count: 1, first: [{ row: 2, column: 9 }] })
    expect(questionOf(report, {}, 'orders/japan')).toBe('mapping')
  }
  // Most road addresses have a comma.
  const often = [
    `${headings}\r\n`,
    torn,
    torn.replace('N-1', 'N-5'),
    torn.replace('N-1', 'N-6'),
    ...rows,
  ].join('')
  expect((await reportOf(readerOf(text(often)))).longRows?.count).toBe(3)
  // Some shops end every row with a delimiter, but not their headings.
  const ended = [`${headings}\r\n`, ...rows].join('').replaceAll(',\r\n', ',,\r\n')
  expect((await reportOf(readerOf(text(ended)))).longRows).toBeUndefined()
  expect((await reportOf(readerOf(text(ended.repeat(2))))).longRows).toBeUndefined()
})

test('a line break in an address without quotes is asked about: the rest of its order is in the next row', async () => {
  const headings =
    '주문번호,품목별 주문번호,주문상품명,수량,판매가,수령인,수령인 휴대전화,수령인 우편번호,수령인 주소,배송국가'
  const row = (number: string, address: string) =>
    `${number},${number}-01,양말,1,12000,山田太郎,090-1111-2222,150-0041,${address},JP\r\n`
  const torn = row('N-1', '東京都渋谷区\n神南1-19-11\nパークビル')
  const rows = [row('N-2', '東京都渋谷区神南1-2-3'), row('N-3', '東京都渋谷区神南4-5-6')]
  for (const count of [0, 2]) {
    const content = [`${headings}\r\n`, ...rows.slice(0, count), torn].join('')
    const report = await reportOf(readerOf(text(content)))
    expect(report.brokenRows).toEqual({ count: 1, first: [{ row: count + 2, column: 8 }] })
    expect(questionOf(report, {}, 'orders/japan')).toBe('mapping')
  }
  // Spreadsheets leave out blank cells at the end of rows.
  const short = [`${headings}\r\n`, ...rows, 'N-4,N-4-01,양말\r\n', 'N-5,N-5-01\r\n'].join('')
  expect((await reportOf(readerOf(text(short)))).brokenRows).toBeUndefined()
})

test('a quotation mark too many is asked about: it joins two texts, and the later ones move by one column', async () => {
  const headings = [
    '주문번호',
    '수령인',
    '수령인 휴대전화',
    '수령인 우편번호',
    '수령인 주소',
    '주문상품명',
    '수량',
    '판매가',
  ]
  const row = (number: string, address: string) => [
    ...[number, '山田太郎', '090-1111-2222', '150-0041', address, '양말, 블랙', '1', '12000'],
  ]
  const quoted = (cells: readonly string[]) => cells.map(cell => `"${cell}"`).join(',')
  const content = [headings, row('N-1', '神南1-19-11'), row('N-2', '神南1-19-11"'), row('N-3', '神南4-5-6')]
  const report = await reportOf(readerOf(text(content.map(quoted).join('\r\n'))))
  expect(report.joinedRows).toEqual({ count: 1, first: [{ row: 3, column: 4 }] })
  expect(questionOf(report, {}, 'orders/japan')).toBe('mapping')
  // Texts may have quotation marks and commas.
  const whole = [headings, row('N-1', '""A"", 1-2'), row('N-2', 'A,""B""'), row('N-3', '')]
  expect((await reportOf(readerOf(text(whole.map(quoted).join('\r\n'))))).joinedRows).toBeUndefined()
})

test('rows whose blank cells at the end a spreadsheet left out are whole, also where two have the cells of one', async () => {
  const headings = '주문번호,수취인명,수취인연락처1,우편번호,기본배송지,상품명,수량'
  const rows = [1, 2, 3].map(at => `N-${at},山田太郎,090-1111-2222,150-0041,東京都渋谷区神南1-2-3,양말,1\r\n`)
  const content = [`${headings},메모1,메모2,메모3,메모4,메모5,메모6\r\n`, ...rows].join('')
  expect((await reportOf(readerOf(text(content)))).brokenRows).toBeUndefined()
})

test('a file that cannot be read reports why', async () => {
  expect(await readerOf(text('')).read({})).toEqual({ kind: 'failed', failure: { code: 'empty' } })
})

test('reimported lines are compared by their keys, even if the shop has cancelled them', async () => {
  const csv = `상품주문번호,주문번호,주문상태,상품명,수량,${KEY_HEADING}\nP1,N1,취소,지갑,1,L1\nP2,N2,결제완료,비니,2,L2\n`
  const reading = await readerOf(text(csv)).read({})
  if (reading.kind !== 'returned') throw new Error('it did not come back')
  expect(reading.returned.lines.map(({ key }) => key)).toEqual(['L1', 'L2'])
})

test('a file that looks like one of products can be mapped to the sheet of orders anyway', async () => {
  const reader = readerOf(
    text('상품코드,상품명,판매가,브랜드,색상\nP-1,지갑,9900,한빛,검정\nP-2,비니,7000,한빛,흰색\n'),
  )
  const { mapping } = await reportOf(reader)
  expect([mapping.by, mapping.sheet]).toEqual(['guess', 'products'])
  const kept = { keepsSheet: true } as const
  const report = await reportOf(reader, kept)
  expect([report.mapping.sheet, questionOf(report, kept, 'orders/japan')]).toEqual([
    'orders/japan',
    'mapping',
  ])
  const again = await reportOf(reader, { header: 0 })
  expect(again.mapping.sheet).toBe('orders/japan')
})

test('a text without columns is not a table, and a list with a known heading is one', async () => {
  const outcome = async (content: string) => {
    const reading = await readerOf(text(content)).read({})
    return reading.kind === 'failed' ? reading.failure.code : reading.kind
  }
  expect(await outcome('hello')).toBe('not_a_table')
  expect(await outcome('Dear team\n\nthe orders of today follow\nKim\n')).toBe('not_a_table')
  expect(await outcome('주문번호\nA-1\n')).toBe('outline')
  expect(await outcome('what;why\n1;2\n')).toBe('outline')
})

test('an export whose rows a program quoted as wholes opens like the export, and says so', async () => {
  const { rows } = cafe24OrdersSample
  const quoted = (line: string) => `"${line.replaceAll('"', '""')}"`
  const lines = rows.map(row => csvLine(row))
  const [plain, whole] = [readerOf(text(lines.join(''))), readerOf(text(lines.map(quoted).join('\n')))]
  const [expected, report] = [await reportOf(plain), await reportOf(whole)]
  expect([report.mapping.recipe.id, report.isSure]).toEqual(['cafe24-orders', true])
  expect([report.innerDelimiter, expected.innerDelimiter]).toEqual([',', undefined])
  expect(await linesOf(whole, 10)).toEqual(await linesOf(plain, 10))
})
