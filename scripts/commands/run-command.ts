import { inTerminalLanguage } from '@/lib/env'

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
