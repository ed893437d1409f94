import { expect, test } from 'vitest'
import { connectionSchema } from './connections'

const form = {
  name: 'Hanbit test',
  environment: 'test',
  baseUrl: 'https://api.shipping.example',
  secretKey: '',
  warehouses: '',
  checkSize: '200',
  registerSize: '50',
  checkParallel: '2',
}

test('a token that was copied with its “Bearer” is the token alone', () => {
  const tokenOf = (accessToken: string) =>
    connectionSchema.safeParse({ ...form, accessToken }).data?.accessToken
  for (const pasted of ['eyJ.a.b', ' Bearer eyJ.a.b\n', 'bearer  eyJ.a.b'])
    expect(tokenOf(pasted)).toBe('eyJ.a.b')
  expect(tokenOf('Bearer')).toBe('Bearer')
  expect(tokenOf('')).toBe('')
  for (const pasted of ['eyJ.a b', 'Bearer eyJ.a\n.b', 'x'.repeat(8001)])
    expect(tokenOf(pasted)).toBeUndefined()
})
