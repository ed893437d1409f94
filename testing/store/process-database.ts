import 'server-only'
import { onTestFinished } from 'vitest'
import type { Database } from '@/lib/store/db/database'

// Where `database()` and the ledger keep what a process has open (lib/store/db/database.ts, lib/ledger/ledger.ts).
const shared = globalThis as { [key: symbol]: unknown }
const KEYS = [Symbol.for('lading.database'), Symbol.for('lading.runner')] as const

/**
 * Makes a database the one of this process, as `database()` returns it, until the test ends.
 * @param desk of testing/ledger/harness.ts, whose runner becomes that of this process
 */
export function useAsProcessDatabase(
  database: Database,
  desk?: { readonly ports: object; readonly runner: object },
): void {
  const before = KEYS.map(key => shared[key])
  const [databaseKey, runnerKey] = KEYS
  shared[databaseKey] = Promise.resolve(database)
  shared[runnerKey] = desk && Promise.resolve({ database, ports: desk.ports, runner: desk.runner })
  onTestFinished(() => {
    for (const [at, key] of KEYS.entries()) shared[key] = before[at]
  })
}
