#!/usr/bin/env node
import { Failure, readArguments } from './lading/arguments.mjs'
/**
 * The command line of the desk: checks and registers files through /desk-api/v1 with an automation key, so that everything
 * goes through the same drafts, runs and ledger as on the screens. It needs Node and this folder, and no installation.
 */
import { runCommand } from './lading/commands.mjs'
import { t } from './lading/words.mjs'

/** Exit codes, for scripts. */
const USAGE = 2
const SERVER = 4
const INTERRUPTED = 130

process.on('SIGINT', () => {
  console.error(`\n${t('interrupted')}`)
  process.exit(INTERRUPTED)
})

try {
  process.exitCode = await runCommand(readArguments(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof Failure && error.isUsage) console.error(`\n${t('usage')}`)
  process.exitCode = error instanceof Failure && error.isUsage ? USAGE : SERVER
}
