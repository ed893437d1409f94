import { expect, test } from 'vitest'
import { ERASED, erasePersonal, eraseResponse, personalFields } from './personal'

const order = (number: string) =>
  `{"orderInfo":{"mallOrderNumber":"${number}"},"warehouseId":9007199254740993,"recipient":{"country":"JP","name":"山田 太郎","importerJapaneseName":"山田"},"items":[{"name":"Wallet","price":1.10}]}`

test('an order that is erased keeps what identifies no person, digit by digit', () => {
  expect(erasePersonal(order('A-1'))).toBe(
    '{"orderInfo":{"mallOrderNumber":"A-1"},"warehouseId":9007199254740993,"recipient":{"country":"JP"},"items":[{"name":"Wallet","price":1.10}]}',
  )
})

test('of a request, the orders that are not erased stay as they were sent', () => {
  const body = `{"data":[${order('A-1')},${order('A-2')}]}`
  const erased = erasePersonal(body, position => position === 0)
  expect(erased).toBe(`{"data":[${erasePersonal(order('A-1'))},${order('A-2')}]}`)
})

test('names, contacts, addresses and customs codes are personal; countries, goods and prices are not', () => {
  for (const path of ['recipient.name', 'recipient.personalCustomsClearanceCode', 'recipient.email'])
    expect(personalFields).toContain(path)
  for (const path of ['recipient.country', 'items.name', 'warehouseId', 'orderInfo.mallOrderNumber'])
    expect(personalFields).not.toContain(path)
})

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (response: Uint8Array) => new TextDecoder().decode(response)

test('a response that is erased keeps ids, numbers and fields, and no message that may quote a name', () => {
  const response =
    '{"isSuccess":false,"failureCount":1,"failures":[{"mallOrderNumber":"A-1","rowIndex":0,"failures":[{"errorField":"recipient.name","errorMessage":"山田 太郎 is unknown"}]}],"orderSuccesses":[{"orderId":9007199254740993}]}'
  expect(text(eraseResponse(bytes(response)))).toBe(response.replace('山田 太郎 is unknown', ERASED))
  expect(text(eraseResponse(bytes('<p>山田 太郎</p>')))).toBe(ERASED)
  expect(text(eraseResponse(bytes('{"name":"山田","phone":9012345678}')))).toBe(
    `{"name":"${ERASED}","phone":"${ERASED}"}`,
  )
})
