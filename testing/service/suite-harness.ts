import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { openHarness, type ServiceHarness } from './harness'

/** A service over HTTP on its own SQLite file, open while the tests of the surrounding suite run. */
export function suiteHarness(): { readonly harness: ServiceHarness } {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
  let harness: ServiceHarness | undefined
  let close = async () => {}
  beforeAll(async () => {
    const database = await openDatabase({ dataDir })
    const opened = await openHarness(database)
    harness = opened
    close = async () => {
      await opened.close()
      await database.close()
    }
  })
  afterAll(async () => {
    await close()
    rmSync(dataDir, { recursive: true })
  })
  return {
    get harness() {
      if (!harness) throw new Error('The harness is open only while tests run.')
      return harness
    },
  }
}
