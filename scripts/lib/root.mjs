import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { t } from './terminal.mjs'

/** The folder of the project, whatever the working directory of the caller is. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** An absolute path from parts below the project's folder. */
export const inRoot = (...parts) => join(root, ...parts)

// Programs that Lading starts send no telemetry.
process.env.NEXT_TELEMETRY_DISABLED = '1'

/** An error that a person can fix: printed as one sentence, without a stack. */
export class Stop extends Error {}

/**
 * Runs a command's main function. A `Stop` is printed as its sentence, any other error with its stack; both exit with
 * code 1. `main` may resolve to an exit code.
 */
export async function runMain(main) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  try {
    if (major < 20 || (major === 20 && minor < 9))
      throw new Stop(t('oldNode', { version: process.versions.node }))
    const code = await main()
    if (typeof code === 'number') process.exit(code)
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error)
    process.exit(1)
  }
}
