import { expect, test } from 'vitest'
import type { Evidence } from '@/lib/contract/evidence'
import { evidenceOf } from '@/testing/client/evidence'
import { classify, triggers } from './classify'

const sent = ['P-1', 'P-2', 'P-3']

const failure = (shopProductId: string, errorCode = 'INVALID_PRICE', message = 'too dear') => ({
  shopProductId,
  errorCode,
  message,
})

const response = (successCount: number, failureCount: number, ...ids: string[]) =>
  JSON.stringify({ successCount, failureCount, failures: ids.map(id => failure(id)) })

/** One letter per product: R(egistered), J (rejected), U(nknown), Q(ueued). */
const states = (of: Evidence, numbers: readonly string[] = sent) =>
  classify(of, 'products', numbers)
    .outcomes.map(one => ({ REGISTERED: 'R', REJECTED: 'J', UNKNOWN: 'U', QUEUED: 'Q' })[one.state])
    .join('')

test.each([
  ['none failed', response(3, 0), 'RRR', 'registered'],
  ['one failed', response(2, 1, 'P-2'), 'RJR', 'mixed'],
  ['all failed', response(0, 3, 'P-3', 'P-1', 'P-2'), 'JJJ', 'rejected'],
])('a response that accounts for every product is accepted: %s', (_, text, expected, kind) => {
  expect(states(evidenceOf(text))).toBe(expected)
  expect(classify(evidenceOf(text), 'products', sent)).toMatchObject({ class: kind, anomalies: [] })
})

test.each([
  ['fewer successes than sent', response(2, 0), 'UUU', ['counts']],
  ['more successes than sent', response(4, 0), 'UUU', ['counts']],
  ['all zero', response(0, 0), 'UUU', ['counts']],
  ['failures counted and not listed', response(2, 1), 'UUU', ['counts']],
  ['all failed and none listed', response(0, 3), 'UUU', ['counts']],
  ['a part of the request, with its failures', response(1, 1, 'P-1'), 'JUU', ['counts']],
  ['more failures counted than listed', response(1, 2, 'P-1'), 'JUU', ['counts']],
  ['fewer failures counted than listed', response(1, 1, 'P-1', 'P-2'), 'JJU', ['counts']],
  ['all counted as successful, one listed as failed', response(3, 0, 'P-1'), 'UUU', ['counts']],
  ['one more success than there can be', response(3, 1, 'P-1'), 'UUU', ['counts']],
  ['a product that was not sent', response(2, 1, 'X-9'), 'UUU', ['foreign_number']],
  ['a sent product and one that was not sent', response(1, 2, 'P-1', 'X-9'), 'JUU', ['foreign_number']],
  ['an id in other letters', response(2, 1, 'p-1'), 'UUU', ['foreign_number']],
  ['a product listed twice', response(1, 2, 'P-1', 'P-1'), 'JUU', ['repeated_number']],
  [
    'a product listed twice and counted once',
    response(2, 1, 'P-1', 'P-1'),
    'JUU',
    ['counts', 'repeated_number'],
  ],
])(
  '%s: unlisted products are unknown, listed ones are rejected unless the response contradicts that',
  (_, text, expected, kinds) => {
    expect(states(evidenceOf(text))).toBe(expected)
    expect(classify(evidenceOf(text), 'products', sent).anomalies.map(one => one.kind)).toEqual(kinds)
  },
)

test.each([
  ['an HTML page', '<html>Bad gateway</html>'],
  ['nothing', ''],
  ['truncated JSON', response(3, 0).slice(0, -3)],
  ['a key twice', '{"successCount":3,"successCount":3,"failureCount":0,"failures":[]}'],
  ['a byte order mark', `\ufeff${response(3, 0)}`],
  ['null', 'null'],
  ['a list', '[]'],
  ['a problem', '{"type":"about:blank","title":"Unauthorized","status":401}'],
  ['a response about orders', '{"isSuccess":true,"orderSuccesses":[]}'],
  ['a negative count', '{"successCount":4,"failureCount":-1,"failures":[]}'],
  ['a fractional count', '{"successCount":2.5,"failureCount":0.5,"failures":[]}'],
  ['a count beyond 32 bits', '{"successCount":2147483648,"failureCount":0,"failures":[]}'],
  ['a count as text', '{"successCount":"3","failureCount":0,"failures":[]}'],
  ['no list', '{"successCount":3,"failureCount":0}'],
  [
    'a failure without id',
    '{"successCount":2,"failureCount":1,"failures":[{"errorCode":"A","message":"b"}]}',
  ],
  [
    'an id as number',
    '{"successCount":2,"failureCount":1,"failures":[{"shopProductId":1,"errorCode":"A","message":"b"}]}',
  ],
])('200 with %s: unknown', (_, text) => {
  const judged = classify(evidenceOf(text), 'products', sent)
  expect(states(evidenceOf(text))).toBe('UUU')
  expect(judged).toMatchObject({ class: 'unknown' })
  expect(judged.anomalies).toHaveLength(1)
})

