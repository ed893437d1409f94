import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { readLines } from '@/lib/store/drafts/drafts'
import { listIntakeFiles } from '@/lib/store/intake/files'
import { arrivalOf, fileOf, ownColumns, testIntake } from '@/testing/intake/harness'
import { inboxOfEachTest, watchFolder } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'
import { receiveFile } from './arrival'

// The folder is polled every three seconds, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

const watched = inboxOfEachTest()

/** A running server: it polls the folder and makes drafts. */
function serve(database: Database) {
  const { worker } = testIntake(database, watched.thread)
  const inbox = watchFolder(watched.folder, database, { onReceived: () => void worker.wake() })
  worker.start()
  inbox.start()
  return {
    close: async () => {
      await inbox.close()
      await worker.idle()
      await worker.close()
    },
  }
}

const NUMBER = 'orderInfo.mallOrderNumber'

describeDatabases('two servers with one database', openTestDatabase => {
  test('make one draft of each file of a folder that both watch, while programs send some of the files to both', async () => {
    const A = await openTestDatabase()
    const B = await openDatabase(A.place)
    const contents = Array.from({ length: 6 }, (_, at) => ownColumns(3, `F${at}`))
    try {
      for (const [at, text] of contents.entries()) {
        await writeFile(join(watched.folder, `${at}.csv`), text)
        await writeFile(join(watched.folder, `copy of ${at}.csv`), text)
      }
      const servers = [serve(A), serve(B)]
      const sent = contents.slice(0, 3).flatMap(text =>
        [A, B].map(async database => {
          const arrival = await receiveFile(arrivalOf(database), fileOf(text))
          return arrival.kind === 'received' ? arrival.file.id : arrival.kind
        }),
      )
      expect(new Set(await Promise.all(sent)).size).toBe(3)
      const done = async () =>
        (await readdir(watched.folder)).includes('done') && readdir(join(watched.folder, 'done'))
      await expect.poll(done, { timeout: 150_000, interval: 200 }).toHaveLength(12)
      await Promise.all(servers.map(server => server.close()))
    } finally {
      await B.close()
    }

    expect(await readdir(watched.folder)).toEqual(['done'])
    const files = await listIntakeFiles(A.kysely, { limit: 100 })
    expect(files.map(({ outcome }) => outcome)).toEqual(contents.map(() => 'imported'))
    const drafts = await A.kysely.selectFrom('draft').select('id').execute()
    const numbers = await Promise.all(
      drafts.map(async ({ id }) => (await readLines(A.kysely, id)).map(({ texts }) => texts[NUMBER]).join()),
    )
    expect(numbers.toSorted()).toEqual(contents.map((_, at) => `F${at}-0,F${at}-1,F${at}-2`))
  })
})
