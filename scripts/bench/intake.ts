import { readXlsx, XlsxStreamWriter } from 'hucre/xlsx'
import Papa from 'papaparse'
import type { Book } from '@/lib/files/book/book'
import { readFile } from '@/lib/files/read'
import type { FillLookups } from '@/lib/import/lines/fill/source-loader'
import { importSlices, importTable, type WholeImport } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { fillImported } from '@/testing/import/fill-imported'
import { shopCsv, shopHeadings, shopTexts } from '@/testing/import/shop-csv'
import { median, medianRatio } from '../lib/bench/median'
import { time } from '../lib/bench/service-bench'

// 100,000 lines of 40 columns, as a shop exports them: CP949 compared with only decoding and papaparse of the same
// bytes, and XLSX compared with hucre's plain reader. Both sides of a comparison run in the same round.

const LINES = 100_000
const ROUNDS = 5
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

const csv = shopCsv(LINES)
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
  const lines = importTable(book, detectMapping(book, { sheet: 'orders/japan' }), 'file')
  globalThis.gc?.()
  fills.filled.push(await time(() => filled(lines, false)))
  globalThis.gc?.()
  fills.preset.push(await time(() => filled(lines, true)))
}
const beside = 'beside a bare decoding and papaparse of the same bytes'
report(`read 100,000 lines × 40 columns of CP949 CSV, ${beside}`, times.read, times.bare, 1.5)
report(`the same read, mapped and made lines, ${beside}`, times.whole, times.bare, 2)
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
  'the same as XLSX, read, mapped and made lines, beside a bare reading by hucre',
  xlsxTimes.whole,
  xlsxTimes.bare,
  1.5,
)

async function read(bytes: Uint8Array): Promise<Book> {
  const result = await readFile('orders', bytes)
  if (!result.ok) throw new Error(`The file was not read: ${result.failure.code}`)
  return result.book
}

/** Fills as the page's worker does, with a server that responds at once and knows no product. */
function filled(lines: WholeImport, isPreset: boolean): Promise<WholeImport> {
  const lookups: FillLookups = {
    presets: async () => (isPreset ? [{ name: 'Seoul', texts: preset, isDefault: true, shops: [] }] : []),
    codes: async () => new Set(),
    products: async () => new Map(),
    postal: async () => () => undefined,
  }
  return fillImported(lines, lookups)
}

function imported(book: Book | undefined): void {
  if (!book) return
  const mapping = detectMapping(book, { sheet: 'orders/japan' })
  let lines = 0
  for (const slice of importSlices(book, mapping)) lines += slice.length
  if (lines !== LINES) throw new Error(`${lines} lines were made of ${LINES}.`)
}

async function xlsxBytes(): Promise<Uint8Array> {
  const writer = new XlsxStreamWriter({ name: '발송', columns: shopHeadings.map(header => ({ header })) })
  for (let line = 0; line < LINES; line++)
    writer.addRow(shopTexts(line).map((text, column) => (column % 8 === 3 ? Number(text) : text)))
  return writer.finish()
}

function report(name: string, ours: readonly number[], limit: readonly number[], target?: number): void {
  const row = { name, ours: median(ours), limit: median(limit), ratio: medianRatio(ours, limit) }
  console.log(JSON.stringify({ ...row, unit: 'ms', ...(target && { target }) }))
}
