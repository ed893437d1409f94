import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '@/lib/store/database'
import { openRig, type Rig } from './rig'

/** A service over HTTP on a SQLite file of its own, open while the tests of the suite around the call run. */
export function suiteRig(): { readonly rig: Rig } {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
  let rig: Rig | undefined
  let close = async () => {}
  beforeAll(async () => {
    const database = await openDatabase({ dataDir })
    const opened = await openRig(database)
    rig = opened
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
    get rig() {
      if (!rig) throw new Error('The rig is open only while tests run.')
      return rig
    },
  }
}