test('a response that broke off or exceeded the limit is unknown, whatever was received', () => {
  const error = { code: 'EOVERSIZE', message: '' }
  expect(states(evidenceOf(response(3, 0), { error }))).toBe('UUU')
})

test('a rejected product keeps every reason of the service, in its order', () => {
  const failures = [failure('P-1', 'A', 'first'), failure('P-2', 'B', ''), failure('P-1', 'C', 'second')]
  const text = JSON.stringify({ successCount: 0, failureCount: 3, failures })
  expect(classify(evidenceOf(text), 'products', sent).outcomes).toEqual([
    {
      state: 'REJECTED',
      reasons: [
        { errorCode: 'A', message: 'first' },
        { errorCode: 'C', message: 'second' },
      ],
    },
    { state: 'REJECTED', reasons: [{ errorCode: 'B', message: '' }] },
    { state: 'UNKNOWN' },
  ])
})

test('a response that lists one product half a million times is read like any other', () => {
  const failures = Array(500_000).fill(failure('P-1', 'A', ''))
  const text = JSON.stringify({ successCount: 2, failureCount: 1, failures })
  expect(states(evidenceOf(text))).toBe('JUU')
})

test('an id that was sent twice is never proven', () => {
  expect(states(evidenceOf(response(3, 0)), ['P-1', 'P-1', 'P-2'])).toBe('UUU')
  expect(states(evidenceOf(response(1, 1, 'P-1')), ['P-1', 'P-1'])).toBe('UU')
  expect(states(evidenceOf(response(0, 1, 'P-1')), ['P-1', 'P-1'])).toBe('UU')
})

test('anomalies name an id that was sent twice, the field of a wrong shape, and what cannot be read', () => {
  const anomalies = (text: string, ids = sent) => classify(evidenceOf(text), 'products', ids).anomalies
  expect(anomalies(response(2, 0), ['P-1', 'P-1'])).toEqual([{ kind: 'repeated_number', detail: 'P-1' }])
  const wrong = '{"successCount":"3","failureCount":"0","failures":[]}'
  expect(anomalies(wrong)).toEqual([{ kind: 'shape', detail: 'successCount' }])
  expect(anomalies('<html>')[0]?.kind).toBe('unreadable')
})

test('valid JSON with a wrong content type is accepted, with an anomaly', () => {
  const of = evidenceOf(response(3, 0), { headers: { 'content-type': 'text/html' } })
  expect(states(of)).toBe('RRR')
  expect(classify(of, 'products', sent).anomalies).toMatchObject([{ kind: 'content_type' }])
})

test.each<[string, Partial<Evidence>, string]>([
  ['no connection', { connected: false }, 'QQQ'],
  ['401', { status: 401 }, 'QQQ'],
  ['413', { status: 413 }, 'QQQ'],
  ['429', { status: 429 }, 'QQQ'],
  ['400', { status: 400 }, 'UUU'],
  ['409', { status: 409 }, 'UUU'],
  ['502', { status: 502 }, 'UUU'],
])('%s means for products what it means for orders', (_, over, expected) => {
  expect(states(evidenceOf(response(3, 0), over))).toBe(expected)
  const asOrders = classify(evidenceOf(response(3, 0), over), 'orders', sent)
  expect(classify(evidenceOf(response(3, 0), over), 'products', sent)).toEqual(asOrders)
})

test('one product takes the same steps as one order in the model check', () => {
  const step = (text: string) => {
    const [outcome] = classify(evidenceOf(text), 'products', ['P-1']).outcomes
    return outcome && triggers[outcome.state]
  }
  expect([response(1, 0), response(0, 1, 'P-1'), response(0, 0)].map(step)).toEqual([
    'registered',
    'rejected',
    'unproven',
  ])
})
