import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/sheets'
import { candidatesFor } from './candidates'
import { remedyOf } from './remedies'

const free = [
  { name: '접수', samples: ['R-1', 'R-2'] },
  { name: '누구', samples: ['山田太郎', '髙﨑花子'] },
  { name: '몇개', samples: ['2', '１'] },
  { name: '무게', samples: ['0.2kg', '1.5kg'] },
  { name: '나라', samples: ['일본', 'Japan'] },
  { name: '사진', samples: ['https://img.example/a.jpg'] },
  { name: '빈칸', samples: [] },
]
const offered = (id: string) => {
  const column = sheets['orders/japan'].columns.find(one => one.id === id)
  return column && candidatesFor(column, free).map(({ name }) => name)
}

test('columns are offered whose texts are of the kind that is wanted, blank ones never', () => {
  expect(offered('recipient.name')).toEqual(['누구', '나라'])
  expect(offered('items[].quantity')).toEqual(['몇개'])
  expect(offered('items[].actualWeight')).toEqual(['몇개', '무게'])
  expect(offered('recipient.country')).toEqual(['나라'])
  expect(offered('items[].imageUrl')).toEqual(['사진'])
  expect(offered('orderInfo.mallOrderNumber')).toContain('접수')
  expect(offered('orderInfo.incoterms')).toEqual([])
})

test('what no file holds has a source of its own', () => {
  expect(remedyOf('items[].imageUrl')).toBe('product-master')
  expect(remedyOf('sender.name')).toBe('preset')
  expect(remedyOf('recipient.importerJapaneseCity')).toBe('postal-code')
  expect(remedyOf('recipient.importerJapaneseName')).toBe('recipient')
  expect(remedyOf('items[].name')).toBe('by-hand')
})
