import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { findBrowser } from './scripts/lib/browser/browser.mjs'

/** Nothing but the pages under test goes over the network, so that a machine without one runs the same. */
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.SKIP_LONG_TESTS ? '**/*.long.spec.ts' : [],
  outputDir: 'test-results',
  // A worker has a server of its own, so tests of one file share data and run in turn.
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: true,
  // Waiting ends as soon as it is over: the limits must not depend on the speed of the machine.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // Journeys read times and texts of the screens; those of other languages and zones say so themselves.
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 60_000,
    navigationTimeout: 90_000,
    screenshot: 'only-on-failure',
    // A trace copies the sheet before and after every key: with one, journeys take half as long again.
    trace: 'off',
    launchOptions: {
      executablePath: findBrowser(),
      // Chromium's sandbox refuses to start under root, as CI often runs.
      args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
})
