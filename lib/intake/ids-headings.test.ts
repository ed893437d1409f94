import { expect, test } from 'vitest'
import { csvLine } from '@/lib/sheet/export-cell'
import { bookOf } from './fixtures/reading'
import { idsColumns, idsHeading, isIdsFile } from './ids-headings'
import { importBook } from './import-book'
import { understand } from './understand'

const languages = [
  ['Order number', 'Order id', 'State', 'Connection', 'Registered at, UTC', 'Row in request', 'Erased'],
  ['주문번호', '주문 ID', '상태', '연결', '등록 시각(UTC)', '요청 행', '개인정보 삭제'],
  ['注文番号', '注文ID', '状態', '接続', '登録日時（UTC）', 'リクエストの行', '個人情報の消去'],
].map(words => words.map(idsHeading))

test.each(languages)('a download of ids is known in whatever language it was written: %s', (...headings) => {
  expect(headings).toHaveLength(idsColumns.length)
  expect(isIdsFile(['カート番号', ...headings])).toBe(true)
  expect(isIdsFile(headings.slice(1))).toBe(false)
  expect(isIdsFile(['カート番号', '주문번호', 'State', 'Connection', '状態', 'a', 'b', 'c'])).toBe(false)
})

test.each(languages)(
  'apostrophes that a download of ids put before formulas are gone when it comes back as a shop’s file: %s',
  async (...headings) => {
    const shop = ['注文番号', '受取人名', '住所', '商品名', '販売者商品コード', '数量']
    const row = ['=1+1', '山田', '東京都渋谷区神南1-2-3', '@sale', 'S-1', '1']
    const said = async (names: readonly string[], texts: readonly string[]) => {
      const book = await bookOf(new TextEncoder().encode([names, texts].map(csvLine).join('')))
      const understood = understand(book, { sheet: 'orders/japan' })
      expect(understood.recipe.id).toBe('qoo10-orders')
      return importBook(book, understood).lines.map(({ texts: line }) => line['items[].name'])
    }
    const ids = headings.map((_, at) => (at === 0 ? '=1+1' : ''))
    expect(await said([...shop, ...headings], [...row, ...ids])).toEqual(['@sale'])
    // A shop's own apostrophe is the shop's.
    expect(await said(shop, row)).toEqual(["'@sale"])
  },
)
