import { expect, test } from 'vitest'
import { isOwnOrigin } from './origin'

const desk = 'https://desk.shop.example'

test('a request from a page of Lading is accepted', () => {
  expect(isOwnOrigin('https://desk.shop.example', desk)).toBe(true)
})

test.each([
  null,
  undefined,
  '',
  'null',
  'http://desk.shop.example',
  'https://desk.shop.example:8443',
  'https://desk.shop.example.evil.example',
  'https://evil.example',
  'https://desk.shop.example/',
  'https://desk.shop.example@evil.example',
  'desk.shop.example',
  'http://localhost',
])('a request from %j is rejected', origin => expect(isOwnOrigin(origin, desk)).toBe(false))

test('loopback names count as one origin, different ports do not', () => {
  const local = 'http://127.0.0.1:3000'
  expect(isOwnOrigin('http://localhost:3000', local)).toBe(true)
  expect(isOwnOrigin('http://[::1]:3000', local)).toBe(true)
  expect(isOwnOrigin('http://localhost:3001', local)).toBe(false)
  expect(isOwnOrigin('https://localhost:3000', local)).toBe(false)
  expect(isOwnOrigin('http://localhost.evil.example:3000', local)).toBe(false)
})
