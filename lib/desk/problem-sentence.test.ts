import { expect, test } from 'vitest'
import { getTranslations } from '@/lib/words/server'
import { problemSentence } from './problem-sentence'

test('a redirect reads the same when a connection is tried, when orders are checked and when they are registered', () => {
  const tried = getTranslations('connections.probe')('codes.redirect', { status: 302 })
  expect(problemSentence({ code: 'redirect', status: 302 })).toBe(tried)
  const unclear = problemSentence({ code: 'unknown_outcome', status: 302, count: 2 })
  expect(unclear).toBe(`${problemSentence({ code: 'unknown_outcome', count: 2 })} ${tried}`)
  expect(problemSentence({ code: 'unknown_outcome', status: 502 })).not.toContain('elsewhere')
})
