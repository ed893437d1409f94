import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Database, isTransient, openDatabase } from '@/lib/store/db/database'
import { bundle } from '@/scripts/lib/build/bundle'
import { limitSize } from '@/testing/store/databases'
import { endThread } from './sqlite-threads'

const dataDir = mkdtempSync(join(tmpdir(), 'lading-threads-'))
const opened: Database[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function open(): Promise<Database> {
  const database = await openDatabase({ dataDir })
  opened.push(database)
  await sql`create table if not exists note (id integer primary key, text text, bytes blob)`.execute(
    database.kysely,
  )
  await sql`delete from note`.execute(database.kysely)
  return database
}

const texts = async ({ kysely }: Database) =>
  (await sql<{ text: string }>`select text from note order by id`.execute(kysely)).rows.map(row => row.text)

const add = (db: Database['kysely'], text: string) =>
  sql`insert into note (text) values (${text})`.execute(db)

describe('the embedded database, whose statements run in threads', () => {
  test('loses no commit when a thread ends, fails pending requests, and continues', async () => {
    const database = await open()
    await add(database.kysely, 'committed')
    const broken = database.write(async trx => {
      await add(trx, 'under way')
      await endThread('writer')
      await add(trx, 'after the end')
    })
    const error = await broken.catch(error => error)
    expect([error instanceof Error, isTransient(error)]).toEqual([true, true])
    await add(database.kysely, 'afterwards')
    expect(await texts(database)).toEqual(['committed', 'afterwards'])
    expect(await database.durable()).toBe(true)
  })

  test('reports that a commit may have succeeded if its thread ends meanwhile', async () => {
    const database = await open()
    const error = await database
      .write(async trx => {
        await add(trx, 'in doubt')
        // The thread ends while the commit is requested, so the result of the commit never arrives.
        setImmediate(() => endThread('writer'))
        await new Promise(resolve => setImmediate(resolve))
      })
      .catch(error => error)
    // Only the file shows whether the commit succeeded; the caller must not treat it as failed.
    if (error !== undefined) expect(isTransient(error)).toBe(true)
    await add(database.kysely, 'afterwards')
    expect((await texts(database)).filter(text => text !== 'in doubt')).toEqual(['afterwards'])
  })

  test('reads 20,000 rows off the main thread, complete and in order, without blocking the event loop', async () => {
    const database = await open()
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into note (id, text) select i, 'line ' || i from n`.execute(database.kysely)
    let turns = 0
    const loop = setInterval(() => turns++, 1)
    const { rows } = await sql<{ id: number; text: string }>`select id, text from note order by id`.execute(
      database.longReads,
    )
    clearInterval(loop)
    expect(rows.every((row, i) => row.id === i + 1 && row.text === `line ${i + 1}`)).toBe(true)
    expect(rows).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(1)
  })

  test('shows the latest commit to long reads, which cannot write', async () => {
    const database = await open()
    await add(database.kysely, 'new')
    const { rows } = await sql`select text from note`.execute(database.longReads)
    expect(rows).toEqual([{ text: 'new' }])
    await expect(add(database.longReads, 'no')).rejects.toThrow('readonly')
    expect(await texts(database)).toEqual(['new'])
  })

  test('writes nothing outside of a transaction that a full disk has ended', async () => {
    const database = await open()
    await limitSize(database, () =>
      database
        .write(async trx => {
          await add(trx, 'first')
          await add(trx, 'x'.repeat(5_000_000)).catch(() => {})
          await add(trx, 'after the disk was full')
        })
        .catch(() => {}),
    )
    expect(await texts(database)).toEqual([])
  })

  test('keeps texts and bytes unchanged, and rejects values that it cannot keep', async () => {
    const database = await open()
    const bytes = Buffer.from([0, 1, 255, 0]).subarray(1)
    await sql`insert into note (text, bytes) values (${'\u{1F4E6} 山田'}, ${bytes}), (${'\ud83d'}, ${new Uint8Array()})`.execute(
      database.kysely,
    )
    for (const db of [database.kysely, database.longReads]) {
      const { rows } = await sql`select text, bytes from note order by id`.execute(db)
      expect(rows).toEqual([
        { text: '\u{1F4E6} 山田', bytes: new Uint8Array([1, 255, 0]) },
        { text: '\ufffd', bytes: new Uint8Array() },
      ])
      await expect(sql`select ${'a\u0000b'} as text`.execute(db)).rejects.toThrow('NUL')
      await expect(sql`select 9007199254740993 as id`.execute(db)).rejects.toThrow('too large')
    }
  })

  test('lets a process exit with its own exit code while a statement runs', async () => {
    const database = await open()
    const child = await bundle('testing/store/exit-child.ts')
    const args = ['--conditions=react-server', child.file]
    const running = spawn(process.execPath, args, {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: 'inherit',
    })
    const ended = await once(running, 'exit')
    child.remove()
    expect(ended).toEqual([3, null])
    const { rows } = await sql`select value from service_sequence where name = 'before the end'`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ value: 1 }])
  })

  test('reads the current columns of a table whose schema changed', async () => {
    const database = await open()
    await sql`create table moved (a text)`.execute(database.kysely)
    await sql`insert into moved values ('one')`.execute(database.kysely)
    const read = async () => [
      (await sql`select * from moved`.execute(database.kysely)).rows,
      (await sql`select * from moved`.execute(database.longReads)).rows,
    ]
    expect(await read()).toEqual([[{ a: 'one' }], [{ a: 'one' }]])
    await sql`alter table moved rename column a to b`.execute(database.kysely)
    expect(await read()).toEqual([[{ b: 'one' }], [{ b: 'one' }]])
  })
})
