import { inTerminalLanguage } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'
import { asksForHelp, wrongOption } from '../lib/options.mjs'

/**
 * Runs a command in the language of the terminal and sets its exit code; with --help it only prints how it is called. An
 * error, also one of an invalid variable, is printed as its sentence without a stack.
 * @param command how it is called
 */
export async function runCommand(command: string, main: () => Promise<number>): Promise<void> {
  const isHelp = asksForHelp(process.argv.slice(2))
  try {
    process.exitCode = await inTerminalLanguage(isHelp ? async () => printUsage(command) : main)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

function printUsage(command: string): number {
  console.log(getTranslations('terminal')('usage', { command }))
  return 0
}

/** What is wrong with the options of a command. @param error of `parseArgs` */
export const optionError = (error: unknown): Error =>
  new Error(getTranslations('terminal')('wrongOption', { option: wrongOption(error) }))
