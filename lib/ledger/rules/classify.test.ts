import { expect, test } from 'vitest'
import type { Evidence } from '@/lib/contract/evidence'
import { classify } from './classify'

const sent = ['A-1', 'A-2']
const now = Date.parse('2026-09-01T00:00:00Z')

function evidence(over: Partial<Omit<Evidence, 'body'>> & { text?: string }): Evidence {
  const { text = '', ...rest } = over
  const headers = { 'content-type': 'application/json' }
  const body = new TextEncoder().encode(text)
  return { connected: true, headers, body, requestComplete: true, startedAt: now, finishedAt: now, ...rest }
}

const failed = (code: string, syscall?: string) => ({ error: { code, syscall, message: code } })
const response = (isSuccess: boolean, ...entries: [number: string, id: string][]) =>
  evidence({
    status: 200,
    text: `{"isSuccess":${isSuccess},"orderSuccesses":[${entries
      .map(([number, id]) => `{"orderId":${id},"mallOrderNumber":"${number}"}`)
      .join()}]}`,
  })

/** One letter per order: R(egistered), J (rejected), U(nknown), Q(ueued). */
const states = (of: Evidence, confirmed?: Set<number>) =>
  classify(of, 'orders', sent, confirmed)
    .outcomes.map(one => ({ REGISTERED: 'R', REJECTED: 'J', UNKNOWN: 'U', QUEUED: 'Q' })[one.state])
    .join('')

test.each([
  ['ENOTFOUND', 'getaddrinfo'],
  ['EAI_AGAIN', 'getaddrinfo'],
  ['ECONNREFUSED', 'connect'],
  ['ECONNRESET', 'connect'],
  ['UND_ERR_CONNECT_TIMEOUT', undefined],
  ['CERT_HAS_EXPIRED', undefined],
  ['ERR_TLS_CERT_ALTNAME_INVALID', undefined],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined],
  ['ESSRF', undefined],
])('%s before a connection: nothing was executed', (code, syscall) => {
  const judged = classify(evidence({ connected: false, ...failed(code, syscall) }), 'orders', sent)
  expect(judged).toMatchObject({
    class: 'not_executed',
    outcomes: [{ state: 'QUEUED' }, { state: 'QUEUED' }],
  })
  expect(judged.pause).toBeUndefined()
})

test.each([
  [401, 'credential'],
  [403, 'permission'],
  [404, 'address'],
  [405, 'address'],
  [411, 'refused'],
  [414, 'refused'],
  [415, 'refused'],
  [431, 'refused'],
  [307, 'redirect'],
  [308, 'redirect'],
] as const)('status %i: not executed, and the environment pauses (%s)', (status, pause) => {
  expect(classify(evidence({ status }), 'orders', sent)).toMatchObject({ class: 'refused', pause })
  expect(states(evidence({ status }))).toBe('QQ')
})

test('413: the orders are queued again for smaller requests; an order that is too large alone is rejected', () => {
  const judged = classify(evidence({ status: 413 }), 'orders', sent)
  expect(judged).toMatchObject({ class: 'refused', tooLarge: true })
  expect(judged.pause).toBeUndefined()
  expect(states(evidence({ status: 413 }))).toBe('QQ')
  expect(classify(evidence({ status: 413 }), 'orders', ['A-1'])).toMatchObject({
    class: 'refused',
    outcomes: [{ state: 'REJECTED' }],
    tooLarge: true,
  })
})

test('a received status proves that nothing was executed even when the connection then breaks', () => {
  expect(states(evidence({ status: 413, ...failed('ECONNRESET', 'read') }))).toBe('QQ')
})

test.each([
  ['2', 2000],
  ['Tue, 01 Sep 2026 00:00:30 GMT', 30_000],
  ['Mon, 31 Aug 2026 00:00:00 GMT', 0],
  [' 2 ', 2000],
  ['599', 599_000],
  ['601', 600_000],
  ['1000000000', 600_000],
  ['1.25', 1250],
  [undefined, undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1, 2', undefined],
])('429 with Retry-After %s waits %s ms', (header, waitMs) => {
  const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header }
  const judged = classify(evidence({ status: 429, headers }), 'orders', sent)
  expect(judged).toMatchObject({ class: 'refused', outcomes: [{ state: 'QUEUED' }, { state: 'QUEUED' }] })
  expect(judged.waitMs).toBe(waitMs)
  expect(judged.pause).toBeUndefined()
})

