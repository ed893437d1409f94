import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '@/lib/store/db/database'
import { openPostgres } from '@/lib/store/db/postgres/postgres'
import { describeDatabases } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { programRoute } from './program-route'

describeDatabases('a request of a program', openTestDatabase => {
  /** The response to a request whose first use of the database fails. */
  const askWhile = async (failing: (database: Database) => Promise<unknown>) => {
    const database = await openTestDatabase()
    const error = await failing(database).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Error)
    useAsProcessDatabase({
      ...database,
      get kysely(): Database['kysely'] {
        throw error
      },
    })
    const route = programRoute('intake', async () => new Response('handled'))
    const headers = { authorization: 'Bearer key' }
    const response = await route(new Request('http://127.0.0.1/desk-api/v1/files', { headers }), {
      params: Promise.resolve({}),
    })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const { status, detail } = await response.json()
    expect(status).toBe(response.status)
    return [status, response.headers.get('retry-after'), detail]
  }

  test('gets a 503 with Retry-After while the database server cannot be reached', async () => {
    const unreachable = openPostgres('postgres://lading@127.0.0.1:1/lading')
    onTestFinished(() => unreachable.destroy())
    expect(await askWhile(() => plainRows(unreachable, 'select 1'))).toEqual([
      503,
      '5',
      expect.stringMatching(/can’t be reached/),
    ])
  })

  test('gets a 503 with Retry-After when its connection to the database breaks', async () => {
    const broken = (database: Database) =>
      database.write(async trx => {
        if (database.dialect === 'sqlite')
          throw Object.assign(new Error('gone'), { name: 'SqliteError', code: 'SQLITE_THREAD_LOST' })
        const [own] = await plainRows(trx, 'select pg_backend_pid() as pid')
        await plainRows(database.kysely, `select pg_terminate_backend(${own?.pid})`)
        await plainRows(trx, 'select 1')
      })
    expect((await askWhile(broken)).slice(0, 2)).toEqual([503, '5'])
  })

  test('gets a 503 with Retry-After while other writers keep the database busy', async () => {
    const busy = async ({ dialect, kysely }: Database) => {
      if (dialect === 'sqlite')
        throw Object.assign(new Error('locked'), { name: 'SqliteError', code: 'SQLITE_BUSY' })
      await kysely.transaction().execute(async trx => {
        await plainRows(trx, 'set local statement_timeout = 1')
        await plainRows(trx, 'select pg_sleep(1)')
      })
    }
    expect(await askWhile(busy)).toEqual([503, '2', expect.stringMatching(/busy/)])
  })

  test('that hits a programming error gets only an id', async () => {
    const [status, retryAfter, detail] = await askWhile(() => Promise.reject(new Error('/secret/path')))
    expect([status, retryAfter]).toEqual([500, null])
    expect(detail).not.toContain('secret')
  })
})
