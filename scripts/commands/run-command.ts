import { inTerminalLanguage } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'
import { wrongOption } from '../lib/wrong-option.mjs'

/**
 * Runs a command in the language of the terminal and sets its exit code. An error, also one of an invalid variable, is
 * printed as its sentence without a stack.
 */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await inTerminalLanguage(main)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** What is wrong with the options of a command. @param error of `parseArgs` */
export const optionError = (error: unknown): Error =>
  new Error(getTranslations('terminal')('wrongOption', { option: wrongOption(error) }))