test('a date in Retry-After is one by the clock of the service', () => {
  const headers = {
    date: 'Tue, 01 Sep 2026 01:00:00 GMT',
    'retry-after': 'Tue, 01 Sep 2026 01:00:20 GMT',
  }
  const waitMs = (more: Record<string, string>) =>
    classify(evidence({ status: 429, headers: { ...headers, ...more } }), 'orders', sent).waitMs
  expect(waitMs({})).toBe(20_000)
  expect(waitMs({ date: 'today', 'retry-after': 'Tue, 01 Sep 2026 00:00:20 GMT' })).toBe(20_000)
})

test.each([
  [429, 3_600],
  [503, 3_600],
  [503, 30 * 86_400],
])('status %i with Retry-After %i s asks for as long, and Lading waits ten minutes', (status, seconds) => {
  const headers = { 'retry-after': String(seconds) }
  const judged = classify(evidence({ status, headers }), 'orders', sent)
  expect(judged).toMatchObject({ requestedMs: seconds * 1000, waitMs: 600_000 })
})

test('a requested wait of more than 30 days counts as 30 days', () => {
  const headers = { 'retry-after': String(30 * 86_400 + 1) }
  expect(classify(evidence({ status: 503, headers }), 'orders', sent).requestedMs).toBe(30 * 86_400_000)
})

test.each([500, 504])('Retry-After of status %i does not count', status => {
  const judged = classify(evidence({ status, headers: { 'retry-after': '5' } }), 'orders', sent)
  expect(judged.waitMs).toBeUndefined()
})

test.each([400, 422, 425])('%i is unknown until a person confirms it for this environment', status => {
  expect(classify(evidence({ status }), 'orders', sent)).toMatchObject({
    class: 'unknown',
    confirmable: true,
  })
  expect(states(evidence({ status }))).toBe('UU')
  expect(classify(evidence({ status }), 'orders', sent, new Set([status]))).toMatchObject({
    pause: 'refused',
  })
  expect(states(evidence({ status }), new Set([status]))).toBe('QQ')
})

test('408 may be confirmed only when our body did not reach the service completely', () => {
  const confirmed = new Set([408])
  expect(states(evidence({ status: 408 }), confirmed)).toBe('UU')
  expect(classify(evidence({ status: 408 }), 'orders', sent).confirmable).toBeUndefined()
  expect(states(evidence({ status: 408, requestComplete: false }))).toBe('UU')
  expect(states(evidence({ status: 408, requestComplete: false }), confirmed)).toBe('QQ')
})

test.each([
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'TimeoutError',
  'AbortError',
  'HPE_INVALID_CONSTANT',
  'ECONNREFUSED',
])('%s after a connection: unknown', code => {
  expect(classify(evidence(failed(code, 'read')), 'orders', sent).class).toBe('unknown')
  expect(states(evidence(failed(code, 'read')))).toBe('UU')
})

test.each([
  500, 501, 502, 503, 504, 599, 409, 300, 301, 302, 303, 304, 201, 202, 204, 206, 100, 402, 406, 410, 418,
  451,
])('status %i: unknown', status => {
  expect(states(evidence({ status, text: '{"isSuccess":false,"orderSuccesses":[]}' }))).toBe('UU')
})

