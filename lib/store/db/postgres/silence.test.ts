import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { isTransient } from '../database'
import { openPostgres } from './postgres'

const SILENCE_MS = 1000

describeDatabases('a database that falls silent without closing its connections', openTestDatabase => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** The address of a proxy in front of the database, which passes nothing on while it is silent. */
  async function openProxy(databaseUrl: string) {
    const url = new URL(databaseUrl)
    const { hostname, port } = url
    const proxy = { isSilent: false, url: '' }
    const server = createServer(client => {
      const upstream = connect(Number(port), hostname)
      const pass = (from: Socket, to: Socket) => {
        from.on('data', data => proxy.isSilent || to.write(data))
        from.on('close', () => to.destroy())
        from.on('error', () => {})
      }
      pass(client, upstream)
      pass(upstream, client)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => server.close())
    url.hostname = '127.0.0.1'
    url.port = String((server.address() as AddressInfo).port)
    proxy.url = url.href
    return proxy
  }

  test('fails a statement as a temporary error, and the next one uses another connection', async () => {
    const { place } = await openTestDatabase()
    if (place.databaseUrl === undefined) return
    const proxy = await openProxy(place.databaseUrl)
    const kysely = openPostgres(proxy.url, SILENCE_MS)
    ends.push(() => kysely.destroy())
    const ask = () => sql`select 1 as one`.execute(kysely)
    expect((await ask()).rows).toEqual([{ one: 1 }])
    proxy.isSilent = true
    const error = await ask().catch((reason: unknown) => reason)
    expect(isTransient(error)).toBe(true)
    proxy.isSilent = false
    expect((await ask()).rows).toEqual([{ one: 1 }])
  })
})
