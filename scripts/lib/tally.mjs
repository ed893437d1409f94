import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * Passed, failed and skipped tests of a report, and a line for each test that failed. A report that is missing, or has
 * no failure although the run failed, counts as one failure: an error outside of tests must not look like success.
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
    failures: (report?.testResults ?? []).flatMap(suite => {
      const file = relative(process.cwd(), suite.name)
      const failed = suite.assertionResults.filter(test => test.status === 'failed')
      const lines = failed.map(test => failure(file, test.fullName, test.failureMessages[0]))
      return suite.status === 'failed' && lines.length === 0
        ? [failure(file, 'could not be loaded', suite.message)]
        : lines
    }),
  }))

/** Playwright's json report; errors outside tests (a file that cannot be loaded) count as failures. */
export const tallyPlaywright = (file, exitCode) =>
  tally(file, exitCode, report => ({
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0) + (report?.errors?.length ?? 0),
    skipped: report?.stats.skipped ?? 0,
    failures: [
      ...specsOf(report?.suites)
        .filter(spec => !spec.ok || spec.tests.some(test => test.status === 'flaky'))
        .map(({ file, line, title, tests }) => {
          const error = tests.flatMap(test => test.results).find(result => result.error)?.error
          return failure(`e2e/${file}:${line}`, title, error?.message)
        }),
      ...(report?.errors ?? []).map(({ message }) => failure('journeys', 'error outside of a test', message)),
    ],
  }))

const specsOf = suites => (suites ?? []).flatMap(suite => [...suite.specs, ...specsOf(suite.suites)])

/** Where it failed, which test, and the first line of the reason, which the reporters colour. */
const failure = (where, title, reason = '') =>
  `${where} › ${title}: ${stripVTControlCharacters(reason).trim().split('\n')[0]}`

/** The failed tests by name, for the end of a long log; '' without any. */
export function failureList(tallies) {
  const failures = tallies.flatMap(one => one.failures)
  return failures.length === 0 ? '' : ['Failed:', ...failures].join('\n  ')
}

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
