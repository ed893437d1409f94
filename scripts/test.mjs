/**
 * `npm test`: unit and database tests (vitest), then journeys in a browser (playwright); ends with one line `N passed,
 * N failed`.
 * `npm test` leaves out the longest suites, named `*.long.test.ts` and `*.long.spec.ts`; `npm test -- all` runs them
 * too, before a release and in CI. `npm test -- unit` and `npm test -- e2e` run one half; files and other arguments are
 * passed on, and include long suites: `npm test -- lib/sheet`, `npm test -- e2e/server/healthz.spec.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideBrowser } from './lib/browser/browser.mjs'
import { build } from './lib/build/build.mjs'
import { install } from './lib/build/install.mjs'
import { memoryDisk } from './lib/database/memory-disk.mjs'
import { startPostgres } from './lib/database/postgres.mjs'
import { endWithNpm } from './lib/process/npm-parent.mjs'
import { onStop, runPackage, stopOnSignals } from './lib/process/run.mjs'
import { runMain, Stop } from './lib/root.mjs'
import { closingLine, failureList, tallyPlaywright, tallyVitest } from './lib/tally.mjs'

const isJourney = argument => /^e2e\/|\.spec\.ts/.test(argument)

const words = ['unit', 'e2e', 'all']

/** Which halves to run, the arguments of each, and whether their long suites are left out. */
function choose(given) {
  const rest = given.filter(argument => !words.includes(argument))
  const unit = rest.filter(argument => !isJourney(argument))
  const journeys = rest.filter(argument => isJourney(argument) || argument.startsWith('-'))
  const named = given.includes('unit') || given.includes('e2e')
  const files = rest.filter(argument => !argument.startsWith('-'))
  return {
    unit: (named ? given.includes('unit') : !files.length || !files.every(isJourney)) && unit,
    skipsLong: !given.includes('all') && files.length === 0,
    journeys: (named ? given.includes('e2e') : !files.length || files.some(isJourney)) && journeys,
  }
}

/** This server has no replica, needs no vacuum, and its host never loses power during a write. */
const settings = ['wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off', 'full_page_writes=off']

async function runUnit(args, report) {
  const memory = memoryDisk()
  let postgres
  try {
    if (!process.env.TEST_DATABASE_URL) postgres = await startPostgres({ within: memory.path, settings })
    const url = process.env.TEST_DATABASE_URL || postgres?.url
    if (!url) console.log('PostgreSQL: not on this machine; its half of the database tests is skipped.')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const env = {
      NODE_ENV: 'test',
      ...(url && { TEST_DATABASE_URL: url }),
      ...(memory.path && { TMPDIR: memory.path }),
    }
    return await runPackage('vitest/vitest.mjs', ['run', ...reporters, ...args], { env })
  } finally {
    await postgres?.stop()
    await memory.remove()
  }
}

/** The requirements of journeys: a build, and a browser. Resolves to the path of the browser. */
async function prepareJourneys() {
  const browser = await provideBrowser()
  await build()
  return browser
}

async function runJourneys(args, report, preparing) {
  const env = { CHROMIUM: await preparing, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return runPackage('playwright/cli.js', ['test', '--reporter=list,json', ...args], { env })
}

/** A half that cannot start is a failure of the run; the results of the other half are still reported. */
const attempt = half =>
  half.catch(error => {
    console.error(`\n${error instanceof Stop ? error.message : error.stack}`)
    return 1
  })

runMain(async () => {
  endWithNpm()
  stopOnSignals()
  await install()
  const reports = mkdtempSync(join(tmpdir(), 'lading-test-'))
  const clean = onStop(() => rmSync(reports, { recursive: true, force: true }))
  const { unit, journeys, skipsLong } = choose(process.argv.slice(2))
  if (skipsLong) process.env.SKIP_LONG_TESTS = '1'

  // In parallel with the unit tests, which mostly wait for disks and timers; `runJourneys` reports a failure.
  const preparing = journeys && prepareJourneys()
  if (preparing) preparing.catch(() => {})

  const tallies = []
  if (unit) {
    const report = join(reports, 'unit.json')
    tallies.push(tallyVitest(report, await attempt(runUnit(unit, report))))
  }
  if (journeys) {
    const report = join(reports, 'journeys.json')
    tallies.push(tallyPlaywright(report, await attempt(runJourneys(journeys, report, preparing))))
  }
  await clean()

  const failed = failureList(tallies)
  if (failed) console.log(`\n${failed}`)
  console.log(`\n${closingLine(tallies, process.env.LADING_TESTS_ON)}`)
  const ran = tallies.every(one => one.failed === 0) && tallies.some(one => one.passed > 0)
  return ran ? 0 : 1
})
