import 'server-only'
import { onTestFinished } from 'vitest'
import type { Database } from '@/lib/store/db/database'

// Where `database()` and the ledger keep what a process has open (lib/store/db/database.ts, lib/ledger/ledger.ts).
const shared = globalThis as { [key: symbol]: unknown }
const KEYS = [Symbol.for('lading.database'), Symbol.for('lading.runner')] as const

/** Makes a database the one of this process, as `database()` returns it, until the test ends. */
export function useAsProcessDatabase(database: Database): void {
  const before = KEYS.map(key => shared[key])
  const [databaseKey, runnerKey] = KEYS
  shared[databaseKey] = Promise.resolve(database)
  shared[runnerKey] = undefined
  onTestFinished(() => {
    for (const [at, key] of KEYS.entries()) shared[key] = before[at]
  })
}
