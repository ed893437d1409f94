import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases } from '@/testing/store/databases'
import { type Db, isUnstorableText, openDatabase } from './database'
import { migrate } from './migrate'

describeDatabases('a database', openTestDatabase => {
  const client = (id: string) => ({ id, name: id, scopes: 'orders', created_at: '2026-11-21T00:00:00.000Z' })

  test('says that a commit survives a power cut', async () => {
    const database = await openTestDatabase()
    expect(await database.durable()).toBe(true)
  })

  test('keeps what was written when it is opened again', async () => {
    const database = await openTestDatabase()
    await database.write(trx => trx.insertInto('service_client').values(client('hanbit')).execute())
    const again = await openDatabase(database.place)
    const rows = await again.kysely.selectFrom('service_client').select('id').execute()
    await again.close()
    expect(rows).toEqual([{ id: 'hanbit' }])
  })

  test('says of a text with a NUL character that it takes none, whether it is stored or looked for', async () => {
    const { write, kysely } = await openTestDatabase()
    const isUnstorable = async (work: () => Promise<unknown>) =>
      isUnstorableText(await work().catch((error: unknown) => error))
    const byId = (id: string) => kysely.selectFrom('service_client').select('id').where('id', '=', id)
    expect(await isUnstorable(() => byId('a\0b').execute())).toBe(true)
    const store = () => write(trx => trx.insertInto('service_client').values(client('a\0b')).execute())
    expect(await isUnstorable(store)).toBe(true)
    const missing = kysely.selectFrom('service_client').select('no' as 'id')
    expect(await isUnstorable(() => missing.execute())).toBe(false)
  })

  test('rolls back a transaction that throws', async () => {
    const { write, kysely } = await openTestDatabase()
    const work = write(async trx => {
      await trx.insertInto('service_client').values(client('hanbit')).execute()
      throw new Error('the light went out')
    })
    await expect(work).rejects.toThrow('the light went out')
    expect(await kysely.selectFrom('service_client').selectAll().execute()).toEqual([])
  })

  test('rolls back all of a transaction whose first statement failed, also what follows it', async () => {
    const { write, kysely } = await openTestDatabase()
    await kysely.insertInto('service_client').values(client('hanbit')).execute()
    const work = write(async trx => {
      const again = trx.insertInto('service_client').values(client('hanbit')).execute()
      await again.catch(() => {})
      // PostgreSQL refuses it, because the transaction failed; SQLite runs it.
      await trx.insertInto('service_client').values(client('other')).execute()
      throw new Error('given up')
    })
    await expect(work).rejects.toThrow()
    const rows = await kysely.selectFrom('service_client').select('id').execute()
    expect(rows).toEqual([{ id: 'hanbit' }])
  })

  test('ends a transaction without a statement, and writes afterwards', async () => {
    const { write, kysely } = await openTestDatabase()
    expect(await write(async () => 'nothing')).toBe('nothing')
    await expect(
      write(async () => {
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    await write(trx => trx.insertInto('service_client').values(client('hanbit')).execute())
    expect(await kysely.selectFrom('service_client').select('id').execute()).toEqual([{ id: 'hanbit' }])
  })

  test('reports every commit once: of a transaction, and of a single statement that changed a row', async () => {
    const { write, kysely, onCommit } = await openTestDatabase()
    const insert = (db: Db, ...ids: string[]) =>
      db.insertInto('service_client').values(ids.map(client)).execute()
    let commits = 0
    const stop = onCommit(() => commits++)
    await write(async trx => {
      await insert(trx, 'one')
      await insert(trx, 'two')
      expect(commits).toBe(0)
    })
    expect(commits).toBe(1)
    await insert(kysely, 'three')
    expect(commits).toBe(2)
    const narrow = (id: string) =>
      kysely.updateTable('service_client').set({ scopes: 'products' }).where('id', '=', id).execute()
    await narrow('one')
    expect(commits).toBe(3)
    await narrow('nobody')
    await kysely.selectFrom('service_client').selectAll().execute()
    await expect(insert(kysely, 'one')).rejects.toThrow()
    expect(commits).toBe(3)
    stop()
    await narrow('two')
    expect(commits).toBe(3)
  })

  test('lets a transaction read and then write, although another transaction wrote in between', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    await database.write(trx => trx.insertInto('service_sequence').values({ name: 'n', value: 0 }).execute())
    const countUp = (opened: typeof other) =>
      opened.write(async trx => {
        const read = trx.selectFrom('service_sequence').select('value').where('name', '=', 'n')
        const { value } = await (opened.dialect === 'postgres'
          ? read.forUpdate()
          : read
        ).executeTakeFirstOrThrow()
        await trx
          .updateTable('service_sequence')
          .set({ value: value + 1 })
          .execute()
      })
    for (let round = 0; round < 20; round++) {
      await Promise.all([countUp(database), countUp(other), countUp(database)])
    }
    await other.close()
    const row = await database.kysely
      .selectFrom('service_sequence')
      .select('value')
      .where('name', '=', 'n')
      .executeTakeFirstOrThrow()
    expect(row.value).toBe(60)
  })

  test('shows its previous state to reads during a write', async () => {
    const { write, kysely } = await openTestDatabase()
    const names = async () =>
      (await kysely.selectFrom('service_client').select('name').orderBy('name').execute()).map(
        row => row.name,
      )
    const insert = (id: string) => kysely.insertInto('service_client').values(client(id)).execute()
    await insert('before')
    let later: Promise<unknown> | undefined
    await write(async trx => {
      await trx.insertInto('service_client').values(client('hanbit')).execute()
      expect(await names()).toEqual(['before'])
      later = insert('later')
      expect(await trx.selectFrom('service_client').select('name').execute()).toContainEqual({
        name: 'hanbit',
      })
    })
    expect(await names()).toContain('hanbit')
    await later
    expect(await names()).toEqual(['before', 'hanbit', 'later'])
  })

  test('does not block the event loop during a commit', async () => {
    const { write } = await openTestDatabase()
    let most = 0
    // A single commit may be fast by chance; a commit that blocks the event loop never lets it turn.
    for (let time = 0; time < 40 && most <= 2; time++) {
      let turns = 0
      let loop: NodeJS.Immediate | undefined
      const turn = () => {
        turns++
        loop = setImmediate(turn)
      }
      await write(async trx => {
        // Enough data for a slow commit, but not so much that SQLite writes it before the commit.
        for (let i = 0; i < 200; i++) {
          await trx
            .insertInto('service_client')
            .values({ ...client(`client ${time} ${i}`), scopes: 'x'.repeat(20_000) })
            .execute()
        }
        turn()
      })
      clearImmediate(loop)
      most = Math.max(most, turns)
    }
    expect(most).toBeGreaterThan(2)
  })

  test('waits while another process writes, without blocking the event loop', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let holding: Promise<void> | undefined
    await new Promise<void>(resolve => {
      holding = other.write(async trx => {
        await trx.insertInto('service_client').values(client('first')).execute()
        resolve()
        await held
      })
    })
    let turns = 0
    const loop = setInterval(() => ++turns === 20 && release(), 5)
    await database.kysely.insertInto('service_client').values(client('second')).execute()
    await database.write(trx => trx.insertInto('service_client').values(client('third')).execute())
    release()
    await holding
    clearInterval(loop)
    const rows = await other.kysely.selectFrom('service_client').select('id').orderBy('id').execute()
    await other.close()
    expect(rows.map(row => row.id)).toEqual(['first', 'second', 'third'])
    if (database.dialect === 'sqlite') expect(turns).toBeGreaterThanOrEqual(20)
  })

  test('returns counts as numbers', async () => {
    const { kysely } = await openTestDatabase()
    const row = await kysely
      .selectFrom('service_client')
      .select(part => part.fn.countAll().as('clients'))
      .executeTakeFirstOrThrow()
    expect(row.clients).toBe(0)
  })

  test('migrates once when it is opened four times at the same time', async () => {
    const { place, kysely } = await openTestDatabase()
    await sql`drop table migration`.execute(kysely)
    const runs: string[] = []
    const step = { name: '0001-slow', up: async () => void runs.push('run') }
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(place, [step])))
    await Promise.all(opened.map(database => database.close()))
    expect(runs).toEqual(['run'])
  })

  test('rolls back a failed migration completely, and completes it the next time', async () => {
    const { kysely, dialect } = await openTestDatabase()
    const broken = {
      name: '9001-broken',
      up: async (trx: typeof kysely) => {
        await trx.schema.createTable('half_made').addColumn('id', 'text').execute()
        throw new Error('killed')
      },
    }
    await expect(migrate(kysely, dialect, [...migrations, broken])).rejects.toThrow('killed')
    const whole = {
      ...broken,
      up: (trx: typeof kysely) => trx.schema.createTable('half_made').addColumn('id', 'text').execute(),
    }
    await migrate(kysely, dialect, [...migrations, whole])
    expect((await sql`select * from half_made`.execute(kysely)).rows).toEqual([])
  })

  test('gets a missing migration although one with a higher number was applied before', async () => {
    const { kysely, dialect } = await openTestDatabase()
    const creates = (name: string, table: string) => ({
      name,
      up: (trx: typeof kysely) => trx.schema.createTable(table).addColumn('id', 'text').execute(),
    })
    const [lower, higher] = [creates('9001-lower', 'lower_table'), creates('9002-higher', 'higher_table')]
    await migrate(kysely, dialect, [...migrations, higher])
    await migrate(kysely, dialect, [...migrations, lower, higher])
    expect((await sql`select * from lower_table`.execute(kysely)).rows).toEqual([])
  })

  test('of a newer Lading stays unchanged', async () => {
    const { kysely, dialect } = await openTestDatabase()
    await expect(migrate(kysely, dialect, migrations.slice(0, 1))).rejects.toThrow(
      /written by Lading [\d.]+(?: \([0-9a-f]+\))?, and this is/,
    )
  })
})

