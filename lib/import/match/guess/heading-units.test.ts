import { expect, test } from 'vitest'
import { unitInHeading } from './heading-units'

test.each([
  ['Unit $', { bare: 'Unit', currency: 'USD' }],
  ['Unit price (USD)', { bare: 'Unit price', currency: 'USD' }],
  ['JPY price', { bare: 'price', currency: 'JPY' }],
  ['単価円', { bare: '単価', currency: 'JPY' }],
  ['단가（엔）', { bare: '단가', currency: 'JPY' }],
  ['판매가(원)', { bare: '판매가', currency: 'KRW' }],
  ['단가 ￦', { bare: '단가', currency: 'KRW' }],
  ['Price (THB)', { bare: 'Price', currency: 'THB' }],
  ['Price £', { bare: 'Price', currency: 'GBP' }],
  ['판매가(NT$)', { bare: '판매가', currency: 'TWD' }],
  ['Price (Rp)', { bare: 'Price', currency: 'IDR' }],
  ['Wt (kg)', { bare: 'Wt', weight: 'kg' }],
  ['重量g', { bare: '重量', weight: 'g' }],
  ['Grams', { bare: '', weight: 'g' }],
  ['Weight (lbs)', { bare: 'Weight', weight: 'else' }],
])('%s says what its numbers are counted in', (heading, unit) => {
  expect(unitInHeading(heading)).toEqual(unit)
})

test.each(['지원', '원산지', '정원', 'Tracking', 'price', '商品番号', '元値', 'Bag'])(
  '%s says nothing of the kind',
  heading => {
    expect(unitInHeading(heading)).toBeUndefined()
  },
)
