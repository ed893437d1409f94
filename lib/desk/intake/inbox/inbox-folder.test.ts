import { execFile } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { failingInbox, readAttention } from '@/lib/desk/home/attention'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { OVER_QUOTA_RETRY_MS } from '@/lib/store/intake/arrivals'
import { listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import { arrivalOf, fileOf, ownColumns, testIntake } from '@/testing/intake/harness'
import { inboxOfEachTest, watchFolder } from '@/testing/intake/inbox'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { receiveFile } from '../arrival'
import type { FolderPorts, InboxFolder } from './inbox-folder'
import type { InboxProblem } from './inbox-problem'

vi.setConfig({ testTimeout: 60_000 })

const watched = inboxOfEachTest()

const path = (...names: string[]) => join(watched.folder, ...names)

const watch = (database: TestDatabase, over: Partial<FolderPorts> = {}) =>
  watchFolder(watched.folder, database, over)

/** Looks at the folder, makes drafts, and looks again, so that every file that is complete is moved. */
async function settle(database: TestDatabase, inbox: InboxFolder) {
  for (let look = 0; look < 2; look++) await inbox.scan()
  await testIntake(database, watched.thread).worker.idle()
  await inbox.scan()
}

const files = async (...names: string[]) =>
  (await readdir(path(...names), { withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

/** Runs work as an account for which permissions of files count, unlike for root. */
async function asOrdinaryAccount(work: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(ORDINARY_ACCOUNT)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
const ORDINARY_ACCOUNT = 65534

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

  test('a file that cannot be read is moved to failed with the reason, and Home names it', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    await writeFile(path('empty.csv'), '')
    await mkdir(path('failed'))
    await writeFile(path('failed', 'empty.csv'), 'an older one')
    for (let look = 0; look < 2; look++) await inbox.scan()
    await testIntake(database, watched.thread).worker.idle()
    await inbox.scan()
    expect((await readdir(path('failed'))).toSorted()).toEqual([
      'empty (2).csv',
      'empty (2).csv.txt',
      'empty.csv',
    ])
    // It is not known who opens the folder: the note is in all languages.
    const note = await readFile(path('failed', 'empty (2).csv.txt'), 'utf8')
    for (const sentence of ['This file is empty.', '빈 파일입니다.', 'ファイルにデータがありません。'])
      expect(note).toContain(sentence)
    expect(await listFilesForPerson(database.kysely, 5)).toMatchObject([{ name: 'empty.csv' }])
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

  test('a reason that cannot be written leaves nothing in failed, and its file stays in the folder', async () => {
    await writeFile(path('empty.csv'), '')
    await mkdir(path('failed'))
    // A process that may create files and write nothing into them, as on a full disk.
    const { stdout } = await promisify(execFile)('sh', [
      ...['-c', 'ulimit -f 0 && exec "$0" "$@"', process.execPath],
      ...['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e'],
      `import { lookAtFile, moveFile } from './lib/desk/intake/inbox/inbox-file.ts'
        const [folder, name] = [process.argv[1], 'empty.csv'].map(text => Buffer.from(text))
        const snapshot = await lookAtFile(Buffer.from(process.argv[1] + '/empty.csv'))
        const to = { folder: Buffer.from(process.argv[1] + '/failed'), note: 'It is empty.' }
        const moving = moveFile({ folder, name, snapshot, sha256: '' }, to, () => {})
        console.log(await moving.then(() => 'moved', error => error.code))`,
      watched.folder,
    ])
    expect(stdout).toBe('EFBIG\n')
    expect(await files('failed')).toEqual([])
    expect(await files()).toEqual(['empty.csv'])
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
    await testIntake(database, watched.thread).worker.idle()
    await Promise.all([one.scan(), other.scan()])
    await one.scan()
    expect((await readdir(path('done'))).toSorted()).toEqual(['a.csv', 'b.csv'])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toHaveLength(1)
    expect(await database.kysely.selectFrom('draft').select('id').execute()).toHaveLength(1)
  })

  test('files with odd names become drafts with names that can be read', async () => {
    const database = await openTestDatabase()
    // A Korean machine wrote the first name; the others have control characters, a backslash and the longest length.
    const korean = Buffer.from([0xc1, 0xd6, 0xb9, 0xae, ...Buffer.from('.csv')])
    const odd = ['tab\tand\nline.csv', 'C:\\export\\orders.csv', `${'가'.repeat(83)}xy.csv`]
    const names = [korean, ...odd.map(name => Buffer.from(name))]
    for (const [at, name] of names.entries())
      await writeFile(Buffer.concat([Buffer.from(`${watched.folder}/`), name]), ownColumns(at + 1))
    await settle(database, watch(database))
    const done = await readdir(path('done'), { encoding: 'buffer' })
    expect(done.map(name => name.toString('hex')).toSorted()).toEqual(
      names.map(name => name.toString('hex')).toSorted(),
    )
    expect(await files()).toEqual([])
    const received = await listIntakeFiles(database.kysely, { limit: 9 })
    expect(received.map(({ name, outcome }) => `${name} ${outcome}`).toSorted()).toEqual(
      ['주문.csv', 'tab and line.csv', 'C:\\export\\orders.csv', odd[2]]
        .map(name => `${name} imported`)
        .toSorted(),
    )
  })

  test('a failed file with the longest name keeps its ending and gets its reason', async () => {
    const database = await openTestDatabase()
    const name = `${'가'.repeat(83)}xy.csv`
    await writeFile(path(name), '')
    await settle(database, watch(database))
    const [file = '', note = '', ...rest] = await files('failed')
    expect(rest).toEqual([])
    expect(file).toMatch(/^가{82}\.csv$/)
    expect(note).toBe(`${file}.txt`)
  })

  test('the reason of a failed file never replaces another file', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database)
    const text = 'one line without columns'
    await writeFile(path('a.csv.txt'), text)
    await settle(database, inbox)
    await writeFile(path('a.csv'), '')
    await settle(database, inbox)
    expect(await files('failed')).toEqual(['a (2).csv', 'a (2).csv.txt', 'a.csv.txt', 'a.csv.txt.txt'])
    expect(await readFile(path('failed', 'a.csv.txt'), 'utf8')).toBe(text)
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

  test('a file for which there is no room stays in the folder, is reported once, and is received when there is room', async () => {
    const database = await openTestDatabase()
    const reported: unknown[] = []
    const quota = { draftFileBytes: 1e9, allFileBytes: 10 }
    const inbox = watch(database, { quota, report: error => reported.push(error) })
    await writeFile(path('a.csv'), ownColumns(1))
    for (let look = 0; look < 4; look++) await inbox.scan()
    expect(await files()).toEqual(['a.csv'])
    expect(reported.map(String)).toEqual([expect.stringContaining('ALL_FILES_MB')])
    await settle(database, watch(database))
    expect(await files('done')).toEqual(['a.csv'])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([{ outcome: 'imported' }])
  })

  test('Home names a file for which there is no room, until a draft is deleted and the file is received', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const clock = { now: Date.now() }
    // Room for one of the two files: what is stored is compressed, what arrives is not.
    const [first, second] = [ownColumns(3, 'first'), ownColumns(3, 'second')]
    const inbox = watch(database, {
      quota: { draftFileBytes: 1000, allFileBytes: Buffer.byteLength(second) },
      now: () => clock.now,
      report: () => {},
    })
    const named = async () => (await readAttention(kysely, clock.now)).waitingFiles
    await writeFile(path('first.csv'), first)
    await settle(database, inbox)
    await writeFile(path('second.csv'), second)
    await settle(database, inbox)
    expect(await files()).toEqual(['second.csv'])
    expect(await named()).toMatchObject([{ name: 'second.csv', limit: 'all' }])
    // It is tried again from time to time, and stays on Home meanwhile.
    for (let look = 0; look < 10; look++) {
      clock.now += OVER_QUOTA_RETRY_MS
      await inbox.scan()
    }
    expect(await named()).toMatchObject([{ name: 'second.csv' }])
    const { id } = await kysely.selectFrom('draft').select('id').executeTakeFirstOrThrow()
    expect(await deleteDraft(kysely, id, 'mina', new Date().toISOString())).toBe(true)
    clock.now += OVER_QUOTA_RETRY_MS
    await settle(database, inbox)
    expect(await files('done')).toEqual(['first.csv', 'second.csv'])
    expect(await named()).toEqual([])
  })

  test('a file that is larger than the limit of one draft is named with that limit', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database, { quota: { draftFileBytes: 10, allFileBytes: 1e9 }, report: () => {} })
    await writeFile(path('a.csv'), ownColumns(1))
    for (let look = 0; look < 2; look++) await inbox.scan()
    const waiting = async (now: number) => (await readAttention(database.kysely, now)).waitingFiles
    expect(await waiting(Date.now())).toMatchObject([{ name: 'a.csv', limit: 'draft' }])
    // A file that was taken out of the folder is not tried again.
    expect(await waiting(Date.now() + 10 * OVER_QUOTA_RETRY_MS)).toEqual([])
  })

  test('a file that a program sends and that does not fit is refused, and not named', async () => {
    const database = await openTestDatabase()
    const quota = { draftFileBytes: 10, allFileBytes: 10 }
    const arrival = await receiveFile(arrivalOf(database, { quota }), fileOf(ownColumns(1)))
    expect(arrival).toMatchObject({ kind: 'quota', exceeded: 'draft' })
    expect((await readAttention(database.kysely, Date.now())).waitingFiles).toEqual([])
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
