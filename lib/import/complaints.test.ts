import { writeXlsx } from 'hucre/xlsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countCharacters } from '@/lib/contract/characters'
import type { Book } from '@/lib/files/book/book'
import { writeXlsx as writeTexts } from '@/lib/files/write/xlsx'
import { readClip } from '@/lib/sheet/codecs/clipboard'
import { csvLine } from '@/lib/sheet/codecs/csv-cell'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { encode, joined, utf8 } from '@/testing/files/encode'
import { failureOf, readBook, readTable } from '@/testing/files/reading'
import { row, xlsxOf } from '@/testing/files/xlsx-parts'
import { bookOf as bookOfRows } from '@/testing/import/book-of-rows'
import { pasteBlock } from '@/testing/sheet/paste-block'
import { importTable } from './lines/import-table'
import { detectMapping } from './match/detect-mapping'
import { headingOf, meaningOfHeading } from './match/dictionary/dictionary'
import { knownHeadingsOf } from './match/drift'
import { guessRecipe } from './match/guess/guess'
import { distinctHeadings } from './recipe/columns-by-heading'
import { hiddenColumns } from './recipe/hidden-columns'
import { originsOf } from './recipe/values/origins'
import { findDamage, repairableColumns } from './repair/damaged-cells'

// Acceptance tests, one for each common complaint about other importers, from the bytes of a file
// to the lines of the sheet. The responsible files have further tests.

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const ZIP = 'recipient.zipCode'
const WAYBILL = 'orderInfo.domesticShippingNumber'
const DETAIL = 'recipient.addressDetail'
const ITEM = 'items[].name'

const named = (...columns: string[]) => columns.map(id => headingOf({ id }, 'ko'))

/** Imports a book into a sheet, as an upload does. */
function importBook(book: Book) {
  const imported = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'f')
  const workbook = new Workbook(
    sheet,
    imported.lines.map(({ texts }, i) => ({ id: `L${i + 1}`, rank: i + 1, texts })),
  )
  workbook.scheduleTask = work => work()
  workbook.begin()
  return { workbook, texts: imported.lines.map(line => line.texts) }
}

const codesAt = ({ workbook }: ReturnType<typeof importBook>, line: string, column: string) =>
  workbook
    .listFailures(workbook.index.orderOf(line)?.firstLine ?? '')
    .filter(failure => failure.line === line && failure.column === column)
    .map(failure => failure.mark.code)

const proposed = (column: string, text: string, country = 'JP') =>
  findDamage({ id: 'L1', texts: { [column]: text } }, repairableColumns(sheet.columns), country).map(
    ({ kind, after }) => [kind, after],
  )

const encodings = [
  ['euc-kr', ['주문번호', '수취인명'], Uint8Array.of()],
  ['shift_jis', ['注文番号', '受取人名'], Uint8Array.of()],
  ['utf-8', ['주문번호', '受取人名'], Uint8Array.of()],
  ['utf-8', ['주문번호', '受取人名'], Uint8Array.of(0xef, 0xbb, 0xbf)],
  ['utf-16le', ['주문번호', '受取人名'], Uint8Array.of(0xff, 0xfe)],
] as const

test.each(encodings)(
  '3: a file of %s is read without garbled text, and can be read again with another encoding',
  async (encoding, header, mark) => {
    const written = (count: number) =>
      joined(mark, encode(`${header.join(',')}\r\n${`A,${header[1]}\r\n`.repeat(count)}`, encoding))
    for (const count of [0, 3]) {
      const { rows } = await readTable(written(count))
      expect([rows[0], rows.length]).toEqual([header, count + 1])
    }
    expect((await readTable(written(3), { encoding })).rows[3]).toEqual(['A', header[1]])
  },
)

