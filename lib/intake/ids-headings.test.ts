import { expect, test } from 'vitest'
import { csvLine } from '@/lib/sheet/export-cell'
import { messages } from '@/lib/words/messages'
import { bookOf } from './fixtures/reading'
import { idsHeadings } from './ids-headings'
import { importBook } from './import-book'
import { understand } from './understand'

test('a download of ids is known by the headings that it has', () => {
  expect(Object.values(messages.history.download.columns)).toEqual(idsHeadings)
})

test('apostrophes that a download of ids put before formulas are gone when it comes back as a shop’s file', async () => {
  const shop = ['注文番号', '受取人名', '住所', '商品名', '販売者商品コード', '数量']
  const row = ['=1+1', '山田', '東京都渋谷区神南1-2-3', '@sale', 'S-1', '1']
  const said = async (headings: readonly string[], texts: readonly string[]) => {
    const book = await bookOf(new TextEncoder().encode([headings, texts].map(csvLine).join('')))
    const understood = understand(book, { sheet: 'orders/japan' })
    expect(understood.recipe.id).toBe('qoo10-orders')
    return importBook(book, understood).lines.map(({ texts: line }) => line['items[].name'])
  }
  const ids = idsHeadings.map((_, at) => (at === 0 ? '=1+1' : ''))
  expect(await said([...shop, ...idsHeadings], [...row, ...ids])).toEqual(['@sale'])
  // A shop's own apostrophe is the shop's.
  expect(await said(shop, row)).toEqual(["'@sale"])
})
