import { execFile } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { listIntakeFiles } from '@/lib/store/intake/files'
import { ownColumns, testIntake } from '@/testing/intake/harness'
import { inboxOfEachTest } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'

vi.setConfig({ testTimeout: 60_000 })

const watched = inboxOfEachTest()
const { path, watch, settle, files } = watched

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
    expect(await readdir(watched.folder)).toEqual(['orders.csv'])
    await testIntake(database, watched.thread).worker.idle()
    await inbox.scan()
    expect(await readdir(watched.folder)).toEqual(['done'])
    expect(await readdir(path('done'))).toEqual(['orders.csv'])
  })

  test('links, folders, pipes, hidden files and names of unfinished files are left alone', async () => {
    const database = await openTestDatabase()
    await writeFile(path('secret'), 'x')
    await rename(path('secret'), path('.secret'))
    await symlink(path('.secret'), path('link.csv'))
    await mkdir(path('folder.csv'))
    await promisify(execFile)('mkfifo', [path('pipe.csv')])
    for (const name of [
      ...['a.csv.part', 'b.tmp', '~$c.xlsx', 'd.crdownload'],
      ...['e.csv~', 'f.csv.bak', 'Thumbs.db', 'desktop.ini'],
    ])
      await writeFile(path(name), ownColumns(1))
    const before = await readdir(watched.folder)
    const inbox = watch(database)
    for (let look = 0; look < 3; look++) await inbox.scan()
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toEqual([])
    expect(await readdir(watched.folder)).toEqual(before)
  })

  test('a file whose sender goes on after a pause returns, so that all of its orders are imported', async () => {
    const database = await openTestDatabase()
    const clock = { now: Date.now() }
    const inbox = watch(database, { now: () => clock.now })
    await writeFile(path('paused.csv'), ownColumns(1, 'P'))
    await writeFile(path('begun.csv'), '')
    await writeFile(path('edited.csv'), ownColumns(1, 'E'))
    await settle(database, inbox)
    expect([await files('done'), await files('failed')]).toEqual([
      ['edited.csv', 'paused.csv'],
      ['begun.csv', 'begun.csv.txt'],
    ])
    // Written where they are now, as by a program that has them open.
    await writeFile(path('done', 'paused.csv'), ownColumns(3, 'P'))
    await writeFile(path('failed', 'begun.csv'), ownColumns(2, 'B'))
    await settle(database, inbox)
    // Of a sender that pauses again and again, not each pause makes a draft.
    expect(await files()).toEqual(['begun.csv', 'paused.csv'])
    clock.now += 60_000
    await settle(database, inbox)
    expect([await files('done'), await files('failed')]).toEqual([
      ['begun.csv', 'edited.csv', 'paused.csv'],
      [],
    ])
    const received = await listIntakeFiles(database.kysely, { limit: 9 })
    const orders = received.map(({ name, counts }) => `${name} ${JSON.parse(counts ?? '{}').orders ?? 0}`)
    expect(orders.toSorted()).toEqual([
      ...['begun.csv 0', 'begun.csv 2', 'edited.csv 1', 'paused.csv 1', 'paused.csv 3'],
    ])
  })

  test('a file whose sender continues hours later returns; one that a person edits later stays', async () => {
    const database = await openTestDatabase()
    const clock = { now: Date.now() }
    const inbox = watch(database, { now: () => clock.now })
    for (const name of ['slept', 'edited', 'shortened'])
      await writeFile(path(`${name}.csv`), ownColumns(2, name))
    await writeFile(path('begun.csv'), '')
    await settle(database, inbox)
    clock.now += 23 * 60 * 60_000
    await writeFile(path('done', 'slept.csv'), ownColumns(3, 'slept'))
    await writeFile(path('done', 'edited.csv'), ownColumns(3, 'other'))
    await writeFile(path('done', 'shortened.csv'), ownColumns(1, 'shortened'))
    await writeFile(path('failed', 'begun.csv'), ownColumns(1, 'begun'))
    await inbox.scan()
    expect(await files()).toEqual(['begun.csv', 'slept.csv'])
    expect(await files('done')).toEqual(['edited.csv', 'shortened.csv'])
    await settle(database, inbox)
    clock.now += 60_000
    await settle(database, inbox)
    expect(await files('done')).toEqual(['begun.csv', 'edited.csv', 'shortened.csv', 'slept.csv'])
    const received = await listIntakeFiles(database.kysely, { limit: 9 })
    expect(received.map(({ name, counts }) => `${name} ${JSON.parse(counts ?? '{}').orders ?? 0}`)).toEqual(
      expect.arrayContaining(['slept.csv 3', 'begun.csv 1']),
    )
    expect(received).toHaveLength(6)
  })

  test('a file that returned and was taken away does not delay a later file with its inode', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('paused.csv'), ownColumns(1))
    await settle(database, inbox)
    await writeFile(path('done', 'paused.csv'), ownColumns(2))
    await inbox.scan()
    await rename(path('paused.csv'), path('done', 'by a person.csv'))
    await inbox.scan()
    // The same inode again, as a file system gives it to a new file.
    await writeFile(path('done', 'by a person.csv'), ownColumns(3, 'later'))
    await rename(path('done', 'by a person.csv'), path('later.csv'))
    await settle(database, inbox)
    expect(await files()).toEqual([])
    expect(await files('done')).toContain('later.csv')
  })

  test('the same contents under another name stay one draft, also for another server', async () => {
    const database = await openTestDatabase()
    const [one, other] = [watch(database), watch(database)]
    await writeFile(path('a.csv'), ownColumns(1))
    await writeFile(path('b.csv'), ownColumns(1))
    for (let look = 0; look < 2; look++) await Promise.all([one.scan(), other.scan()])
    await testIntake(database, watched.thread).worker.idle()
    await Promise.all([one.scan(), other.scan()])
    await one.scan()
    expect((await readdir(path('done'))).toSorted()).toEqual(['a.csv', 'b.csv'])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toHaveLength(1)
    expect(await database.kysely.selectFrom('draft').select('id').execute()).toHaveLength(1)
  })

  test('a file that is renamed between two looks becomes one draft', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('a.csv'), ownColumns(1))
    await inbox.scan()
    await rename(path('a.csv'), path('b.csv'))
    await inbox.scan()
    await inbox.scan()
    await rename(path('b.csv'), path('c.csv'))
    await settle(database, inbox)
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([{ outcome: 'imported' }])
    expect(await files('done')).toEqual(['c.csv'])
  })

  test('a file that changes between two looks is not received, also if its size and its time stay', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    const time = new Date('2026-11-24T00:00:00Z')
    let before = 0
    for (const letter of ['A', 'B', 'C']) {
      // The clock of a file system advances in steps of some milliseconds.
      do {
        await writeFile(path('a.csv'), ownColumns(2, letter))
        await utimes(path('a.csv'), time, time)
      } while ((await stat(path('a.csv'))).ctimeMs === before)
      before = (await stat(path('a.csv'))).ctimeMs
      await inbox.scan()
    }
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toEqual([])
    await settle(database, inbox)
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toHaveLength(1)
  })

  test('a file that replaces another one while that is moved becomes a draft, too', async () => {
    const database = await openTestDatabase()
    await writeFile(path('a.csv'), ownColumns(1, 'first'))
    let replacing: (() => void) | undefined = () => {
      writeFileSync(path('next'), ownColumns(1, 'second'))
      renameSync(path('next'), path('a.csv'))
      replacing = undefined
    }
    const inbox = watch(database, {
      failpoint: at => {
        if (at === 'file_moving') replacing?.()
      },
    })
    await settle(database, inbox)
    expect(await readdir(path('done'))).toEqual([])
    expect(await files()).toEqual(['a.csv'])
    await settle(database, inbox)
    expect(await readFile(path('done', 'a.csv'), 'utf8')).toContain('second')
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([
      { outcome: 'imported' },
      { outcome: 'imported' },
    ])
  })

  test('a file that was being moved when its server died is put back after a minute, and read if it is new', async () => {
    const database = await openTestDatabase()
    await writeFile(path('a.csv'), ownColumns(1, 'first'))
    const dying = watch(database, {
      failpoint: at => {
        // Its sender replaces the file in the last moment before the server dies.
        if (at === 'file_moving') {
          writeFileSync(path('next'), ownColumns(1, 'second'))
          renameSync(path('next'), path('a.csv'))
        }
        if (at === 'file_hidden') throw new Error('killed')
      },
      report: () => {},
    })
    await settle(database, dying)
    const [left = '', ...others] = await files()
    expect(others).toEqual([])
    expect(left).toMatch(/^\.lading-.*-a\.csv$/)
    // Two other servers find it; one puts it back.
    const clock = { now: Date.now() }
    const servers = [0, 1].map(() => watch(database, { now: () => clock.now }))
    const look = () => Promise.all(servers.map(server => server.scan()))
    await look()
    expect(await files()).toEqual([left])
    clock.now += 60_000
    await look()
    expect(await files()).toEqual(['a.csv'])
    for (let round = 0; round < 2; round++) await look()
    await testIntake(database, watched.thread).worker.idle()
    await look()
    expect(await files()).toEqual([])
    expect(await files('done')).toEqual(['a.csv'])
    expect(await readFile(path('done', 'a.csv'), 'utf8')).toContain('second')
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toHaveLength(2)
  })
})