test('4: twenty bytes of Shift_JIS are detected, quotes are kept, and so are 髙﨑Ⅲ㎝①～', async () => {
  const header = encode('注文番号,商品名,数量', 'shift_jis')
  expect(header.length).toBe(20)
  expect((await readBook(header)).text?.encoding).toBe('shift_jis')
  const rows = encode('"テスト機構","表"\r\n髙﨑Ⅲ㎝①～,ソ\r\n', 'shift_jis')
  expect((await readTable(rows)).rows).toEqual([
    ['テスト機構', '表'],
    ['髙﨑Ⅲ㎝①～', 'ソ'],
  ])
})

test('5: waybills keep their digits; waybills that lost digits fail and stay unchanged', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const number = (raw: string) => `<c><v>${raw}</v></c>`
  const file = xlsxOf({
    rows: [
      row(1, ...named(NUMBER, WAYBILL).map(cell)),
      row(2, number('123456789012'), number('2.024010112345678E15')),
      row(3, cell('219E01BE'), number('12345678901234567890')),
      row(4, cell('B'), cell('1.23E+11')),
    ].join(''),
  })
  const imported = importBook(await readBook(file))
  expect(imported.texts.map(texts => [texts[NUMBER], texts[WAYBILL]])).toEqual([
    ['123456789012', '2024010112345678'],
    ['219E01BE', '12345678901234567890'],
    ['B', '1.23E+11'],
  ])
  expect(['L1', 'L2', 'L3'].map(line => codesAt(imported, line, WAYBILL))).toEqual([
    [],
    ['cut_digits'],
    ['scientific'],
  ])
  expect(codesAt(imported, 'L2', NUMBER)).toEqual([])
})

test('6: leading zeros stay, lost zeros are offered, an apostrophe is removed, and zeros are exported as text', async () => {
  const csv = `${named(NUMBER, ZIP).join(',')}\nA,0600001\nB,600001\nC,'0600001\n`
  const { texts, workbook } = importBook(await readBook(utf8(csv)))
  expect(texts.map(one => one[ZIP])).toEqual(['0600001', '600001', '0600001'])
  expect(proposed(ZIP, workbook.text({ line: 'L2', column: ZIP }))).toEqual([['lost-zero', '060-0001']])
  expect(proposed(ZIP, '0600001')).toEqual([])
  const out = await writeTexts([{ name: 'out', columns: [{ width: 9 }], rows: [['zip'], ['0600001']] }])
  expect((await readTable(out)).rows[1]).toEqual(['0600001'])
})

test('7: dates are the same in every time zone, and house numbers that became dates are offered', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const zone of ['Asia/Seoul', 'UTC']) {
    vi.stubEnv('TZ', zone)
    const cells = ['<c s="0"><v>46082</v></c>', '<c s="1"><v>46083</v></c>']
    const formats = ['yyyy-mm-dd', 'm&quot;월&quot; d&quot;일&quot;']
    const { rows, notes } = await readTable(xlsxOf({ rows: row(1, ...cells), formats }))
    expect(rows).toEqual([['2026-03-01', '2026-03-02']])
    expect(notes.get('0:1')).toMatchObject({ kind: 'date', shown: '3월 2일' })
  }
  expect(proposed(DETAIL, '2026-03-02')).toEqual([['date', '3-2']])
})

test('8: a cell of several lines stays one cell of a paste', () => {
  const text = Array.from({ length: 3 }, (_, i) => `${i}\t"문 앞\n경비실"\tb\tc`).join('\r\n')
  const { block } = readClip({ text, html: '' })
  expect(block.map(cells => cells.length)).toEqual([4, 4, 4])
  expect(block[2]?.[1]).toBe('문 앞\n경비실')
})

test('9: an inch mark does not swallow other cells', () => {
  expect(readClip({ text: '27" 모니터\t2\n키보드\t1', html: '' }).block).toEqual([
    ['27" 모니터', '2'],
    ['키보드', '1'],
  ])
})

