import { readXlsx, XlsxStreamWriter } from 'hucre/xlsx'
import Papa from 'papaparse'
import { type FillLookups, fillImported } from '@/lib/intake/fill-imported'
import { encode, joined } from '@/lib/intake/fixtures/encode'
import { importBook, importSlices } from '@/lib/intake/import-book'
import type { Imported } from '@/lib/intake/imported'
import { readFile } from '@/lib/intake/read-file'
import type { Book } from '@/lib/intake/table'
import { understand } from '@/lib/intake/understand'
import { median, medianRatio, time } from '../lib/service-bench'

// 100,000 lines of 40 columns, as a shop exports them: CP949 beside a bare decoding and papaparse of the same bytes, and
// XLSX beside hucre's bare reader. What is compared is compared in the same round.

const LINES = 100_000
const ROUNDS = 5
const headings =
  '상품주문번호,주문번호,배송방법,택배사,송장번호,발송일,판매채널,구매자명,구매자ID,수취인명,주문상태,결제일,상품번호,상품명,상품종류,옵션정보,옵션관리코드,수량,옵션가격,상품가격,최종 상품별 할인액,최종 상품별 총 주문금액,사은품,발주확인일,발송기한,배송비 형태,배송비 묶음번호,배송비 유형,배송비 합계,판매자 상품코드,수취인연락처1,수취인연락처2,기본배송지,상세배송지,우편번호,구매자연락처,배송메세지,출고지,결제수단,개인통관고유부호'.split(
    ',',
  )

const preset = {
  warehouseId: '7',
  'sender.name': 'Seoul Store',
  'sender.contact': '02-555-0100',
  'orderInfo.incoterms': 'DDP',
  'packageInfo.actualWeight': '1.2',
  'packageInfo.width': '30',
  'packageInfo.length': '20',
  'packageInfo.height': '10',
  'packageInfo.serviceType': 'STANDARD',
  'items[].originCountry': 'KR',
}

const csv = csvBytes()
const times = { bare: [] as number[], read: [] as number[], whole: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  globalThis.gc?.()
  times.bare.push(await time(() => Papa.parse(new TextDecoder('euc-kr', { fatal: true }).decode(csv)).data))
  globalThis.gc?.()
  let book: Book | undefined
  times.read.push(await time(async () => (book = await read(csv))))
  if (book) times.whole.push((times.read.at(-1) ?? 0) + (await time(() => imported(book))))
}
const fills = { bare: times.bare, filled: [] as number[], preset: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  const book = await read(csv)
  const lines = importBook(book, understand(book, { sheet: 'orders/japan' }), 'file')
  globalThis.gc?.()
  fills.filled.push(await time(() => filled(lines, false)))
  globalThis.gc?.()
  fills.preset.push(await time(() => filled(lines, true)))
}
const beside = 'beside a bare decoding and papaparse of the same bytes'
report(`read 100,000 lines × 40 columns of CP949 CSV, ${beside}`, times.read, times.bare, 1.5)
report(`the same read, understood and made lines, ${beside}`, times.whole, times.bare, 2)
report(`filling the blanks of these lines without a preset, ${beside}`, fills.filled, fills.bare)
report(`filling them from a preset of ten columns, ${beside}`, fills.preset, fills.bare)

const xlsx = await xlsxBytes()
const xlsxTimes = { bare: [] as number[], whole: [] as number[] }
for (let round = 0; round < 3; round++) {
  globalThis.gc?.()
  xlsxTimes.bare.push(await time(() => readXlsx(xlsx)))
  globalThis.gc?.()
  xlsxTimes.whole.push(await time(async () => imported(await read(xlsx))))
}
report(
  'the same as XLSX, read, understood and made lines, beside a bare reading by hucre',
  xlsxTimes.whole,
  xlsxTimes.bare,
  1.5,
)

async function read(bytes: Uint8Array): Promise<Book> {
  const result = await readFile('orders', bytes)
  if (!result.ok) throw new Error(`The file was not read: ${result.trouble.code}`)
  return result.book
}

/** As the page's worker fills, with a server that answers at once and knows no product. */
function filled(lines: Imported, isPreset: boolean): Promise<Imported> {
  const lookups: FillLookups = {
    preset: async () => (isPreset ? { name: 'Seoul', texts: preset } : undefined),
    products: async () => new Map(),
    postal: async () => () => undefined,
  }
  return fillImported(lines, lookups)
}

function imported(book: Book | undefined): void {
  if (!book) return
  const understood = understand(book, { sheet: 'orders/japan' })
  let lines = 0
  for (const slice of importSlices(book, understood)) lines += slice.length
  if (lines !== LINES) throw new Error(`${lines} lines were made of ${LINES}.`)
}

function texts(line: number): string[] {
  return headings.map((_, column) => {
    if (column === 1) return `2026030${100_000 + (line >> 1)}`
    if (column === 17) return String((line % 3) + 1)
    if (column === 18) return line % 5 === 0 ? '1000' : '0'
    const kinds = [
      String(2026030100000000 + line * 7),
      `홍길동${line % 977}`,
      `서울특별시 강남구 테헤란로 ${line % 500}길 ${line % 40}`,
      String(((line * 37) % 90_000) + 1000),
      `010-${1000 + (line % 9000)}-${2000 + column}`,
      '',
      line % 10 === 0 ? '블루투스 이어폰, 화이트' : `블루투스 이어폰 ${line % 300}`,
      `2026-03-${10 + (line % 20)}`,
    ]
    return kinds[column % kinds.length] ?? ''
  })
}

function csvBytes(): Uint8Array {
  const parts = [encode(`${headings.join(',')}\r\n`, 'euc-kr')]
  for (let line = 0; line < LINES; line++) {
    const cells = texts(line).map(text => (text.includes(',') ? `"${text}"` : text))
    parts.push(encode(`${cells.join(',')}\r\n`, 'euc-kr'))
  }
  return joined(...parts)
}

async function xlsxBytes(): Promise<Uint8Array> {
  const writer = new XlsxStreamWriter({ name: '발송', columns: headings.map(header => ({ header })) })
  for (let line = 0; line < LINES; line++)
    writer.addRow(texts(line).map((text, column) => (column % 8 === 3 ? Number(text) : text)))
  return writer.finish()
}

function report(name: string, ours: readonly number[], limit: readonly number[], target?: number): void {
  const row = { name, ours: median(ours), limit: median(limit), ratio: medianRatio(ours, limit) }
  console.log(JSON.stringify({ ...row, unit: 'ms', ...(target && { target }) }))
}
