import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPostgres, postgresEngine } from './postgres/postgres'
import { waitForDatabase } from './wait-for-database'

/** A port on which no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

test('a server that starts before its PostgreSQL waits for it, and reports that once', async () => {
  const kysely = openPostgres(`postgres://lading@127.0.0.1:${await closedPort()}/lading`)
  const reported: unknown[] = []
  const pauses: number[] = []
  let isUp = false
  const opened = await waitForDatabase(
    async () => (isUp ? 'open' : postgresEngine(kysely)),
    error => reported.push(error),
    async ms => {
      pauses.push(ms)
      isUp = pauses.length === 7
    },
  )
  await kysely.destroy()
  expect(opened).toBe('open')
  expect(reported).toMatchObject([{ code: 'ECONNREFUSED' }])
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('a mistake that time does not heal ends the start', async () => {
  const wrong = new Error('The database was made by a newer version.')
  const failing = waitForDatabase(
    async () => {
      throw wrong
    },
    () => {},
  )
  await expect(failing).rejects.toBe(wrong)
})
