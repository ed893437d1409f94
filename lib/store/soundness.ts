import 'server-only'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DatabasePlace } from './database'
import { sqliteFile } from './sqlite'
import { damagedDatabase } from './sqlite-error'

/** How long a start waits for the check, in milliseconds: a server has to be ready within two seconds. */
const LONGEST_WAIT = 1000

/** What happens with what a check finds after the server has begun to serve. */
export interface LateFindings {
  /** The file is damaged: the error says what to do. */
  damaged(error: Error): void
  /** The check itself could not be made. */
  unchecked(error: unknown): void
}

/**
 * Checks the file of the embedded database (SQLite's quick_check, which reads all of it) in a process of its own. A file
 * that takes longer than a second is checked further while the server serves. PostgreSQL checks its pages itself.
 * @throws Error that says what to do, when the file is damaged
 */
export async function requireSoundFile(
  { dataDir, databaseUrl }: DatabasePlace,
  late: LateFindings,
): Promise<void> {
  if (databaseUrl) return
  const checking = checkFile(sqliteFile(dataDir))
  const isChecked = await Promise.race([
    checking.then(
      () => true,
      () => true,
    ),
    setTimeout(LONGEST_WAIT, false, { ref: false }),
  ])
  const settled = checking.catch((error: unknown) => {
    if (!(error instanceof DamagedFile)) return late.unchecked(error)
    const told = damagedDatabase(sqliteFile(dataDir), error.message)
    if (isChecked) throw told
    late.damaged(told)
  })
  if (isChecked) await settled
}

/** Checks the file of the embedded database, however long it takes. @throws Error when it is damaged */
export async function requireSound({ dataDir }: Pick<DatabasePlace, 'dataDir'>): Promise<void> {
  await checkFile(sqliteFile(dataDir))
}

class DamagedFile extends Error {}

/** @throws DamagedFile with the first thing that is wrong */
function checkFile(path: string): Promise<void> {
  // Turbopack would take the folder for something to bundle. All commands run in the project's folder.
  const script = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'store', 'sqlite-check.mjs')
  return new Promise((resolve, reject) => {
    // Loaders that this process has in NODE_OPTIONS are of no use to the check.
    const env = { ...process.env, NODE_OPTIONS: '' }
    const child = execFile(process.execPath, [script, path], { env }, (error, stdout) => {
      process.off('exit', end)
      if (error) return reject(error)
      const [problem] = JSON.parse(stdout) as readonly string[]
      return problem === undefined ? resolve() : reject(new DamagedFile(problem))
    })
    const end = () => child.kill('SIGKILL')
    process.on('exit', end)
    child.unref()
  })
}
