#!/usr/bin/env node
import { exitCodes, Failure, readArguments, wantsJson } from './lading/arguments.mjs'
/**
 * The command line of the desk: checks and registers files through /desk-api/v1 with an automation key, so that
 * everything goes through the same drafts, runs and ledger as on the screens. It needs Node and this folder, and
 * no installation.
 */
import { runCommand } from './lading/commands.mjs'
import { t } from './lading/words.mjs'
import { asksForHelp } from './lib/options.mjs'

process.on('SIGINT', () => {
  console.error(`\n${t('interrupted')}`)
  process.exit(exitCodes.interrupted)
})

// The reader of a pipe may need only the first lines; the exit code stays the result.
process.stdout.on('error', error => {
  if (error.code !== 'EPIPE') throw error
})

const given = process.argv.slice(2)
try {
  if (asksForHelp(given)) console.log(t('usage'))
  else process.exitCode = await runCommand(readArguments(given, process.env))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.exitCode = error instanceof Failure ? error.exitCode : exitCodes.server
  if (wantsJson(given)) console.log(JSON.stringify({ exitCode: process.exitCode, error: message }))
  console.error(message)
  if (error instanceof Failure && error.showsUsage) console.error(`\n${t('usage')}`)
}
