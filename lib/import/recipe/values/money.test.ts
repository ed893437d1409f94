import { expect, test } from 'vitest'
import { readMoney } from './money'

test('a price is divided into its amount and the code of its currency, with a decimal point or comma', () => {
  expect(readMoney('$12.00')).toEqual({ amount: '12.00', currency: 'USD' })
  expect(readMoney('US $1,260.50')).toEqual({ amount: '1260.50', currency: 'USD' })
  expect(readMoney('EUR 90,00')).toEqual({ amount: '90.00', currency: 'EUR' })
  expect(readMoney('1,23 €')).toEqual({ amount: '1.23', currency: 'EUR' })
  expect(readMoney('1 234,50 €')).toEqual({ amount: '1234.50', currency: 'EUR' })
  expect(readMoney('1.234,50\u00a0€')).toEqual({ amount: '1234.50', currency: 'EUR' })
  expect(readMoney('￦35,000')).toEqual({ amount: '35000', currency: 'KRW' })
  expect(readMoney('12,345')).toEqual({ amount: '12345', currency: '' })
  expect(readMoney('12.00')).toEqual({ amount: '12.00', currency: '' })
})

test('a price with two signs of one currency, or with a note about tax, is divided, too', () => {
  for (const [text, amount, currency] of [
    ['₩12,000원', '12000', 'KRW'],
    ['$5.00 USD', '5.00', 'USD'],
    ['US$ 12.50', '12.50', 'USD'],
    ['12,500円(税込)', '12500', 'JPY'],
    ['12,500円（税込み）', '12500', 'JPY'],
    ['税抜 1,980円', '1980', 'JPY'],
    ['【税込】￥3,300', '3300', 'JPY'],
    ['12,000원 (부가세 포함)', '12000', 'KRW'],
    ['24,00 € incl. VAT', '24.00', 'EUR'],
    ['12,500(税込)', '12500', ''],
  ])
    expect([text, readMoney(text ?? '')]).toEqual([text, { amount, currency }])
})

test('the sign of a currency that no order may have stays as it is written, so that it is an error', () => {
  expect(readMoney('AU $3,000.00')).toEqual({ amount: '3000.00', currency: 'AU $' })
  expect(readMoney('£8.99')).toEqual({ amount: '8.99', currency: '£' })
})

test('a text that is not a price, or an ambiguous one, is not divided', () => {
  for (const text of [
    '1.299 €',
    '$1,2',
    '-$5.00',
    '$5.00 CAD',
    '₩12,000円',
    '3,29원',
    '12,000원 (2개)',
    '12,500 pts',
    '$12.00 - $15.00',
    '--',
    '1,2,3.00',
    '€0,500',
    '0.500,00 €',
    '$10²',
  ])
    expect([text, readMoney(text)]).toEqual([text, undefined])
})
