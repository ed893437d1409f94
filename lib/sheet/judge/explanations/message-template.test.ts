import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { messageExample, messageTemplate, valuesOf } from './message-template'

const order = JSON.stringify({
  warehouseId: 1,
  orderInfo: { mallOrderNumber: 'A-17', incoterms: 'DDP' },
  recipient: { country: 'JP', name: '山田 太郎', contact: '090-1234-5678', zipCode: '150-0041', city: 'Eu' },
  items: [{ name: 'Leather wallet', price: 12500 }, { name: 'Beanie' }],
})
const values = valuesOf(order, sheets['orders/japan'])
const both = (message: string) => [messageTemplate(message, values), messageExample(message, values)]

test.each([
  [
    '최대 30자까지 입력할 수 있습니다.',
    '최대 #자까지 입력할 수 있습니다.',
    '최대 ##자까지 입력할 수 있습니다.',
  ],
  [
    "수취인 '홍길동'은 등록할 수 없습니다",
    "수취인 '…'은 등록할 수 없습니다",
    "수취인 '•••'은 등록할 수 없습니다",
  ],
  ['山田 太郎 님의 주소 오류', '… 님의 주소 오류', '••••• 님의 주소 오류'],
  ['太郎様の住所が不正です', '…様の住所が不正です', '••様の住所が不正です'],
  ['연락처 090-1234-5678 확인', '연락처 … 확인', '연락처 •••••••••••• 확인'],
  ['주문번호 [A-17] 중복', '주문번호 […] 중복', '주문번호 [••••] 중복'],
  ['「Beanie」は禁止品です', '「…」は禁止品です', '「••••••」は禁止品です'],
  ['DDP는 사용할 수 없습니다', 'DDP는 사용할 수 없습니다', 'DDP는 사용할 수 없습니다'],
  ['Eu is not in Europe', '… is not in Europe', '•• is not in Europe'],
  ["It isn't valid, and doesn't fit", "It isn't valid, and doesn't fit", "It isn't valid, and doesn't fit"],
  ['문의: help@shop.example', '문의: …', '문의: ••••••••••••'],
  ['전화 +82-10-9876-5432', '전화 +#', '전화 +##-##-####-####'],
])('%s keeps its prose and loses its values', (message, template, example) => {
  expect(both(message)).toEqual([template, example])
})

test('the same prose about other orders, numbers and blanks has the same template', () => {
  const other = valuesOf(
    order.replaceAll('A-17', 'B-2').replace('山田 太郎', '鈴木 花子'),
    sheets['orders/japan'],
  )
  expect(messageTemplate('B-2:  鈴木 花子 30자 초과\n', other)).toBe(
    messageTemplate('A-17: 山田 太郎 128자 초과', values),
  )
})

test('a template is its own template, so that a stored one can be processed again', () => {
  for (const message of ["'홍길동' 30자", '「Beanie」は 5 個', 'http://x.example/1 오류']) {
    const template = messageTemplate(message, values)
    expect(messageTemplate(template, values)).toBe(template)
  }
})

// In time that grew with its square, such a message kept the server from working for minutes.
test.each(['“', '「', '"', "'", "' ", 'a.', 'あ', 'a@)', '@ '])(
  'a message of 300,000 characters of %j is read at once',
  text => {
    const message = text.repeat(300_000 / text.length)
    expect(messageTemplate(`${message} 30`, [])).toMatch(/ #$/)
  },
)
