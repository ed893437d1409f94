import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a connection to the database that breaks', openTestDatabase => {
  test('within a transaction fails only that transaction', async () => {
    const { kysely, dialect, write } = await openTestDatabase()
    if (dialect === 'sqlite') return
    const broken = write(async trx => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${own.rows[0]?.pid})`.execute(kysely)
      // No query is pending when the connection breaks: without an error listener the process would end.
      for (let left = 100; left > 0 && (await isThere(own.rows[0]?.pid)); left--) await setTimeout(10)
      await sql`select 1`.execute(trx)
    })
    await expect(broken).rejects.toThrow()
    expect((await sql`select 1`.execute(kysely)).rows).toHaveLength(1)

    async function isThere(pid = 0) {
      const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(kysely)
      return rows.length > 0
    }
  })
})
