import { expect, test } from 'vitest'
import { recognise } from './recognise'

test('an order is recognised by its recipient and first item, a product by its name, brand and price', () => {
  const order = { recipient: { name: '山田 太郎' }, items: [{ name: 'Wallet' }, { name: 'Belt' }] }
  expect(recognise(JSON.stringify(order), 'orders')).toEqual({ recipient: '山田 太郎', item: 'Wallet' })
  const product = { productName: 'Wallet', brandName: 'Hanbit', productPrice: 12500 }
  expect(recognise(JSON.stringify(product), 'products')).toEqual({
    product: 'Wallet',
    brand: 'Hanbit',
    price: '12500',
  })
  expect(recognise('{}', 'products')).toEqual({ product: '', brand: '', price: '' })
})
