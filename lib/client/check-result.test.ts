import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidenceOf } from '@/testing/client/evidence'
import { failedVerdict, readCheckResult } from './check-result'

const sent = ['A-1', 'A-2', 'A-3']

const failure = (
  rowIndex: number,
  mallOrderNumber: string,
  errorField = 'warehouseId',
  errorMessage = 'unknown',
) => ({
  rowIndex,
  mallOrderNumber,
  failures: [{ errorField, errorMessage }],
})

function response(failures: unknown[], over: Record<string, unknown> = {}) {
  const counts = { requestCount: 3, successCount: 3 - failures.length, failureCount: failures.length }
  return readCheckResult(
    evidenceOf(JSON.stringify({ isSuccess: failures.length === 0, ...counts, failures, ...over })),
    sent,
  )
}

test('each failure is assigned to the order at its position, and the other orders pass', () => {
  const read = response([failure(2, 'A-3'), failure(0, 'A-1', 'items[0].price', '가격')])
  expect(read).toEqual({
    ok: true,
    verdicts: [
      { passed: false, failures: [{ field: 'items[0].price', message: '가격' }] },
      { passed: true, failures: [] },
      { passed: false, failures: [{ field: 'warehouseId', message: 'unknown' }] },
    ],
  })
})

test('an order that failed without a reason does not pass', () => {
  const read = response([{ ...failure(1, 'A-2'), failures: [] }])
  expect(read.ok && read.verdicts[1]).toEqual({ passed: false, failures: [] })
})

test.each([
  ['a position past the end, and a number that was not sent', [failure(3, 'B-1')], {}, 'foreign_position'],
  ['a position and a number twice', [failure(0, 'A-1'), failure(0, 'A-1')], {}, 'repeated_position'],
  ['a number twice, once elsewhere', [failure(0, 'A-1'), failure(1, 'A-1')], {}, 'foreign_number'],
  ['a number that was not sent', [failure(0, 'B-1')], {}, 'foreign_number'],
  ['another requestCount', [], { requestCount: 2, successCount: 2 }, 'request_count'],
  ['counts that do not add up', [failure(0, 'A-1')], { successCount: 3 }, 'sum'],
  ['fewer failures than counted', [failure(0, 'A-1')], { successCount: 1, failureCount: 2 }, 'failure_count'],
  ['no success and no failure', [], { isSuccess: false }, 'no_failures'],
])('a response with %s contradicts the request and is not used', (_, failures, over, mismatch) => {
  expect(response(failures, over)).toMatchObject({
    ok: false,
    failure: { code: 'does_not_fit', mismatch, isTransient: false },
  })
})

test.each([
  ['counted from one', [failure(1, 'A-1'), failure(3, 'A-3')]],
  ['all zero', [failure(0, 'A-1'), failure(0, 'A-3')]],
  ['those of other orders', [failure(2, 'A-1'), failure(0, 'A-3')]],
  ['below zero', [failure(-2, 'A-1'), failure(-1, 'A-3')]],
])('positions that are %s: failures are assigned by order numbers, and the result says so', (_, failures) => {
  const read = response(failures)
  expect(read).toMatchObject({
    ok: true,
    verdicts: [{ passed: false }, { passed: true }, { passed: false }],
  })
  expect(read.ok && read.byNumber?.length).toBeGreaterThan(0)
})

test.each([
  ['status 500', { status: 500 }, 'service_failed'],
  ['status 201', { status: 201 }, 'unexpected_status'],
  ['an end before it was complete', { error: { code: 'UND_ERR_SOCKET', message: 'closed' } }, 'interrupted'],
])('no order passes by a response with %s, whatever its body says', (_, over, code) => {
  const counts = { requestCount: 3, successCount: 3, failureCount: 0 }
  const text = JSON.stringify({ isSuccess: true, ...counts, failures: [] })
  expect(readCheckResult(evidenceOf(text, over), sent)).toMatchObject({ ok: false, failure: { code } })
})

test('positions of other orders, and places of another shape, are listed from the first on', () => {
  expect(response([failure(2, 'A-1'), failure(0, 'A-3')])).toMatchObject({
    byNumber: ['rowIndex 2 is A-1, sent there was A-3', 'rowIndex 0 is A-3, sent there was A-1'],
  })
  const other = readCheckResult(evidenceOf('{"isSuccess":true,"requestCount":3}'), sent)
  expect(other).toMatchObject({
    failure: { detail: expect.stringMatching(/^successCount: /) },
    findings: [/^successCount: /, /^failureCount: /, /^failures: /].map(one => expect.stringMatching(one)),
  })
})

