import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { failingInbox } from '@/lib/desk/home/attention'
import { listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import { ownColumns, testIntake } from '@/testing/intake/harness'
import { asOrdinaryAccount, inboxOfEachTest } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'
import type { InboxProblem } from './inbox-problem'

vi.setConfig({ testTimeout: 60_000 })

const watched = inboxOfEachTest()
const { path, watch, settle, files } = watched

describeDatabases('a watched folder with a problem', openTestDatabase => {
  test('a file that Lading may not read is named on Home, and does not keep the others waiting', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await chmod(watched.folder, 0o777)
    await writeFile(path('a.csv'), ownColumns(1), { mode: 0o000 })
    await writeFile(path('b.csv'), ownColumns(1))
    await asOrdinaryAccount(async () => {
      for (let look = 0; look < 2; look++) await inbox.scan()
    })
    expect(await listFilesForPerson(database.kysely, 5)).toMatchObject([{ name: 'a.csv' }])
    expect(await readFile(path('failed', 'a.csv.txt'), 'utf8')).toContain('read access')
    await settle(database, inbox)
    expect(await files('done')).toEqual(['b.csv'])
    // With permission the same file is received.
    await chmod(path('failed', 'a.csv'), 0o644)
    await writeFile(path('failed', 'a.csv'), ownColumns(1, 'C'))
    await rename(path('failed', 'a.csv'), path('a.csv'))
    await settle(database, inbox)
    expect(await files('done')).toEqual(['a.csv', 'b.csv'])
  })

  test('a folder that cannot be used is reported once, until it can be used again', async () => {
    const database = await openTestDatabase()
    const reported: unknown[] = []
    const clock = { now: 1000 }
    let problem: InboxProblem | undefined
    const inbox = watch(database, {
      now: () => clock.now,
      report: error => reported.push(error),
      onProblem: found => {
        problem = found
      },
    })
    await rm(watched.folder, { recursive: true })
    for (let look = 0; look < 3; look++) {
      await inbox.scan()
      clock.now += 1000
    }
    expect(reported).toHaveLength(1)
    expect(problem).toEqual({ folder: watched.folder, since: 1000, code: 'ENOENT' })
    expect(failingInbox(problem)).toMatchObject([{ problem: 'missing', at: '1970-01-01T00:00:01.000Z' }])
    await mkdir(watched.folder)
    clock.now += 16_000
    await inbox.scan()
    expect(problem).toBeUndefined()
    expect(failingInbox(problem)).toEqual([])
    await rm(watched.folder, { recursive: true })
    await inbox.scan()
    expect(reported).toHaveLength(2)
    expect(problem).toMatchObject({ since: 20_000 })
  })

  test('a network folder that does not respond is named while it hangs, and does not hold up the end of the server', async () => {
    const database = await openTestDatabase()
    const reported: unknown[] = []
    const clock = { now: 1000 }
    let problem: InboxProblem | undefined
    let respond = () => {}
    const silence = new Promise<void>(resolve => {
      respond = resolve
    })
    let asked = () => {}
    const isAsked = new Promise<void>(resolve => {
      asked = resolve
    })
    const inbox = watch(database, {
      now: () => clock.now,
      report: error => reported.push(error),
      onProblem: found => {
        problem = found
      },
      list: async () => {
        asked()
        await silence
        return { names: [], hidden: [] }
      },
    })
    const look = inbox.scan()
    await isAsked
    clock.now += 119_000
    void inbox.scan()
    expect(problem).toBeUndefined()
    for (let tick = 0; tick < 3; tick++) {
      clock.now += 3000
      void inbox.scan()
    }
    expect(problem).toEqual({ folder: watched.folder, since: 1000, code: 'ETIMEDOUT' })
    expect(failingInbox(problem)).toMatchObject([{ problem: 'silent' }])
    expect(reported).toHaveLength(1)
    await inbox.close()
    respond()
    await look
    clock.now += 16_000
    await inbox.scan()
    expect(problem).toBeUndefined()
  })

  test('a folder from which files cannot be moved is named until they can', async () => {
    const database = await openTestDatabase()
    let problem: InboxProblem | undefined
    const clock = { now: 1000 }
    const inbox = watch(database, {
      now: () => clock.now,
      report: () => {},
      onProblem: found => {
        problem = found
      },
    })
    await writeFile(path('a.csv'), ownColumns(1))
    for (let look = 0; look < 2; look++) await inbox.scan()
    await testIntake(database, watched.thread).worker.idle()
    await chmod(watched.folder, 0o555)
    await asOrdinaryAccount(() => inbox.scan())
    expect(problem).toMatchObject({ code: 'EACCES' })
    expect(failingInbox(problem)).toMatchObject([{ problem: 'denied' }])
    // Where only done refuses it, the file is put back each time, which changes it.
    await mkdir(path('done'), { mode: 0o555 })
    await chmod(watched.folder, 0o777)
    for (let look = 0; look < 8; look++) {
      clock.now += 3000
      await asOrdinaryAccount(() => inbox.scan())
      expect(problem).toMatchObject({ code: 'EACCES', since: 1000 })
    }
    // It belongs to another account, so that it may not be linked and gets a unique name: one, not one after another.
    expect(await files()).toEqual([expect.stringMatching(/^[0-9a-f-]{37}a\.csv$/)])
    await chmod(path('done'), 0o777)
    for (let look = 0; look < 3; look++) await asOrdinaryAccount(() => inbox.scan())
    clock.now += 16_000
    await asOrdinaryAccount(() => inbox.scan())
    expect(problem).toBeUndefined()
    expect(await files()).toEqual([])
    expect(await files('done')).toEqual([expect.stringMatching(/a\.csv$/)])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([{ outcome: 'imported' }])
  })
})