test('the files of the embedded database are closed to other users of the machine', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
  chmodSync(dataDir, 0o755)
  const { kysely, close } = await openDatabase({ dataDir })
  await sql`create table t (a text)`.execute(kysely)
  const modes = ['.', 'lading.db', 'lading.db-wal', 'lading.db-shm', 'lading.lock'].map(
    name => statSync(join(dataDir, name)).mode & 0o777,
  )
  await close()
  rmSync(dataDir, { recursive: true })
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600, 0o600])
})

test('the embedded database keeps temporary content in memory, and that of migrations in files, also after one fails', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
  const { kysely, close } = await openDatabase({ dataDir })
  const place = async (on: typeof kysely) =>
    (await sql<{ temp_store: number }>`PRAGMA temp_store`.execute(on)).rows[0]?.temp_store
  let during: number | undefined
  const broken = {
    name: '9001-broken',
    up: async (trx: typeof kysely) => {
      during = await place(trx)
      throw new Error('killed')
    },
  }
  const [FILE, MEMORY] = [1, 2]
  expect(await place(kysely)).toBe(MEMORY)
  await expect(migrate(kysely, 'sqlite', [...migrations, broken])).rejects.toThrow('killed')
  expect([during, await place(kysely)]).toEqual([FILE, MEMORY])
  await close()
  rmSync(dataDir, { recursive: true })
})
