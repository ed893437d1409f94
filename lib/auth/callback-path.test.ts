import { expect, test } from 'vitest'
import { callbackPath } from './callback-path'

test.each(['/', '/orders/japan/new', '/orders/japan/17?view=failing#A-17', '/connections'])(
  'signing in leads back to %s',
  path => expect(callbackPath(path)).toBe(path),
)

test.each([
  undefined,
  '',
  'orders',
  'https://evil.example',
  'https:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  'http://127.0.0.1:3000@evil.example',
  '//[',
  '/sign-in?callbackUrl=/sign-in',
  '/api/auth/signout',
  '/setup',
])('signing in never leads to %j', text => expect(callbackPath(text)).toBe('/'))

test('an encoded backslash or slash stays part of a path of this origin', () => {
  expect(callbackPath('/%5Cevil.example')).toBe('/%5Cevil.example')
  expect(callbackPath('/%2F/evil.example')).toBe('/%2F/evil.example')
})