/** Pastes into the item names of ten lines named 0 to 9, from a line on. */
function paste(count: number, from: number, shown?: readonly string[]) {
  const lines = Array.from({ length: 10 }, (_, i) => ({
    id: `L${i}`,
    rank: i + 1,
    texts: { [ITEM]: `${i}` },
  }))
  const workbook = new Workbook(sheet, lines)
  const at = sheet.columns.findIndex(({ id }) => id === ITEM)
  const rows = shown ?? workbook.visible
  const target = { rows, filled: rows.length, columns: sheet.columns }
  const block = Array.from({ length: count }, (_, i) => [`new ${i}`])
  let made = 0
  const range = { top: from, bottom: from, left: at, right: at }
  pasteBlock(
    workbook,
    { ids: [] },
    block,
    { ...target, ranges: [range] },
    () => [],
    () => `N${++made}`,
  )
  return workbook
}
const items = (workbook: Workbook) => workbook.draft.order.map(line => workbook.text({ line, column: ITEM }))

test('10: a paste that is longer than the sheet adds lines, and one undo removes them', () => {
  const workbook = paste(500, 9)
  expect([items(workbook).length, items(workbook).at(-1)]).toEqual([509, 'new 499'])
  workbook.undo()
  expect(items(workbook)).toEqual([...'0123456789'])
})

test('11: a paste into a filtered sheet changes only visible lines', () => {
  const seen = ['L1', 'L3', 'L4', 'L7', 'L9']
  expect(items(paste(5, 0, seen))).toEqual(
    [...'0123456789'].map((text, i) => (seen.includes(`L${i}`) ? `new ${seen.indexOf(`L${i}`)}` : text)),
  )
})

test('15: items keep their row numbers of the file, below a notice, a header and a blank row', async () => {
  const orders = ['A', 'B', 'C'].flatMap(number => [1, 2, 3].map(nth => `${number},${nth}`))
  const csv = ['엑셀 일괄발송 안내', named(NUMBER, ITEM).join(','), '', ...orders].join('\r\n')
  const { workbook, texts } = importBook(await readBook(utf8(csv)))
  const third = workbook.index.find(workbook.firstLines()[2] ?? '')
  expect(third?.lines.map(line => workbook.draft.lines.get(line)?.texts[hiddenColumns.source])).toEqual([
    'f:0:10',
    'f:0:11',
    'f:0:12',
  ])
  expect(texts).toHaveLength(9)
})

test('18: a second file with the same headings needs no answers; changed headings are asked about', () => {
  const headings = ['주문 번호', '받는사람', '품명', '개수', '사내코드']
  const data = ['A-1', '山田', '양말', '2', 'x']
  const about = { sheet: 'orders/japan' } as const
  const first = detectMapping(bookOfRows([headings, data]), about)
  const remembered = [{ ...first.recipe, id: 'ours', known: knownHeadingsOf(headings) }]
  const again = detectMapping(bookOfRows([headings.toReversed(), data.toReversed()]), {
    ...about,
    remembered,
  })
  expect([again.by, again.drift]).toEqual(['remembered', undefined])
  const added = detectMapping(bookOfRows([[...headings, '비고'], data]), { ...about, remembered })
  expect(added.drift).toEqual({ newColumns: [5], missingHeadings: [], affectedColumns: [] })
  const renamed = detectMapping(bookOfRows([['주문 번호', '받는사람', '물건', '개수', '사내코드'], data]), {
    ...about,
    remembered,
  })
  expect(renamed.drift).toEqual({ newColumns: [2], missingHeadings: ['품명'], affectedColumns: [ITEM] })
})

test('19: headings are recognised despite invisible characters, stars, brackets and widths', () => {
  for (const heading of ['\uFEFF주문번호', '주문번호 ', '*주문번호', '주문번호(필수)', '주문\u00a0번호'])
    expect(meaningOfHeading(heading, 'orders/japan'), heading).toEqual(
      meaningOfHeading('주문번호', 'orders/japan'),
    )
  expect(meaningOfHeading('주문번호'.normalize('NFD'), 'orders/japan')).toMatchObject({ column: NUMBER })
  expect(meaningOfHeading('住所１', 'orders/japan')).toEqual(meaningOfHeading('住所1', 'orders/japan'))
  expect(distinctHeadings(['주소', '주소'])).toEqual(['주소', '주소 (2)'])
})

