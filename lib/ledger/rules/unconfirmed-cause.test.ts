import { expect, test } from 'vitest'
import { type AttemptFacts, causeOf, type UnconfirmedCause } from './unconfirmed-cause'

const known = (of: Partial<AttemptFacts>): AttemptFacts => ({
  status: null,
  isReaped: false,
  isFinished: true,
  anomalies: [],
  ...of,
})
const error = (code: string) => ({ code, message: '' })

test.each<[UnconfirmedCause, string, Partial<AttemptFacts>]>([
  ['timeout', 'no response in time', { error: error('TimeoutError') }],
  [
    'timeoutAmid',
    'a response that does not end in time is not a torn one',
    { status: 200, error: error('TimeoutError') },
  ],
  ['oversize', 'a response that is too large is not a torn one', { status: 200, error: error('EOVERSIZE') }],
  ['cut', 'a response that breaks off', { status: 200, error: error('ECONNRESET') }],
  ['notHttp', 'a reply in no HTTP', { error: error('HPE_INVALID_CONSTANT') }],
  ['broke', 'a connection that breaks', { error: error('ECONNRESET') }],
  ['status', 'a status, whatever broke after it', { status: 502, error: error('ECONNRESET') }],
  ['died', 'a server that was stopped', { isFinished: false, isReaped: true }],
  ['open', 'nothing yet', { isFinished: false }],
  [
    'contradictory',
    'JSON that contradicts itself',
    { status: 200, anomalies: [{ kind: 'contradictory', detail: 'isSuccess' }] },
  ],
  ['unreadable', 'no JSON', { status: 200, anomalies: [{ kind: 'unreadable', detail: '' }] }],
  ['partly', 'a response that leaves orders out', { status: 200 }],
])('%s: %s', (cause, _, of) => {
  expect(causeOf(known(of))).toBe(cause)
})
