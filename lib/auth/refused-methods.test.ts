import { expect, test } from 'vitest'
import { refusedMethods } from './refused-methods'

test('a method that a route does not take is refused with those that it takes', async () => {
  const { PUT, OPTIONS } = refusedMethods('GET, HEAD, OPTIONS')
  const asked = OPTIONS(new Request('http://desk/desk-api/v1/files', { method: 'OPTIONS' }))
  expect(asked.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  const response = PUT(new Request('http://desk/desk-api/v1/files', { method: 'PUT' }))
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(await response.json()).toMatchObject({ status: 405, detail: 'This method isn’t supported here.' })
})