test('20: a short heading has its meaning in the dictionary, never that of a similar word', () => {
  const file = bookOfRows([
    ['주문번호', '중량', '비고', '상태', '택배'],
    ['A', '2', '3', '4', '5'],
  ])
  const [table] = file.tables
  if (!table) throw new Error('no table')
  const { recipe, unmapped } = guessRecipe(table, 0, 'orders/japan')
  expect(recipe.fields['items[].quantity']).toBeUndefined()
  expect(unmapped).toContain('items[].quantity')
})

test('21: a used range of a million rows opens at once, and merged order cells are filled down with a mark', async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const [number = '', item = ''] = named(NUMBER, ITEM)
  const rows = [
    row(1, cell('A1', number), cell('B1', item)),
    ...Array.from({ length: 20 }, (_, i) =>
      row(i + 2, ...(i % 2 === 0 ? [cell(`A${i + 2}`, `N${i}`)] : []), cell(`B${i + 2}`, `item ${i}`)),
    ),
  ]
  const merged = Array.from({ length: 10 }, (_, i) => `<mergeCell ref="A${2 * i + 2}:A${2 * i + 3}"/>`)
  const behind = `<mergeCells>${merged.join('')}</mergeCells>`
  const before = process.cpuUsage()
  const { texts, workbook } = importBook(
    await readBook(xlsxOf({ rows: rows.join('') + '<row/>'.repeat(1_048_555), behind })),
  )
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
  expect([texts.length, workbook.orderCount]).toEqual([20, 10])
  expect(originsOf(texts[1] ?? {})[NUMBER]).toMatchObject({ kind: 'merged', text: 'N0' })
})

test('22: an encrypted workbook asks for its password, and HTML and UTF-16 files named .xls are read', async () => {
  const rows = [['상품주문번호'], ['2026030112345678']]
  const file = await writeXlsx({
    sheets: [{ name: '발송', rows }],
    encryption: { password: '비밀', spinCount: 1000 },
  })
  expect(await failureOf(file)).toEqual({ code: 'password_needed' })
  expect(await failureOf(file, { password: 'x' })).toEqual({ code: 'password_wrong' })
  expect((await readTable(file, { password: '비밀' })).rows).toEqual(rows)
  const page = utf8('<html><table><tr><td>주문번호</td></tr><tr><td>A-1</td></tr></table></html>')
  expect((await readBook(page, {}, 'a.xls')).tables[0]?.rows).toEqual([['주문번호'], ['A-1']])
  const tabs = joined(Uint8Array.of(0xff, 0xfe), encode('주문번호\t이름\r\nA-1\t김\r\n', 'utf-16le'))
  expect((await readBook(tabs, {}, 'a.xls')).tables[0]?.rows[1]).toEqual(['A-1', '김'])
})

test.each(['１００‐０００１', '100−0001', '100ー0001'])('23: %s is offered as 100-0001', text => {
  let repaired = text
  for (let [next] = proposed(ZIP, repaired); next; [next] = proposed(ZIP, repaired)) repaired = next[1] ?? ''
  expect(repaired).toBe('100-0001')
})

test('23: decomposed Hangul is offered in composed form, and then has its visible length', () => {
  const [[kind, after = ''] = []] = proposed('recipient.city', '서울'.normalize('NFD'))
  expect([kind, countCharacters(after)]).toEqual(['decomposed', 2])
})

test('25: a formula is exported to CSV as text and reimported unchanged', async () => {
  const items = ['=HYPERLINK("http://x")', "'=quoted", '-5.5', '@me', '＝1+1']
  const csv = [[NUMBER, ITEM, 'recipient.name'], ...items.map((item, i) => [`N${i}`, item, '山田'])]
  const written = csv.map(csvLine).join('')
  expect(written).toContain(`"'=HYPERLINK`)
  expect(importBook(await readBook(utf8(written))).texts.map(texts => texts[ITEM])).toEqual(items)
})
