import { expect, test } from 'vitest'
import { sheets } from './sheets'
import { sentAs } from './spelling'

const column = (id: string) => {
  const found = sheets['orders/japan'].columns.find(known => known.id === id)
  if (!found) throw new Error(id)
  return found
}

test('numbers with commas, in full width or with leading zeros are told as they are sent', () => {
  const price = column('items[].price')
  expect(['1,200', '１２', '007', '+5'].map(text => sentAs(text, price))).toEqual(['1200', '12', '7', '5'])
  expect(['1200', '12.50', '-3', '', '12kg', '6.12E+11'].map(text => sentAs(text, price))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  )
})

test('texts go out as they are typed, whatever they look like', () => {
  expect(sentAs('１２', column('recipient.zipCode'))).toBeUndefined()
})
