import { expect, test } from 'vitest'
import { readFile } from '@/lib/files/read'
import { type FillLookups, FillSourceLoader } from '@/lib/import/lines/fill/source-loader'
import { importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Texts } from '@/lib/sheet/schema/line'
import { fillImported } from '@/testing/import/fill-imported'
import { LineStream } from './line-stream'

const NUMBER = 'orderInfo.mallOrderNumber'
const CODE = 'items[].itemCode'

/** Orders of one line each, except one: its second line has no number and is at the end of the first slice. */
async function bookOf(orders: number) {
  const rows = Array.from({ length: orders }, (_, i) =>
    i === 500 ? ',,,C1' : `A-${i},山田,150-0041,C${i % 3}`,
  )
  const text = [`${NUMBER},recipient.name,recipient.zipCode,${CODE}`, ...rows].join('\n')
  const read = await readFile('orders.csv', new TextEncoder().encode(text))
  if (!read.ok) throw new Error(read.failure.code)
  const { recipe } = detectMapping(read.book, { sheet: 'orders/japan' })
  // Then only the sheet groups rows without a number.
  const { continues: _, ...apart } = recipe
  return { book: read.book, mapping: detectMapping(read.book, { sheet: 'orders/japan', recipe: apart }) }
}

function lookups({ known = undefined as readonly string[] | undefined } = {}) {
  const requests: string[] = []
  const of: FillLookups = {
    presets: async () => [{ name: 'Seoul', texts: { warehouseId: '7' }, isDefault: true, shops: [] }],
    codes: async () => known && new Set(known),
    products: async codes => {
      requests.push(...codes)
      return new Map([['C1', { 'items[].material': 'leather' }]])
    },
    postal: async () => () => ({ state: '東京都', city: '渋谷区' }),
  }
  return { of, requests }
}

async function takeAll(stream: LineStream, most: number): Promise<Texts[]> {
  const all: Texts[] = []
  for (;;) {
    const { lines, isLast } = await stream.take(most)
    all.push(...lines.map(({ texts }) => texts))
    if (isLast) return all
  }
}

test('lines that are read in parts equal lines that are read at once, including filled cells', async () => {
  const { book, mapping } = await bookOf(1200)
  const { of, requests } = lookups()
  const stream = new LineStream(book, [mapping], 'f', new FillSourceLoader('orders/japan', of))
  const lines = await takeAll(stream, 70)
  const whole = await fillImported(importTable(book, mapping, 'f'), of)
  expect(lines).toEqual(whole.lines.map(({ texts }) => texts))
  // The second line of an order is not an order by itself.
  expect([499, 500].map(at => lines[at]?.warehouseId)).toEqual(['7', undefined])
  expect(requests.slice(0, 3)).toEqual(['C0', 'C1', 'C2'])
  expect(await takeAll(stream.restart(), 5000)).toEqual(lines)
})

test('lines are counted while they are created', async () => {
  const { book, mapping } = await bookOf(3)
  const fillSources = new FillSourceLoader('orders/japan', lookups().of)
  const made = await new LineStream(book, [mapping], 'f', fillSources).totals()
  expect(made).toMatchObject({ rows: 3, lines: 3, orders: 3 })
  expect(made.tally.kinds).toMatchObject({ preset: 3, 'product-master': 1 })
  expect(made.missing).not.toContain('warehouseId')
  expect(made.missing).toContain('items[].name')
})

test('concurrent reads return consecutive lines', async () => {
  const { book, mapping } = await bookOf(4)
  const stream = new LineStream(book, [mapping], 'f', undefined)
  const [first, second] = await Promise.all([stream.take(1), stream.take(5)])
  expect([first, second].map(({ lines }) => lines.map(line => line.textIn(hiddenColumns.source)))).toEqual([
    ['f:0:2'],
    ['f:0:3', 'f:0:4', 'f:0:5'],
  ])
  expect([first.isLast, second.isLast]).toEqual([false, true])
})

test('a code that the product master may spell in another case is requested as the file spells it', async () => {
  const { book, mapping } = await bookOf(6)
  const { of, requests } = lookups({ known: ['c1', 'other'] })
  await new LineStream(book, [mapping], 'f', new FillSourceLoader('orders/japan', of)).totals()
  expect(requests).toEqual(['C1'])
})

test('a code that the product master lacks is not requested', async () => {
  const { book, mapping } = await bookOf(6)
  const { of, requests } = lookups({ known: ['C1', 'other'] })
  await new LineStream(book, [mapping], 'f', new FillSourceLoader('orders/japan', of)).totals()
  expect(requests).toEqual(['C1'])
})