test.each([
  ['an HTML page', '<html>Bad gateway</html>'],
  ['nothing', ''],
  ['truncated JSON', '{"isSuccess":true,"orderSuccesses":[{"orderId":1,"mallOrd'],
  ['a key twice', '{"isSuccess":true,"isSuccess":true,"orderSuccesses":[]}'],
  ['a byte order mark', '\ufeff{"isSuccess":true,"orderSuccesses":[]}'],
  ['another shape', '{"ok":true}'],
  ['a list', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['isSuccess as text', '{"isSuccess":"true","orderSuccesses":[]}'],
  ['no list', '{"isSuccess":false,"orderSuccesses":{}}'],
  ['an entry without number', '{"isSuccess":true,"orderSuccesses":[{"orderId":1}]}'],
  ['an entry that is not an object', '{"isSuccess":true,"orderSuccesses":[1]}'],
])('200 with %s: unknown', (_, text) => {
  const judged = classify(evidence({ status: 200, text }), 'orders', sent)
  expect(judged.class).toBe('unknown')
  expect(judged.anomalies).toHaveLength(1)
})

test('200 that broke off or exceeded the limit: unknown, whatever was received', () => {
  const whole = response(true, ['A-1', '1'], ['A-2', '2'])
  expect(states({ ...whole, ...failed('EOVERSIZE') })).toBe('UU')
})

test('each order with exactly one entry is registered, with its id digit by digit', () => {
  const judged = classify(response(true, ['A-2', '-5'], ['A-1', '9007199254740993']), 'orders', sent)
  expect(judged).toEqual({
    class: 'registered',
    outcomes: [
      { state: 'REGISTERED', orderId: '9007199254740993' },
      { state: 'REGISTERED', orderId: '-5' },
    ],
    anomalies: [],
  })
})

test('isSuccess false without entries: rejected', () => {
  expect(classify(response(false), 'orders', sent)).toMatchObject({ class: 'rejected', anomalies: [] })
  expect(states(response(false))).toBe('JJ')
})

test.each([
  ['fewer entries', response(true, ['A-1', '1']), 'RU', ['missing_entry']],
  ['success without entries', response(true), 'UU', ['success_without_entries']],
  ['failure with an entry', response(false, ['A-1', '1']), 'RU', ['failure_with_entries']],
  [
    'failure with a foreign entry',
    response(false, ['B-1', '1']),
    'UU',
    ['foreign_number', 'failure_with_entries'],
  ],
  ['an entry twice', response(true, ['A-1', '1'], ['A-1', '2'], ['A-2', '3']), 'UR', ['repeated_number']],
  ['one id for two orders', response(true, ['A-1', '1'], ['A-2', '1']), 'UU', ['repeated_order_id']],
  ['a fractional id', response(true, ['A-1', '1.0'], ['A-2', '2']), 'UR', ['order_id']],
  ['an id with exponent', response(true, ['A-1', '1e3'], ['A-2', '2']), 'UR', ['order_id']],
  ['an id beyond int64', response(true, ['A-1', '9223372036854775808'], ['A-2', '2']), 'UR', ['order_id']],
  ['an id of 9,000 digits', response(true, ['A-1', '9'.repeat(9000)], ['A-2', '2']), 'UR', ['order_id']],
  ['an id as text', response(true, ['A-1', '"1"'], ['A-2', '2']), 'UR', ['order_id']],
  ['no id', response(true, ['A-1', 'null'], ['A-2', '2']), 'UR', ['order_id']],
])(
  '%s: proven orders are registered, the others unknown, and the anomaly is recorded',
  (_, of, expected, kinds) => {
    const judged = classify(of, 'orders', sent)
    expect(states(of)).toBe(expected)
    expect(judged.class).toBe('mixed')
    expect(judged.anomalies.map(one => one.kind)).toEqual(kinds)
  },
)

test('anomalies name repeated numbers and ids, and what cannot be read', () => {
  const of = response(true, ['A-1', '1'], ['A-1', '2'], ['A-2', '3'], ['B-9', '3'])
  expect(classify(of, 'orders', sent).anomalies).toEqual([
    { kind: 'repeated_number', detail: 'A-1' },
    { kind: 'repeated_order_id', detail: '3' },
    { kind: 'foreign_number', detail: 'B-9' },
  ])
  const [unreadable] = classify(evidence({ status: 200, text: '<html>' }), 'orders', sent).anomalies
  expect(unreadable?.kind).toBe('unreadable')
  expect(unreadable?.detail).not.toBe('')
})

test('a foreign number beside all sent numbers is an anomaly and creates no order', () => {
  const judged = classify(response(true, ['A-1', '1'], ['A-2', '2'], ['B-9', '3']), 'orders', sent)
  expect(judged).toMatchObject({
    class: 'registered',
    anomalies: [{ kind: 'foreign_number', detail: 'B-9' }],
  })
  expect(judged.outcomes).toHaveLength(2)
})

test('an id that the response gives to several orders is reported with their numbers', () => {
  const shared = classify(response(true, ['A-1', '7'], ['A-2', '7']), 'orders', sent)
  expect(shared.sharedIds).toEqual([{ orderId: '7', numbers: ['A-1', 'A-2'] }])
  for (const ids of [
    ['1', '2'],
    ['null', 'null'],
  ]) {
    const of = response(true, ['A-1', ids[0] ?? ''], ['A-2', ids[1] ?? ''])
    expect(classify(of, 'orders', sent).sharedIds).toBeUndefined()
  }
})

test('a number sent twice in one request is never proven by one entry', () => {
  expect(classify(response(true, ['A-1', '1']), 'orders', ['A-1', 'A-1']).outcomes).toEqual([
    { state: 'UNKNOWN' },
    { state: 'UNKNOWN' },
  ])
})

test.each<[Record<string, string>, string]>([
  [{ 'content-type': 'text/html' }, 'text/html'],
  [{}, ''],
])('valid JSON with a wrong content type is accepted, with an anomaly', (headers, detail) => {
  const judged = classify({ ...response(true, ['A-1', '1'], ['A-2', '2']), headers }, 'orders', sent)
  expect(judged).toMatchObject({ class: 'registered', anomalies: [{ kind: 'content_type', detail }] })
})

test('application/problem+json counts as JSON', () => {
  const of = { ...response(false), headers: { 'content-type': 'application/problem+json; charset=utf-8' } }
  expect(classify(of, 'orders', sent).anomalies).toEqual([])
})
