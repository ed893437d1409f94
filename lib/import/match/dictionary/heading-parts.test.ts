import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { headingsOf } from './dictionary'
import { partsOfHeading } from './heading-parts'

/** The parts of a heading in short form: `recipient name family`. */
function partsText(heading: string): string {
  const parts = partsOfHeading(heading)
  if (!parts) return 'unread'
  const { party = '-', field, half, script, line } = parts
  return [party, field, half, script, line > 0 && line].filter(Boolean).join(' ')
}

test.each([
  ['姓（お届け先）', 'recipient name family'],
  ['名（お届け先）', 'recipient name'],
  ['住所2（お届け先）', 'recipient address 2'],
  ['【お届け先】住所２', 'recipient address 2'],
  ['받는분 주소(상세)', 'recipient addressDetail'],
  ['(수취인) 휴대폰', 'recipient contact'],
  ['[받는 분] 주소 2', 'recipient address 2'],
  ['Shipping: Address 2', 'recipient address 2'],
  ['shipping_address_2', 'recipient address 2'],
  ['Address (Line 2)', '- address 2'],
  ['配送先_名', 'recipient name'],
  ['配送先_お名前(姓)', 'recipient name family'],
  ['配送先_お名前(名)', 'recipient name given'],
  ['配送先_お名前(フリガナ・姓)', 'recipient name family kana'],
  ['お名前(メイ)', '- name given kana'],
  ['発送先カナ', 'recipient name kana'],
  ['ShipFirstNameKana', 'recipient name given kana'],
  ['Recipient: Surname', 'recipient name family'],
  ['姓名', '- name'],
  ['성 이름', '- name'],
  ['住所1(都道府県)', '- state 1'],
  ['住所（建物名）', '- addressDetail'],
  ['お届け先郵便番号(上3桁)', 'recipient zipCode 1'],
  ['電話番号（市外局番）', '- contact 1'],
  ['휴대폰(뒷자리)', '- contact 3'],
  ['주문자 연락처', 'buyer contact'],
  ['電話番号（ご注文者）', 'buyer contact'],
  ['送り主様 お名前', 'sender name'],
  ['수취인 회사명', 'recipient company'],
])('%s is %s', (heading, expected) => {
  expect(partsText(heading)).toBe(expected)
})

test.each([
  ['a second recipient', 'お届け先2住所'],
  ['two parties', '주문자 수취인 이름'],
  ['two fields', '名前・電話番号'],
  ['an unlisted word', '받는분 별칭'],
  ['the name of an order', '주문명'],
  ['the day of a delivery', '発送日'],
  ['a delivery window', 'お届け時間帯'],
  ['all data about a person', '수취인 정보'],
  ['an item', '商品名'],
  ['the code of a prefecture', '都道府県ID'],
])('%s is not read as a column about a person: %s', (_, heading) => {
  expect(partsText(heading)).toBe('unread')
})

test('every name that the dictionary has for a person’s column is read as that column, or left to the dictionary', () => {
  const wrong: string[] = []
  for (const { id } of sheets['orders/japan'].columns) {
    const [record = '', field = ''] = id.split('.')
    if (record !== 'recipient' && record !== 'sender') continue
    for (const name of headingsOf(id)) {
      const parts = partsOfHeading(name)
      if (!parts || parts.isVague || parts.field === 'corporateNumber') continue
      const isImporter = parts.party === 'importer' && field.startsWith('importerJapanese')
      const ends = isImporter
        ? field.toLowerCase().endsWith(parts.field.toLowerCase())
        : field === parts.field
      if (!ends || (!isImporter && (parts.party ?? 'recipient') !== record)) wrong.push(`${name}: ${id}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a long text that repeats words of headings is rejected at once', () => {
  expect(partsText('名'.repeat(60))).toBe('unread')
  expect(partsText('お名前名'.repeat(15))).toBe('unread')
})
