import { expect, test } from 'vitest'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import { sheets } from '@/lib/sheet/schema/sheets'
import { candidatesFor } from './candidates'

const free = [
  { name: '접수', samples: ['R-1', 'R-2'] },
  { name: '누구', samples: ['山田太郎', '髙﨑花子'] },
  { name: '몇개', samples: ['2', '１'] },
  { name: '무게', samples: ['0.2kg', '1.5kg'] },
  { name: '나라', samples: ['일본', 'Japan'] },
  { name: '사진', samples: ['https://img.example/a.jpg'] },
  { name: '빈칸', samples: [] },
]

/** Names of columns that are suggested for a column of the sheet; the buyer's are marked. */
function offered(id: string, columns: readonly { name: string; samples: readonly string[] }[] = free) {
  const column = sheets['orders/japan'].columns.find(one => one.id === id)
  if (!column) throw new Error(`there is no ${id}`)
  return candidatesFor(column, columns, 'orders/japan').map(
    ({ column: { name }, isBuyer }) => name + (isBuyer ? ' (buyer)' : ''),
  )
}

test('columns with matching headings or texts are suggested, blank ones never', () => {
  expect(offered('items[].actualWeight')).toEqual(['무게'])
  expect(offered('recipient.country')).toEqual(['나라'])
  expect(offered('items[].imageUrl')).toEqual(['사진'])
  expect(offered('orderInfo.incoterms')).toEqual([])
})

test('without a matching heading a column is suggested only if it is the only possible one', () => {
  expect(offered('recipient.name')).toEqual(['누구'])
  expect(offered('items[].quantity')).toEqual(['몇개'])
  expect(offered('orderInfo.mallOrderNumber')).toEqual(['접수'])
  const goods = { name: '물건', samples: ['양말', '모자'] }
  expect(offered('recipient.name', [...free, goods])).toEqual([])
})

test('the day of an order is not suggested as its number, which would join the orders of a day', () => {
  for (const day of ['2026-11-30', '11/30', '2026.11.30', 'R8.11.30', '令和8年11月30日', '11월30일'])
    expect(offered('orderInfo.mallOrderNumber', [{ name: '날짜', samples: [day] }])).toEqual([])
  for (const number of ['Q-2001', '20261130-0000012', '2026-1130-01', '1120-379000', '1001-1'])
    expect(offered('orderInfo.mallOrderNumber', [{ name: '접수', samples: [number] }])).toEqual(['접수'])
})

test('postal codes are not suggested as telephone numbers, nor telephone numbers as postal codes', () => {
  const zip = { name: 'ㅎ', samples: ['1500041', '0600001'] }
  const phone = { name: 'ㅋ', samples: ['09012345678', '08098765432'] }
  expect(offered('recipient.contact', [zip, phone])).toEqual(['ㅋ'])
  expect(offered('recipient.contact', [zip])).toEqual([])
  expect(offered('recipient.zipCode', [phone, zip])).toEqual(['ㅎ'])
})

test('the buyer’s and the sender’s columns are not suggested for the recipient, except the buyer’s if there is no other, labelled', () => {
  const buyer = { name: '注文者電話番号', samples: ['090-1234-5678', '080-9876-5432'] }
  const sender = { name: '送り主電話番号', samples: ['02-555-0100', '02-555-0101'] }
  const other = { name: '携帯', samples: ['090-1111-2222', '090-3333-4444'] }
  expect(offered('recipient.contact', [buyer, sender, other])).toEqual(['携帯'])
  expect(offered('recipient.contact', [sender, buyer])).toEqual(['注文者電話番号 (buyer)'])
  expect(offered('items[].name', [{ name: '注文者名', samples: ['山田 太郎'] }])).toEqual([])
})

test('a column whose heading names party and field precedes one with a matching pattern', () => {
  const plain = { name: 'ㅋ', samples: ['090-1111-2222'] }
  const named = { name: '전화번호 (받는 분)', samples: ['090-3333-4444'] }
  expect(offered('recipient.contact', [plain, named])).toEqual(['전화번호 (받는 분)', 'ㅋ'])
})

test('columns that no file contains have a missing-value source', () => {
  expect(missingValueSource('items[].imageUrl')).toBe('product-master')
  expect(missingValueSource('sender.name')).toBe('preset')
  expect(missingValueSource('recipient.importerJapaneseCity')).toBe('postal-code')
  expect(missingValueSource('recipient.importerJapaneseName')).toBe('recipient')
  expect(missingValueSource('items[].name')).toBe('by-hand')
})
