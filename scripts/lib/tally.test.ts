import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLine, failureList, tallyPlaywright, tallyVitest } from './tally.mjs'

const folder = mkdtempSync(join(tmpdir(), 'lading-tally-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const unit = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0, testResults: [] }
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }

test('the last line adds up both halves and names skipped tests only if there are any', () => {
  const tallies = [tallyVitest(report(unit), 0), tallyPlaywright(report({ stats, errors: [] }), 0)]
  expect(closingLine(tallies)).toBe('7 passed, 0 failed, 2 skipped')
  expect(closingLine(tallies.slice(1))).toBe('4 passed, 0 failed')
  // A run in addition to the main one must not print the last line that other programs parse.
  expect(closingLine(tallies, 'Node 24')).toBe('On Node 24: 0 of 7 tests failed.')
})

test('a test file that cannot be loaded is a failure', () => {
  const broken = {
    ...unit,
    testResults: [
      { name: resolve('a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  const counted = tallyVitest(report(broken), 1)
  expect(counted.failed).toBe(1)
  expect(failureList([counted])).toBe('Failed:\n  a.test.ts › could not be loaded: no such module')
})

test('a journey that passes only on a retry is a failure', () => {
  expect(tallyPlaywright(report({ stats: { ...stats, flaky: 1 }, errors: [] }), 0).failed).toBe(1)
})

test('an error outside of tests, and a missing report, are failures', () => {
  expect(tallyVitest(report(unit), 1).failed).toBe(1)
  expect(tallyPlaywright(report({ stats, errors: [{ message: 'no such file' }] }), 1).failed).toBe(1)
  expect(tallyVitest(join(folder, 'none.json'), 0).failed).toBe(1)
})

test('failed tests of both halves are named at the end, with the first line of the reason', () => {
  const units = {
    ...unit,
    numFailedTests: 1,
    testResults: [
      {
        name: resolve('lib/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'subtracts',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts'],
          },
        ],
      },
    ],
  }
  const spec = { ok: false, file: 'home.spec.ts', line: 7, title: 'Home opens' }
  const tests = [{ status: 'unexpected', results: [{ error: { message: 'Timeout' } }] }]
  const passed = { ...spec, ok: true, title: 'passes', tests: [{ status: 'expected', results: [{}] }] }
  const journeys = {
    stats: { ...stats, unexpected: 1 },
    errors: [],
    suites: [{ specs: [passed], suites: [{ specs: [{ ...spec, tests }] }] }],
  }
  const tallies = [tallyVitest(report(units), 1), tallyPlaywright(report(journeys), 1)]
  expect(failureList(tallies)).toBe(
    'Failed:\n  lib/a.test.ts › subtracts: expected 1\n  e2e/home.spec.ts:7 › Home opens: Timeout',
  )
  expect(failureList([tallyVitest(report(unit), 0)])).toBe('')
})
