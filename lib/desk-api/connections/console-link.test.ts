import { expect, test } from 'vitest'
import { consolePage, isConsoleLink } from './console-link'

test('a console link is a web address with a placeholder behind the host', () => {
  for (const link of [
    'https://console.example/orders/{orderId}',
    'http://10.0.0.5:8080/search?no={number}&lang=ko',
    'https://console.example/#/orders/{number}/{orderId}',
  ])
    expect([link, isConsoleLink(link)]).toEqual([link, true])
  for (const link of [
    '',
    'console.example/{orderId}',
    'https://console.example/orders',
    'https://{number}.example/',
    'https://{number}/',
    'https://{number}@console.example/',
    'https://console.example/{id}',
    'javascript:alert("{number}")',
  ])
    expect([link, isConsoleLink(link)]).toEqual([link, false])
})

test('an order opens its own page, whatever signs its number has', () => {
  const order = { number: 'A/1 &?#$&{orderId}', orderId: '77' }
  expect(consolePage('https://c.example/o/{orderId}?n={number}', order)).toBe(
    'https://c.example/o/77?n=A%2F1%20%26%3F%23%24%26%7BorderId%7D',
  )
})

test('an order without an ID has a page only where the number is enough', () => {
  const order = { number: 'A-1', orderId: null }
  expect(consolePage('https://c.example/search?q={number}', order)).toBe('https://c.example/search?q=A-1')
  expect(consolePage('https://c.example/o/{orderId}', order)).toBeUndefined()
  expect(consolePage('', { ...order, orderId: '7' })).toBeUndefined()
  for (const number of ['.', '..', 'A\ud800'])
    expect(consolePage('https://c.example/{number}', { ...order, number })).toBeUndefined()
})
