import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { fileRowOf, parseSourcePosition, shopCoordinatesOf } from './hidden-columns'

const NUMBER = 'orderInfo.mallOrderNumber'
const sheet = sheets['orders/japan']

/** A pseudo-random sequence of numbers that is the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A file of orders with notices above the headings and blank rows, and the row of each item of each order. */
function layoutOf(seed: number): { csv: string; rows: Map<string, number[]> } {
  const below = chance(seed)
  const lines: string[] = []
  const blank = () => {
    for (let left = below(3); left > 0; left--) lines.push(below(2) ? '' : ',,,')
  }
  for (let left = below(3); left > 0; left--) lines.push('お知らせ: 個人情報を含みます,,,')
  lines.push('注文番号,商品名,数量,受取人名')
  const rows = new Map<string, number[]>()
  for (let order = 0; order < 5; order++) {
    const places: number[] = []
    for (let item = 0; item < 1 + below(3); item++) {
      blank()
      lines.push(`A-${order},品 ${order}.${item},${item + 1},山田`)
      places.push(lines.length)
    }
    rows.set(`A-${order}`, places)
  }
  return { csv: `${lines.join('\r\n')}\r\n`, rows }
}

async function draftOf(csv: string): Promise<Workbook> {
  const read = await readFile('orders.csv', new TextEncoder().encode(csv))
  if (!read.ok) throw new Error(read.failure.code)
  const mapping = detectMapping(read.book, { sheet: sheet.id })
  const { lines } = importTable(read.book, mapping, 'file0001')
  return new Workbook(
    sheet,
    lines.map(({ texts }, at) => ({ id: `L${at}`, rank: at + 1, texts })),
  )
}

const seeds = Array.from({ length: 40 }, (_, at) => at + 1)

test.each(seeds)(
  'a failure at any position is shown with the file row of every item (layout %i)',
  async seed => {
    const { csv, rows } = layoutOf(seed)
    const draft = await draftOf(csv)
    const orders = [...draft.index.all()]
    expect(orders.map(({ firstLine }) => draft.text({ line: firstLine, column: NUMBER }))).toEqual([
      ...rows.keys(),
    ])
    for (const [position, { firstLine, lines }] of orders.entries()) {
      const number = draft.text({ line: firstLine, column: NUMBER })
      draft.serverFacts.addOutcomes([
        {
          mallOrderNumber: number,
          lineIds: lines,
          state: 'failing',
          fingerprint: '',
          position,
          failures: lines.map((_, item) => ({ field: `items[${item}].name`, message: '상품명' })),
        },
      ])
      const located = draft
        .listFailures(firstLine)
        .filter(({ mark }) => mark.source === 'service')
        .map(({ line, mark }) => [
          mark.position,
          shopCoordinatesOf(draft.draft.lines.get(line)?.texts ?? {}, number).row,
        ])
      expect(located).toEqual(rows.get(number)?.map(row => [position, row]))
    }
  },
)

test.each([
  ['f:2:34', '', 'f:2:34'],
  ['f:2:34:read-2', 'read-2', 'f:2:34'],
  ['f:2:1.34', '', 'f:2:34'],
  ['f:2:11.34:read-2', 'read-2', 'f:2:34'],
])('%s is row 34 of the third table', (source, reading, row) => {
  expect(parseSourcePosition(source)).toEqual({ file: 'f', table: 2, row: 34, reading })
  expect(fileRowOf(source)).toBe(row)
})

test('the shop’s own number is returned if it is different', () => {
  const texts = { '[].$source': 'file0001:0:12', '[].$number': '701' }
  expect(shopCoordinatesOf(texts, 'C1')).toEqual({ row: 12, shopNumber: '701' })
  expect(shopCoordinatesOf(texts, ' 701')).toEqual({ row: 12 })
  expect(shopCoordinatesOf({}, 'C1')).toEqual({})
})
