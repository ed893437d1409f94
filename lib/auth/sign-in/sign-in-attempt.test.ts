import { expect, test } from 'vitest'
import { tooManyTries } from './sign-in-attempt'

const now = new Date('2026-11-21T09:00:00.000Z')
const in90Seconds = new Date('2026-11-21T09:01:30.000Z')

test('the response to an attempt above the limit says when the next one is allowed', async () => {
  const answer = tooManyTries(in90Seconds, now)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('90')
  expect(await answer.json()).toMatchObject({ message: 'Too many attempts. Try again in 2 minutes.' })
})

test('the response also names a time if the wait has just ended', async () => {
  const answer = tooManyTries(now, now)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.json()).toMatchObject({ message: 'Too many attempts. Try again in 1 minute.' })
})
