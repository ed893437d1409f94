import 'server-only'
import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DatabaseLocation } from './database'
import { sqliteFile } from './sqlite/sqlite'
import { damagedDatabase } from './sqlite/sqlite-errors'

/** How long a start waits for the check, in milliseconds: a server must be ready within two seconds. */
const START_WAIT_MS = 1000

/** Receives results of a check that ends after the server has started. */
interface LateIntegrityReport {
  /** The file is damaged; the error says what to do. */
  damaged(error: Error): void
  /** The check itself failed. */
  unchecked(error: unknown): void
}

/**
 * Runs SQLite's quick_check, which reads the whole file, in a separate process. After one second the server
 * starts and the check continues. PostgreSQL has its own page checksums.
 * @throws Error that says what to do if the file is damaged
 */
export async function requireIntactFile(
  { dataDir, databaseUrl }: DatabaseLocation,
  late: LateIntegrityReport,
): Promise<void> {
  if (databaseUrl) return
  // The server may end while a large file is still being checked.
  const checking = checkFile(sqliteFile(dataDir), child => child.unref())
  const isChecked = await Promise.race([
    checking.then(
      () => true,
      () => true,
    ),
    setTimeout(START_WAIT_MS, false, { ref: false }),
  ])
  const settled = checking.catch((error: unknown) => {
    if (!(error instanceof DamagedFile)) return late.unchecked(error)
    const damage = damagedDatabase(sqliteFile(dataDir), error.message)
    if (isChecked) throw damage
    late.damaged(damage)
  })
  if (isChecked) await settled
}

/** Checks the file of the embedded database to its end. @throws Error if it is damaged */
export async function verifyIntegrity({ dataDir }: Pick<DatabaseLocation, 'dataDir'>): Promise<void> {
  await checkFile(sqliteFile(dataDir))
}

class DamagedFile extends Error {}

/** @throws DamagedFile with the first problem */
function checkFile(path: string, onStart: (child: ChildProcess) => void = () => {}): Promise<void> {
  // Turbopack would bundle a literal path. All commands run in the project's folder.
  const script = join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib',
    'store',
    'db',
    'sqlite',
    'sqlite-check.mjs',
  )
  return new Promise((resolve, reject) => {
    // This condition lets server-only modules load outside a bundle.
    const args = ['--conditions=react-server', script, path]
    const child = execFile(process.execPath, args, (error, stdout) => {
      process.off('exit', end)
      if (error) return reject(error)
      const [problem] = JSON.parse(stdout) as readonly string[]
      return problem === undefined ? resolve() : reject(new DamagedFile(problem))
    })
    const end = () => child.kill('SIGKILL')
    process.on('exit', end)
    onStart(child)
  })
}
