import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, isStorageBusy } from '@/lib/store/db/database'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a storage in which others write for too long', openTestDatabase => {
  test('counts as busy, and an invalid statement does not', async () => {
    const { kysely, dialect, write } = await openTestDatabase()
    const mistake = await sql`select nothing from nowhere`.execute(kysely).catch(error => error)
    expect([mistake instanceof Error, isStorageBusy(mistake)]).toEqual([true, false])
    // On SQLite the mutex serialises writers of this process; busy-retry.ts defines how long they wait for
    // other processes.
    if (dialect === 'sqlite') return
    await write(async trx => {
      await sql`update service_sequence set value = value`.execute(trx)
      const late = await write(async other => {
        await sql`set local lock_timeout = '50ms'`.execute(other)
        await sql`update service_sequence set value = value`.execute(other)
      }).catch(error => error)
      expect(isStorageBusy(late)).toBe(true)
    })
  })

  test('resolves a deadlock, and the aborted transaction can be repeated', async () => {
    const database = await openTestDatabase()
    // On SQLite only one transaction writes at a time, so a deadlock is impossible.
    if (database.dialect === 'sqlite') return
    const { kysely, write } = database
    await sql`create table pair (id int primary key)`.execute(kysely)
    await sql`insert into pair values (1), (2)`.execute(kysely)
    const lock = (trx: Db, id: number) => sql`update pair set id = id where id = ${id}`.execute(trx)
    let holding = 0
    let meet = () => {}
    const met = new Promise<void>(resolve => {
      meet = resolve
    })
    const cross = (first: number, second: number) =>
      write(async trx => {
        await sql`set local deadlock_timeout = '20ms'`.execute(trx)
        await lock(trx, first)
        if (++holding === 2) meet()
        await met
        await lock(trx, second)
      })
    const ends = await Promise.allSettled([cross(1, 2), cross(2, 1)])
    const failed = ends.flatMap(end => (end.status === 'rejected' ? [end.reason] : []))
    expect(failed.map(isStorageBusy)).toEqual([true])
  })
})
