import { readFileSync } from 'node:fs'

/**
 * Passed, failed and skipped tests of a report. A report that is missing, or has no failure although the run failed,
 * counts as one failure: an error outside of tests must not look like success.
 */
const tally = (file, exitCode, count) => {
  const report = read(file)
  const counted = count(report)
  const hasFailed = exitCode !== 0 || report === undefined
  return hasFailed && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

/** Vitest's json report; a file that cannot be loaded counts as one failure. */
export const tallyVitest = (file, exitCode) =>
  tally(file, exitCode, report => ({
    passed: report?.numPassedTests ?? 0,
    failed:
      (report?.numFailedTests ?? 0) +
      (report?.testResults ?? []).filter(
        suite => suite.status === 'failed' && !suite.assertionResults.some(test => test.status === 'failed'),
      ).length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }))

/** Playwright's json report; errors outside tests (a file that cannot be loaded) count as failures. */
export const tallyPlaywright = (file, exitCode) =>
  tally(file, exitCode, report => ({
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + (report?.errors?.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
  }))

/** The last line of a run; a different one for a part of a larger run (`where`), which prints its own last line. */
export function closingLine(tallies, where) {
  const sum = key => tallies.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped')
  if (where) return `On ${where}: ${sum('failed')} of ${sum('passed') + sum('failed')} tests failed.`
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
