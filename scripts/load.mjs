/**
 * `npm run load`: 200 operators edit, check and register on four servers that share a PostgreSQL, for ten minutes;
 * prints the figures; fails on an error, a doubled or lost order, or an edit that another server shows too late.
 * `-- --servers 4 --operators 200 --minutes 10`
 */
import { build } from './lib/build/build.mjs'
import { install } from './lib/build/install.mjs'
import { run, stopOnSignals } from './lib/process/run.mjs'
import { runMain } from './lib/root.mjs'

runMain(async () => {
  stopOnSignals()
  await install()
  await build()
  const loader = ['--conditions=react-server', '--import', 'tsx']
  return run(process.execPath, [...loader, 'scripts/load/main.ts', ...process.argv.slice(2)])
})
