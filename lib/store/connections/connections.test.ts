import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { authenticateKey, authenticateToken } from '@/lib/store/service/principals'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { runRow } from '@/testing/store/ledger-rows'
import { deleteConnection, saveCredentialTests, setDefaultConnection } from './changes'
import {
  createConnection,
  defaultConnection,
  environmentId,
  findConnection,
  findConsoleLink,
  listConnections,
  openCredentials,
  setIdempotency,
  updateConnection,
} from './connections'
import { ensureSandbox, SANDBOX_ID } from './sandbox'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const input = {
  name: 'Shipper',
  environment: 'test',
  baseUrl: 'https://api.example',
  accessToken: 'token-canary-1234',
  secretKey: 'key-canary-5678',
} as const
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describeDatabases('a connection', openTestDatabase => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  const make = () => createConnection(database.kysely, input, ring)

  test('shows only the last four characters and the age of its secrets', async () => {
    const made = await make()
    const found = await findConnection(database.kysely, made.id)
    expect(found).toEqual(made)
    expect(found?.accessToken).toEqual({ hasSecret: true, last4: '1234', updatedAt: expect.any(String) })
    expect(JSON.stringify(found)).not.toContain('canary')
    const rows = await database.kysely.selectFrom('connection').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('honours idempotency keys only at the address that was tested', async () => {
    const { kysely } = database
    const { id, baseUrl } = await make()
    const honoured = async () => (await findConnection(kysely, id))?.idempotency
    await updateConnection(kysely, id, { ...input, baseUrl: 'https://other.example' }, ring)
    expect(await setIdempotency(kysely, id, 'honoured', baseUrl)).toBe(false)
    expect(await honoured()).toBe('off')
    expect(await setIdempotency(kysely, id, 'honoured', 'https://other.example')).toBe(true)
    expect(await honoured()).toBe('honoured')
    await updateConnection(kysely, id, input, ring)
    expect(await honoured()).toBe('off')
  })

  test('returns its secrets to the sender', async () => {
    const made = await make()
    const { accessToken, secretKey } = input
    expect(await openCredentials(database.kysely, made, ring)).toEqual({ accessToken, secretKey })
  })

  test('knows when its token expires if the token says so, until another one is entered', async () => {
    const made = await make()
    expect(made.accessTokenExpiresAt).toBeNull()
    const token = (claims: object) =>
      ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
        .map(part => Buffer.from(part).toString('base64url'))
        .join('.')
    const enter = (accessToken: string) =>
      updateConnection(database.kysely, made.id, { ...input, accessToken }, ring)
    const expiring = await enter(token({ exp: Date.UTC(2026, 11, 1) / 1000 }))
    expect(expiring?.accessTokenExpiresAt).toBe('2026-12-01T00:00:00.000Z')
    expect((await enter(token({ exp: 1e300 })))?.accessTokenExpiresAt).toBeNull()
    expect((await enter(token({ sub: 'shop' })))?.accessTokenExpiresAt).toBeNull()
    expect((await enter('a token of another kind'))?.accessTokenExpiresAt).toBeNull()
  })

  test('keeps a secret that is not entered again', async () => {
    const made = await make()
    const changed = { ...input, name: 'Renamed', accessToken: 'another-9999', secretKey: undefined }
    const updated = await updateConnection(database.kysely, made.id, changed, ring)
    expect(updated?.accessToken.last4).toBe('9999')
    expect(updated).toEqual(await findConnection(database.kysely, made.id))
    expect((await openCredentials(database.kysely, made, ring)).secretKey).toBe(input.secretKey)
  })

  test('loses its secrets when its origin changes', async () => {
    const elsewhere = { name: input.name, environment: 'test', baseUrl: 'https://evil.example' } as const
    for (const change of [
      elsewhere,
      { ...elsewhere, baseUrl: input.baseUrl, environment: 'production' as const },
    ]) {
      const made = await make()
      const moved = await updateConnection(database.kysely, made.id, change, ring)
      expect(moved?.accessToken).toEqual({ hasSecret: false, last4: null, updatedAt: null })
      expect(await openCredentials(database.kysely, made, ring)).toEqual({})
    }
  })

  test('keeps its secrets when only the path changes', async () => {
    const made = await make()
    const deeper = {
      ...input,
      baseUrl: 'https://api.example/v2',
      accessToken: undefined,
      secretKey: undefined,
    }
    await updateConnection(database.kysely, made.id, deeper, ring)
    expect((await openCredentials(database.kysely, made, ring)).accessToken).toBe(input.accessToken)
  })

  test('does not open its secrets after its origin was edited in the database', async () => {
    const made = await make()
    await database.kysely.updateTable('connection').set({ base_url: 'https://evil.example' }).execute()
    expect(await openCredentials(database.kysely, made, ring)).toEqual({})
  })

  test('keeps every digit of its warehouse ids, its request sizes and its console link', async () => {
    const warehouses = [
      { id: '9007199254740993', name: '김포' },
      { id: '2', name: '' },
    ]
    const sizes = {
      checkSize: 125,
      registerSize: 10,
      checkParallel: 4,
      consoleLink: 'https://c.example/{orderId}',
    }
    const made = await createConnection(database.kysely, { ...input, ...sizes, warehouses }, ring)
    expect(await findConnection(database.kysely, made.id)).toMatchObject({ ...sizes, warehouses })
    const renamed = await updateConnection(database.kysely, made.id, { ...input, name: 'Renamed' }, ring)
    expect(renamed).toMatchObject({ ...sizes, warehouses })
  })

  test('opens orders in its console, until it leads to another environment', async () => {
    const { kysely } = database
    const consoleLink = 'https://c.example/{number}'
    const made = await createConnection(kysely, { ...input, consoleLink }, ring)
    const run = runRow('r1', { connection_id: made.id, env_id: environmentId(made) })
    await kysely.insertInto('run').values(run).execute()
    expect(await findConsoleLink(kysely, 'r1')).toBe(consoleLink)
    // The number of an order says nothing in the console of another company.
    await updateConnection(kysely, made.id, { ...input, baseUrl: 'https://other.example' }, ring)
    expect(await findConsoleLink(kysely, 'r1')).toBe('')
    expect(await findConsoleLink(kysely, 'r2')).toBe('')
  })

  describe('that was tried', () => {
    const works = { code: 'works', at: '2026-11-21T00:00:00.000Z', values: { latency: 12 } }
    const tests = { accessToken: works, secretKey: { ...works, code: 'credential' } }
    const try_ = async () => {
      const made = await make()
      await saveCredentialTests(database.kysely, made, tests)
      return made
    }
    const testsOf = async (id: string) => (await findConnection(database.kysely, id))?.tests

    test('shows the test result of each credential', async () => {
      expect(await testsOf((await try_()).id)).toEqual(tests)
    })

    test('drops the test result of a changed credential', async () => {
      const { id } = await try_()
      const changed = { ...input, accessToken: 'another-9999', secretKey: undefined }
      await updateConnection(database.kysely, id, changed, ring)
      expect(await testsOf(id)).toEqual({ ...tests, accessToken: null })
    })

    test('drops all test results after a change of address', async () => {
      const { id } = await try_()
      const deeper = {
        ...input,
        baseUrl: 'https://api.example/v2',
        accessToken: undefined,
        secretKey: undefined,
      }
      await updateConnection(database.kysely, id, deeper, ring)
      expect(await testsOf(id)).toEqual({ accessToken: null, secretKey: null })
    })

    test('ignores the test result of an older credential', async () => {
      const made = await make()
      const old = { ...made, accessToken: { ...made.accessToken, updatedAt: '2020-01-01T00:00:00.000Z' } }
      await saveCredentialTests(database.kysely, old, tests)
      expect(await testsOf(made.id)).toEqual({ ...tests, accessToken: null })
    })
  })

  describe('that is deleted', () => {
    test('is no longer listed, has no secrets, and frees its name', async () => {
      const { id } = await make()
      expect(await deleteConnection(database.kysely, id)).toBe('deleted')
      expect(await findConnection(database.kysely, id)).toBeUndefined()
      expect(await listConnections(database.kysely)).toEqual([])
      expect(await openCredentials(database.kysely, { id }, ring)).toEqual({})
      expect(await updateConnection(database.kysely, id, input, ring)).toBeUndefined()
      expect(await deleteConnection(database.kysely, id)).toBe('gone')
      const rows = await database.kysely.selectFrom('connection').selectAll().execute()
      expect(rows).toMatchObject([{ name: 'Shipper', access_token: null, secret_key: null }])
    })

    test('cannot be deleted during a run', async () => {
      const { id } = await make()
      const run = {
        id: 'run',
        kind: 'register',
        operation: 'registerJapanOrders',
        draft_id: 'draft',
        connection_id: id,
        env_id: 'test:https://api.example',
        client_request_id: 'request',
        started_by: 'mina',
        started_at: later(0).toISOString(),
        finished_at: null,
        state: 'running',
        total: 1,
        problem: null,
        owner: null,
        refused: '[]',
        door: null,
        halving: null,
        erased_at: null,
      } as const
      await database.kysely.insertInto('run').values(run).execute()
      expect(await deleteConnection(database.kysely, id)).toBe('running')
      expect(await findConnection(database.kysely, id)).toBeDefined()
      await database.kysely.updateTable('run').set({ state: 'paused' }).execute()
      expect(await deleteConnection(database.kysely, id)).toBe('deleted')
    })

    test('is never the sandbox', async () => {
      await ensureSandbox(database, ring)
      expect(await deleteConnection(database.kysely, SANDBOX_ID)).toBe('embedded')
    })
  })

  test('shares its environment with others of the same origin, and never a test one with production', () => {
    const at = (baseUrl: string, environment: 'test' | 'production') =>
      environmentId({ kind: 'remote', environment, baseUrl })
    expect(at('https://api.example/v1', 'test')).toBe(at('https://api.example', 'test'))
    expect(at('https://api.example', 'test')).not.toBe(at('https://api.example', 'production'))
    expect(at('https://api.example', 'test')).not.toBe(at('https://api.example:8443', 'test'))
  })

  describe('to the sandbox', () => {
    test('is created once, with credentials that the embedded service accepts', async () => {
      const [sandbox, again] = await Promise.all([
        ensureSandbox(database, ring),
        ensureSandbox(database, ring),
      ])
      expect(again).toEqual(sandbox)
      expect(sandbox).toMatchObject({
        id: SANDBOX_ID,
        name: 'Sandbox',
        kind: 'embedded',
        environment: 'test',
      })
      expect(await listConnections(database.kysely)).toEqual([sandbox])
      const { accessToken = '', secretKey = '' } = await openCredentials(database.kysely, sandbox, ring)
      const desk = {
        clientId: expect.any(String),
        clientName: 'Lading desk',
        isDesk: true,
        scopes: ['orders', 'products'],
      }
      expect(await authenticateToken(database.kysely, ring, accessToken)).toEqual(desk)
      expect(await authenticateKey(database.kysely, ring, secretKey)).toEqual(desk)
    })

    test('keeps its token until ten minutes before it expires, then gets a new token and keeps its key', async () => {
      await ensureSandbox(database, ring)
      const first = await openCredentials(database.kysely, { id: SANDBOX_ID }, ring)
      await ensureSandbox(database, ring, later(24 * 60 - 11))
      expect(await openCredentials(database.kysely, { id: SANDBOX_ID }, ring)).toEqual(first)
      await ensureSandbox(database, ring, later(24 * 60 - 9))
      const second = await openCredentials(database.kysely, { id: SANDBOX_ID }, ring)
      expect(second.accessToken).not.toBe(first.accessToken)
      expect(second.secretKey).toBe(first.secretKey)
    })

    test('gets new credentials when the keys were lost', async () => {
      await ensureSandbox(database, ring)
      const other = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
      await ensureSandbox(database, other)
      const { accessToken = '' } = await openCredentials(database.kysely, { id: SANDBOX_ID }, other)
      expect(await authenticateToken(database.kysely, other, accessToken)).toBeDefined()
    })

    test('cannot get another address', async () => {
      await ensureSandbox(database, ring)
      expect(await updateConnection(database.kysely, SANDBOX_ID, input, ring)).toBeUndefined()
    })
  })
})

describeDatabases('the connection of new drafts', openTestDatabase => {
  test('is the sandbox, until an administrator chooses another', async () => {
    const { kysely, ...database } = await openTestDatabase()
    const used = async () => defaultConnection(await listConnections(kysely))?.id
    const live = await createConnection(kysely, { ...input, environment: 'production' }, ring)
    expect(await used()).toBeUndefined()
    const trial = await createConnection(kysely, { ...input, name: 'Trial' }, ring)
    expect(await used()).toBe(trial.id)
    await ensureSandbox({ kysely, ...database }, ring)
    expect(await used()).toBe(SANDBOX_ID)
    expect(await setDefaultConnection(kysely, live.id)).toBe(true)
    expect(await used()).toBe(live.id)
    expect(await setDefaultConnection(kysely, trial.id)).toBe(true)
    expect((await listConnections(kysely)).filter(one => one.isDefault)).toMatchObject([{ id: trial.id }])
    expect(await setDefaultConnection(kysely, 'gone')).toBe(false)
    expect(await used()).toBe(trial.id)
  })

  test('is the sandbox again once the chosen one is deleted, or leads to production', async () => {
    const { kysely, ...database } = await openTestDatabase()
    const used = async () => defaultConnection(await listConnections(kysely))?.id
    await ensureSandbox({ kysely, ...database }, ring)
    const { id } = await createConnection(kysely, input, ring)
    await setDefaultConnection(kysely, id)
    await updateConnection(kysely, id, { ...input, name: 'Renamed' }, ring)
    expect(await used()).toBe(id)
    await updateConnection(kysely, id, { ...input, environment: 'production' }, ring)
    expect(await used()).toBe(SANDBOX_ID)
    await setDefaultConnection(kysely, id)
    expect(await deleteConnection(kysely, id)).toBe('deleted')
    expect(await used()).toBe(SANDBOX_ID)
  })
})
