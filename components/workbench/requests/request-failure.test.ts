import { expect, test } from 'vitest'
import { isRequestFailure, OutdatedPageError, requestFailureOf } from './request-failure'

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'An unexpected response was received from the server.',
  // The response ended too early: Chrome, Firefox, Safari, React.
  'network error',
  'Error in input stream',
  'The network connection was lost.',
  'Minified React error #412; visit https://react.dev/errors/412 for the full message.',
  // The time of an action was over (limit-actions.ts): Chrome, Firefox.
  'signal timed out',
  'The operation timed out.',
])('“%s” says that a request had no complete response', message => {
  expect(isRequestFailure(new TypeError(message))).toBe(true)
  expect(requestFailureOf(new TypeError(message))).toBe('offline')
})

test('an outdated page and an ended session are failures of requests of their own kinds', () => {
  expect(isRequestFailure(new OutdatedPageError())).toBe(true)
  expect(isRequestFailure(new Error('signed-out'))).toBe(true)
  expect(requestFailureOf(new Error('signed-out'))).toBe('signedOut')
})

test('a fault in the code of a page is not a failed request', () => {
  expect(isRequestFailure(new TypeError("Cannot read properties of undefined (reading 'id')"))).toBe(false)
  expect(isRequestFailure('Failed to fetch')).toBe(false)
})
