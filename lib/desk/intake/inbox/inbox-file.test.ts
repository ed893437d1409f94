import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import { ownColumns, testIntake } from '@/testing/intake/harness'
import { inboxOfEachTest } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'

vi.setConfig({ testTimeout: 60_000 })

const watched = inboxOfEachTest()
const { path, watch, settle, files } = watched

describeDatabases('files that leave the watched folder', openTestDatabase => {
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
})
