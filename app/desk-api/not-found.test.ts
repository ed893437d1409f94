import { expect, test } from 'vitest'
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from '@/app/desk-api/[...path]/route'

test('an address at which nothing is served answers every method with 404, and takes no long body', () => {
  for (const [method, handle] of Object.entries({ DELETE, GET, OPTIONS, PATCH, POST, PUT })) {
    const headers = { 'content-length': '500000000' }
    const response = handle(new Request('http://desk/desk-api/v1/no', { method, headers }))
    expect([method, response.status]).toEqual([method, 404])
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('connection')).toBe('close')
  }
})
