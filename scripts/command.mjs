/**
 * Runs a command of scripts/commands/NAME.ts after installing what is missing, so that it also works on a fresh
 * machine: `node scripts/command.mjs backup --json`. The command ends when this process does.
 */
import { existsSync } from 'node:fs'
import { install } from './lib/build/install.mjs'
import { endWithNpm } from './lib/process/npm-parent.mjs'
import { run, stopOnSignals } from './lib/process/run.mjs'
import { inRoot, runMain } from './lib/root.mjs'

const dieWithParent = new URL('./lib/process/die-with-parent.mjs', import.meta.url).href

runMain(async () => {
  endWithNpm()
  stopOnSignals()
  const [, , name, ...args] = process.argv
  // The container image has its packages, and no lockfile to install others by. Standard output belongs to the command:
  // with --json a program reads it.
  if (existsSync(inRoot('package-lock.json'))) await install(process.stderr)
  const node = ['--conditions=react-server', '--import', dieWithParent, '--import', 'tsx']
  return run(process.execPath, [...node, inRoot('scripts', 'commands', `${name}.ts`), ...args])
})
