import { expect, test } from 'vitest'
import { getTranslations } from '@/lib/words/server'
import { problemSentence } from './problem-sentence'

test('a redirect has the same sentence in a test of a connection, a check and a registration', () => {
  const tried = getTranslations('connections.probe')('codes.redirect', { status: 302 })
  expect(problemSentence({ code: 'redirect', status: 302 })).toBe(tried)
  const unclear = problemSentence({ code: 'unknown_outcome', status: 302, count: 2 })
  expect(unclear).toBe(`${problemSentence({ code: 'unknown_outcome', count: 2 })} ${tried}`)
  expect(problemSentence({ code: 'unknown_outcome', status: 502 })).not.toContain('elsewhere')
})
