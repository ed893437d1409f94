import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { type Database, openDatabase } from './database'

const open: Database[] = []
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
})

/** Another server of the same database. */
async function server({ place }: { place: Parameters<typeof openDatabase>[0] }): Promise<Database> {
  const database = await openDatabase(place)
  open.push(database)
  return database
}

/** Counts what a server hears, once announcements arrive there. */
async function listenOn({ channel }: Database) {
  const received = { changed: 0, work: 0 }
  for (const what of ['changed', 'work'] as const) channel.listen(what, () => received[what]++)
  await expect.poll(() => channel.isConnected).toBe(true)
  return received
}

const commit = ({ write }: Database, name: string) =>
  write(trx => trx.insertInto('service_sequence').values({ name, value: 0 }).execute())

describeDatabases('announcements between servers', openTestDatabase => {
  test('a commit on one server is announced to the others and not to itself; an embedded database has no others', async () => {
    const first = await openTestDatabase()
    if (first.dialect === 'sqlite') {
      expect(first.channel.isConnected).toBe(false)
      return
    }
    const second = await server(first)
    const [here, there] = [await listenOn(first), await listenOn(second)]
    await commit(first, 'a')
    await expect.poll(() => there).toEqual({ changed: 1, work: 0 })
    first.channel.announce('work')
    await expect.poll(() => there).toEqual({ changed: 1, work: 1 })
    expect(here).toEqual({ changed: 0, work: 0 })
  })

  test('a burst of commits is announced a few times, and the last one is never left out', async () => {
    const first = await openTestDatabase()
    if (first.dialect === 'sqlite') return
    await listenOn(first)
    const second = await server(first)
    await listenOn(second)
    let read = 0
    let announcements = 0
    second.channel.listen('changed', async () => {
      announcements++
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from service_sequence where name like 'burst %'`.execute(second.kysely)
      read = Math.max(read, rows[0]?.count ?? 0)
    })
    const began = performance.now()
    for (let at = 0; at < 100; at++) await commit(first, `burst ${at}`)
    await expect.poll(() => read).toBe(100)
    // At most ten a second, however long the commits take.
    expect(announcements).toBeLessThanOrEqual(2 + (performance.now() - began) / 100)
  })

  test('a server whose connection broke counts as disconnected, and connects again', async () => {
    const first = await openTestDatabase()
    if (first.dialect === 'sqlite') return
    await listenOn(first)
    const second = await server(first)
    const there = await listenOn(second)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and (query ilike 'listen%' or query like 'select pg_notify%')`.execute(
      first.kysely,
    )
    await expect.poll(() => second.channel.isConnected).toBe(false)
    await expect.poll(() => [first, second].every(one => one.channel.isConnected)).toBe(true)
    await commit(first, 'c')
    await expect.poll(() => there.changed).toBe(1)
  })
})
