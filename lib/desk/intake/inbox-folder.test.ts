import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import type { Bundle } from '@/scripts/lib/bundle'
import { arrivalOf, bundleThread, ownColumns, testIntake } from '@/testing/intake/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { InboxFolder } from './inbox-folder'

vi.setConfig({ testTimeout: 60_000 })

let thread: Bundle
let folder: string
beforeAll(async () => {
  thread = await bundleThread()
})
afterAll(() => thread.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-inbox-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = (...names: string[]) => join(folder, ...names)

function watch(database: TestDatabase) {
  return new InboxFolder(folder, {
    ...arrivalOf(database),
    operatorId: 'inbox-folder',
    onReceived: () => {},
    report: error => {
      throw error
    },
  })
}

describeDatabases('the watched folder', openTestDatabase => {
  test('a file becomes a draft after two looks without a change, and is then moved to done', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('orders.csv'), ownColumns(1))
    await inbox.scan()
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toEqual([])
    await writeFile(path('orders.csv'), ownColumns(2))
    await inbox.scan()
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toEqual([])
    await inbox.scan()
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([
      { name: 'orders.csv', origin: 'folder' },
    ])
    expect(await readdir(folder)).toEqual(['orders.csv'])
    await testIntake(database, thread.file).worker.idle()
    await inbox.scan()
    expect(await readdir(folder)).toEqual(['done'])
    expect(await readdir(path('done'))).toEqual(['orders.csv'])
  })

  test('links, folders, hidden files and names of unfinished files are left alone', async () => {
    const database = await openTestDatabase()
    await writeFile(path('secret'), 'x')
    await rename(path('secret'), path('.secret'))
    await symlink(path('.secret'), path('link.csv'))
    await mkdir(path('folder.csv'))
    for (const name of ['a.csv.part', 'b.tmp', '~$c.xlsx', 'd.crdownload', 'tab\there.csv'])
      await writeFile(path(name), ownColumns(1))
    const before = await readdir(folder)
    const inbox = watch(database)
    for (let look = 0; look < 3; look++) await inbox.scan()
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toEqual([])
    expect(await readdir(folder)).toEqual(before)
  })

  test('a file that cannot be read is moved to failed with the reason, and Home names it', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('empty.csv'), '')
    await mkdir(path('failed'))
    await writeFile(path('failed', 'empty.csv'), 'an older one')
    for (let look = 0; look < 2; look++) await inbox.scan()
    await testIntake(database, thread.file).worker.idle()
    await inbox.scan()
    expect((await readdir(path('failed'))).toSorted()).toEqual([
      'empty (2).csv',
      'empty (2).csv.txt',
      'empty.csv',
    ])
    expect(await readFile(path('failed', 'empty (2).csv.txt'), 'utf8')).toContain('This file is empty.')
    expect(await listFilesForPerson(database.kysely, 5)).toMatchObject([{ name: 'empty.csv' }])
  })

  test('a file that is too large is not read, and is named once', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('large.csv'), '')
    await truncate(path('large.csv'), 101 * 1024 * 1024)
    for (let look = 0; look < 3; look++) await inbox.scan()
    expect(await listFilesForPerson(database.kysely, 5)).toMatchObject([{ name: 'large.csv' }])
    expect((await readdir(path('failed'))).toSorted()).toEqual(['large.csv', 'large.csv.txt'])
    expect(await readFile(path('failed', 'large.csv.txt'), 'utf8')).toContain('100 MB')
  })

  test('the same contents under another name stay one draft, also for another server', async () => {
    const database = await openTestDatabase()
    const [one, other] = [watch(database), watch(database)]
    await writeFile(path('a.csv'), ownColumns(1))
    await writeFile(path('b.csv'), ownColumns(1))
    for (let look = 0; look < 2; look++) await Promise.all([one.scan(), other.scan()])
    await testIntake(database, thread.file).worker.idle()
    await Promise.all([one.scan(), other.scan()])
    await one.scan()
    expect((await readdir(path('done'))).toSorted()).toEqual(['a.csv', 'b.csv'])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toHaveLength(1)
    expect(await database.kysely.selectFrom('draft').select('id').execute()).toHaveLength(1)
  })
})
