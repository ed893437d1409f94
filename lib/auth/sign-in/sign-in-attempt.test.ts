import { expect, test } from 'vitest'
import { tooManyTries } from './sign-in-attempt'

const now = new Date('2026-11-21T09:00:00.000Z')
const in90Seconds = new Date('2026-11-21T09:01:30.000Z')

test('the response to an attempt above the limit says when the next one is allowed', async () => {
  const response = tooManyTries(in90Seconds, now)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('90')
  expect(await response.json()).toMatchObject({ message: 'Too many attempts. Try again in 2 minutes.' })
})

test('the response also names a time if the wait has just ended', async () => {
  const response = tooManyTries(now, now)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await response.json()).toMatchObject({ message: 'Too many attempts. Try again in 1 minute.' })
})
