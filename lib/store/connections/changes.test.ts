import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { rehearse } from './changes'
import { createConnection, environmentId, findConnection } from './connections'
import { ensureSandbox } from './sandbox'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])

describeDatabases('rehearsing', openTestDatabase => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase()
  })

  test('requests to the sandbox go through the simulator until the rehearsal ends', async () => {
    const { id, baseUrl } = await ensureSandbox(database, ring)
    expect(await rehearse(database.kysely, id, 'drops')).toBe(true)
    const rehearsing = await ensureSandbox(database, ring)
    expect(rehearsing).toMatchObject({ baseUrl: `${baseUrl}/simulator/drops`, rehearsal: 'drops' })
    expect(rehearsing.accessToken.hasSecret && rehearsing.secretKey.hasSecret).toBe(true)
    await rehearse(database.kysely, id, null)
    expect(await findConnection(database.kysely, id)).toMatchObject({ baseUrl, rehearsal: null })
  })

  test('a rehearsal does not change the environment, so numbers stay registered after it', async () => {
    const before = await ensureSandbox(database, ring)
    await rehearse(database.kysely, before.id, 'half')
    expect(environmentId(await ensureSandbox(database, ring))).toBe(environmentId(before))
  })

  test('a remote service cannot be set to misbehave', async () => {
    const input = { name: 'Shipper', environment: 'test', baseUrl: 'https://api.example' } as const
    const { id } = await createConnection(database.kysely, input, ring)
    expect(await rehearse(database.kysely, id, 'drops')).toBe(false)
    expect(await findConnection(database.kysely, id)).toMatchObject({
      baseUrl: input.baseUrl,
      rehearsal: null,
    })
  })
})
