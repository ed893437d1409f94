import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { headingOf } from './dictionary/dictionary'
import { headingLanguages } from './dictionary/languages'
import { beginsOtherExport, isKnownExport, isKnownHeading } from './known-headings'

test('headings of a shop are recognised for the sheet that they fill; our own headings are not headings of a shop', () => {
  const [headings = []] = qoo10OrdersSample.rows
  expect(isKnownExport(headings, 'orders/japan')).toBe(true)
  expect(isKnownExport(headings, 'products')).toBe(false)
  expect(isKnownExport(qoo10OrdersSample.rows[1] ?? [], 'orders/japan')).toBe(false)
  for (const sheet of Object.values(sheets))
    expect(
      isKnownExport(
        sheet.columns.map(column => column.id),
        sheet.id,
      ),
    ).toBe(false)
})

test('our own headings are not headings of a shop, in any language', () => {
  for (const sheet of Object.values(sheets))
    for (const language of headingLanguages) {
      const headings = sheet.columns.map(column => headingOf(column, language))
      expect(isKnownExport(headings, sheet.id), `${sheet.id} ${language}`).toBe(false)
    }
})

/** As the order manager Sabangnet exports it: no recipe knows it. */
const sabangnet = [
  ...['사방넷주문번호', '쇼핑몰명', '주문번호(쇼핑몰)', '수취인명', '수취인전화번호1', '수취인우편번호(1)'],
  ...[
    '수취인주소(4)',
    '배송메세지',
    '상품명(수집)',
    '옵션(수집)',
    '수량',
    '판매가(수집)',
    '자체상품코드',
    '국가',
  ],
]

test('a block of an export without a recipe is recognised by the headings above its data', () => {
  const begins = (...rows: readonly (readonly string[])[]) =>
    beginsOtherExport(rows, 'orders/japan', undefined)
  const row = sabangnet.map((_, at) => `55120${at}`)
  for (const heading of ['사방넷주문번호', '옵션(수집)', '수취인주소(4)'])
    expect(isKnownHeading(heading, 'orders/japan'), heading).toBe(true)
  expect(begins(sabangnet, row)).toBe(true)
  expect(begins(['주문 목록 2026-11-28'], sabangnet, row)).toBe(true)
  // The last row is data, whatever it contains.
  expect(begins(row, sabangnet)).toBe(false)
  expect(begins(['수취인명', '수량', '국가'], row)).toBe(false)
  expect(begins(['山田 太郎', '서울', '검정', '국가', '메모'], row)).toBe(false)
})

test('a block whose headings a usual paste finds is an export when it would leave out known columns', () => {
  const block = [sabangnet, sabangnet.map(() => '1')]
  expect(beginsOtherExport(block, 'orders/japan', ['판매가(수집)', '쇼핑몰명'])).toBe(true)
  expect(beginsOtherExport(block, 'orders/japan', ['배송메세지', '담당자 메모'])).toBe(false)
  expect(beginsOtherExport(block, 'orders/japan', [])).toBe(false)
})