test('failures are not assigned by numbers if a number was sent twice or is in the response twice', () => {
  const text = (failures: unknown[]) =>
    JSON.stringify({
      ...{ isSuccess: false, requestCount: 3, successCount: 3 - failures.length },
      ...{ failureCount: failures.length, failures },
    })
  const twice = readCheckResult(evidenceOf(text([failure(2, 'A-2')])), ['A-1', 'A-2', 'A-1'])
  expect(twice).toMatchObject({ ok: false, findings: ['rowIndex 2 is A-2, sent there was A-1'] })
  expect(response([failure(1, 'A-1'), failure(2, 'A-1')])).toMatchObject({ ok: false })
})

test('a repeated key is a contradiction, not an unreadable response', () => {
  const text =
    '{"isSuccess":true,"isSuccess":false,"requestCount":3,"successCount":3,"failureCount":0,"failures":[]}'
  expect(readCheckResult(evidenceOf(text), sent)).toMatchObject({
    ok: false,
    failure: { code: 'contradictory', detail: 'isSuccess' },
  })
})

test.each([
  ['<html>', 'not_json'],
  ['{"isSuccess":true', 'not_json'],
  ['\ufeff{}', 'not_json'],
  ['[]', 'other_shape'],
  ['{"isSuccess":true}', 'other_shape'],
  ['{"isSuccess":true,"requestCount":3.5,"successCount":3,"failureCount":0,"failures":[]}', 'other_shape'],
])('%s is %s', (text, code) => {
  expect(readCheckResult(evidenceOf(text), sent)).toMatchObject({ ok: false, failure: { code } })
})

test('a failure with isSuccess true is a failure, because the API does not define when a check succeeds', () => {
  expect(response([failure(0, 'A-1')], { isSuccess: true })).toMatchObject({
    ok: true,
    verdicts: [{ passed: false }, { passed: true }, { passed: true }],
  })
})

test('of a hundred thousand errors of one order the first are kept, and the others counted', () => {
  const failures = Array.from({ length: 100_000 }, () => ({
    errorField: 'items[0].price',
    errorMessage: '',
  }))
  const read = response([{ ...failure(0, 'A-1'), failures }, failure(1, 'A-2')])
  const [given, other] = read.ok ? read.verdicts : []
  expect(JSON.stringify(given).length).toBeLessThan(250_000)
  expect(given?.failures.length).toBeGreaterThan(1000)
  expect((given?.failures.length ?? 0) + (given?.omitted ?? 0)).toBe(100_000)
  expect(other).not.toHaveProperty('omitted')
})

test('the reasons that are kept have 200,000 characters, codes of products included', () => {
  // With what a reason takes besides its texts, each has 1,000 characters.
  const reason = { field: 'f'.repeat(400), message: 'm'.repeat(270), errorCode: 'c'.repeat(300) }
  const kept = failedVerdict(Array.from({ length: 200 }, () => reason))
  expect([kept.failures.length, kept.omitted]).toEqual([200, undefined])
  const cut = failedVerdict(Array.from({ length: 203 }, () => reason))
  expect([cut.passed, cut.failures.length, cut.omitted]).toEqual([false, 200, 3])
})

test('a message of a megabyte is cut, and texts contain nothing that databases reject', () => {
  const read = response([failure(0, 'A-1', 'a'.repeat(5000), `\0\ud800${'😀'.repeat(500_000)}`)])
  const [given] = read.ok ? (read.verdicts[0]?.failures ?? []) : []
  expect(given?.field.length).toBeLessThanOrEqual(201)
  expect(given?.message.length).toBeLessThanOrEqual(1001)
  expect(given?.message.isWellFormed()).toBe(true)
  expect(given?.message).not.toContain('\0')
})

test('no order passes unless the response proves it, for any response', () => {
  const entry = fc.record({
    rowIndex: fc.integer({ min: -2, max: 5 }),
    mallOrderNumber: fc.constantFrom('A-1', 'A-2', 'A-3', 'B'),
    failures: fc.constant([]),
  })
  const count = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(
      fc.boolean(),
      count,
      count,
      count,
      fc.array(entry, { maxLength: 4 }),
      (isSuccess, requestCount, successCount, failureCount, failures) => {
        const text = JSON.stringify({ isSuccess, requestCount, successCount, failureCount, failures })
        const read = readCheckResult(evidenceOf(text), sent)
        if (!read.ok) return
        expect(read.verdicts.filter(one => one.passed)).toHaveLength(successCount)
        // Failures are compared by number, whatever their position: each of them is about one order, which fails.
        expect(new Set(failures.map(one => one.mallOrderNumber)).size).toBe(failures.length)
        for (const { mallOrderNumber } of failures) {
          expect(read.verdicts[sent.indexOf(mallOrderNumber)]?.passed).toBe(false)
        }
        const isDisplaced = failures.some(one => sent[one.rowIndex] !== one.mallOrderNumber)
        if (isDisplaced) expect(read.byNumber).toBeDefined()
      },
    ),
    { numRuns: 2000 },
  )
})
