import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { isTransient } from '../database'
import { checkDatabase } from '../health'

/** Connections of one server. */
const POOL_SIZE = 10

describeDatabases('connections to the database that are all in use', openTestDatabase => {
  test('make new work wait for seconds and fail as a temporary error, and the health check say so', async () => {
    const database = await openTestDatabase()
    // SQLite has one writer, and reads beside it.
    if (database.dialect === 'sqlite') return
    let end = () => {}
    const ended = new Promise<void>(resolve => {
      end = resolve
    })
    const holders: Promise<void>[] = []
    let begun = 0
    const allBegun = new Promise<void>(resolve => {
      for (let i = 0; i < POOL_SIZE; i++)
        holders.push(
          database.write(async trx => {
            await sql`select 1`.execute(trx)
            if (++begun === POOL_SIZE) resolve()
            await ended
          }),
        )
    })
    await allBegun
    let hasFailed = false
    const late = sql`select 1`.execute(database.kysely).catch((error: unknown) => {
      hasFailed = true
      return error
    })
    expect(await checkDatabase(async () => database)).toBe('busy')
    expect(hasFailed).toBe(false)
    expect(isTransient(await late)).toBe(true)
    end()
    await Promise.all(holders)
    expect(await checkDatabase(async () => database, 30_000)).toBe('ok')
  })
})
