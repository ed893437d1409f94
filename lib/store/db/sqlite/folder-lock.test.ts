import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { FolderLock } from './folder-lock'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

/** Opens a file of the folder in another process, runs a statement and closes the file. @returns the error, if any */
async function inAnotherProcess(name: string, statement: string): Promise<string> {
  const script = `import { DatabaseSync } from '@photostructure/sqlite'
    const file = new DatabaseSync(process.argv[1])
    try { file.exec(process.argv[2]) } catch (error) { console.log(error.message) }
    file.close()`
  const args = ['--input-type=module', '--eval', script, join(dataDir, name), statement]
  return (await promisify(execFile)(process.execPath, args)).stdout.trim()
}

const takenAlone = () => inAnotherProcess('lading.lock', 'BEGIN EXCLUSIVE')

test('a server keeps its folder while it makes a backup, which takes the lock a second time', async () => {
  const ofServer = FolderLock.share(dataDir)
  const ofBackup = FolderLock.share(dataDir)
  expect(await takenAlone()).toBe('database is locked')
  ofBackup.release()
  expect(await takenAlone()).toBe('database is locked')
  ofServer.release()
  expect(await takenAlone()).toBe('')
})

test('no other process can have a database alone that a server opens a second time', async () => {
  const first = await openDatabase({ dataDir })
  const second = await openDatabase({ dataDir })
  await second.close()
  // Such a process would delete the log, into which the server goes on writing.
  const alone = 'pragma locking_mode = exclusive; select count(*) from draft'
  expect(await inAnotherProcess('lading.db', alone)).toBe('database is locked')
  await first.close()
  expect(await inAnotherProcess('lading.db', alone)).toBe('')
})
