import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findDraft, readLines } from '@/lib/store/drafts/drafts'
import { listIntakeFiles } from '@/lib/store/intake/files'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'
import { arrivalOf, bundleThread, fileOf, ownColumns, testIntake } from '@/testing/intake/harness'
import { describeDatabases } from '@/testing/store/databases'
import { receiveFile } from './arrival'

// Each test starts and kills a process, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

let mortal: Bundle
let thread: Bundle
beforeAll(async () => {
  mortal = await bundle('testing/intake/crash-child.ts')
  thread = await bundleThread()
})
afterAll(() => {
  mortal.remove()
  thread.remove()
})

const steps = [
  'file_recorded',
  'file_part',
  'file_received',
  'file_claimed',
  'file_drafted',
  'file_lines',
  'file_saved',
  'file_checking',
]

describeDatabases('kill -9 of a server', openTestDatabase => {
  test.each(steps)('at %s leaves one file that becomes one draft with every line once', async failpoint => {
    const database = await openTestDatabase()
    const { kysely } = database
    // More lines than one transaction saves.
    const text = ownColumns(1200)
    const child = spawn(process.execPath, [mortal.file, JSON.stringify(database.place), thread.file, text], {
      env: { ...process.env, FAILPOINT: failpoint },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

    // The sender repeats the file, or the folder still has it.
    await receiveFile(arrivalOf(database), fileOf(text))
    const { worker, clock, checks } = testIntake(database, thread.file)
    clock.now += 60_000
    await worker.idle()
    const files = await listIntakeFiles(kysely, { limit: 10 })
    expect(files).toMatchObject([{ state: 'done', outcome: 'imported' }])
    const drafts = await kysely.selectFrom('draft').select('id').execute()
    expect(drafts).toEqual([{ id: files[0]?.draft_id }])
    expect(await findDraft(kysely, drafts[0]?.id ?? '')).toMatchObject({ records: 1200 })
    const numbers = (await readLines(kysely, drafts[0]?.id ?? '')).map(
      ({ texts }) => texts['orderInfo.mallOrderNumber'],
    )
    expect(numbers).toEqual(Array.from({ length: 1200 }, (_, at) => `A-${at}`))
    expect(checks).toEqual([`file-${files[0]?.id}`])
  })
})
