/**
 * `npm run campaign`: kills servers and the service hundreds of times and breaks all connections between them while
 * orders are registered, on SQLite and on PostgreSQL; prints the figures; fails when an order was doubled or lost.
 * `-- --kills 200 --seed 7 --database sqlite|postgres --scene one,two,disk,built,shared,keys`; the same seed makes the
 * same choices. `-- --servers 4` plays the scenes of several processes with four of them on one PostgreSQL;
 * `-- --previous FOLDER` lets a built server of another version in FOLDER work beside them, as during a deployment.
 */
import { build } from './lib/build/build.mjs'
import { install } from './lib/build/install.mjs'
import { run, stopOnSignals } from './lib/process/run.mjs'
import { runMain } from './lib/root.mjs'

runMain(async () => {
  stopOnSignals()
  await install()
  const args = process.argv.slice(2)
  // Only scenes with built servers need a build.
  const scenes = args[args.indexOf('--scene') + 1]
  if (!args.includes('--scene') || /built|shared/.test(scenes ?? '')) await build()
  const loader = ['--conditions=react-server', '--import', 'tsx']
  return run(process.execPath, [...loader, 'scripts/campaign/main.ts', ...args])
})
