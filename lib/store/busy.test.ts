import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isStorageBusy } from './database'
import { describeDatabases } from './suite'

describeDatabases('a storage in which others write for too long', openTestDatabase => {
  test('is known as busy, and a mistake is not', async () => {
    const { kysely, dialect, write } = await openTestDatabase()
    const mistake = await sql`select nothing from nowhere`.execute(kysely).catch(error => error)
    expect([mistake instanceof Error, isStorageBusy(mistake)]).toEqual([true, false])
    // On SQLite who writes waits for a turn of this process; how long it waits for others is in sqlite.ts.
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
})
