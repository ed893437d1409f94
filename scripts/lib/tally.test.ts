import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLine, tallyPlaywright, tallyVitest } from './tally.mjs'

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
  const broken = { ...unit, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(tallyVitest(report(broken), 1).failed).toBe(1)
})

test('a journey that passes only on a retry is a failure', () => {
  expect(tallyPlaywright(report({ stats: { ...stats, flaky: 1 }, errors: [] }), 0).failed).toBe(1)
})

test('an error outside of tests, and a missing report, are failures', () => {
  expect(tallyVitest(report(unit), 1).failed).toBe(1)
  expect(tallyPlaywright(report({ stats, errors: [{ message: 'no such file' }] }), 1).failed).toBe(1)
  expect(tallyVitest(join(folder, 'none.json'), 0).failed).toBe(1)
})
