import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openCredentials } from '@/lib/store/connections/connections'
import { ensureSandbox } from '@/lib/store/connections/sandbox'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { listClients } from './client-list'
import { createClient, DESK_CLIENT, findClient } from './clients'
import { issueCredentials, revokeCredentials } from './credentials'
import { authenticateKey, authenticateToken } from './principals'
import { findCredential, issueReplacement, issueSecret } from './renewals'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const DAY = 24 * 3_600_000
const start = new Date('2026-11-21T09:00:00.000Z')
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds)
const idOf = (key: string) => key.split('_')[2] ?? ''

describeDatabases('clients of the embedded service', openTestDatabase => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const makeOne = async (name: string) => {
    const made = await createClient(database.kysely, { name, scopes: ['products'], createdBy: null }, start)
    return made?.id ?? ''
  }
  const listed = async (name: string, now: Date = start) =>
    (await listClients(database.kysely, now)).find(client => client.name === name)

  test('the scopes of a client apply to its tokens and keys', async () => {
    const issued = await issueCredentials(database.kysely, ring, 'Orders only', { scopes: ['orders'] })
    const principal = {
      clientId: issued.clientId,
      clientName: 'Orders only',
      isDesk: false,
      scopes: ['orders'],
    }
    expect(await authenticateToken(database.kysely, ring, issued.accessToken)).toEqual(principal)
    expect(await authenticateKey(database.kysely, ring, issued.secretKey)).toEqual(principal)
  })

  test('a client without restrictions has both scopes', async () => {
    const { secretKey } = await issueCredentials(database.kysely, ring, 'Both')
    expect((await authenticateKey(database.kysely, ring, secretKey))?.scopes).toEqual(['orders', 'products'])
  })

  test('a client from before scopes existed keeps its permissions', async () => {
    await sql`insert into service_client (id, name, created_at) values ('old', 'Old', '2026-01-01')`.execute(
      database.kysely,
    )
    expect((await findClient(database.kysely, 'old'))?.scopes).toEqual(['orders', 'products'])
  })

  test('a scope that this version does not know allows nothing', async () => {
    const { clientId, secretKey } = await issueCredentials(database.kysely, ring, 'From the future')
    await database.kysely
      .updateTable('service_client')
      .set({ scopes: 'products everything' })
      .where('id', '=', clientId)
      .execute()
    expect((await authenticateKey(database.kysely, ring, secretKey))?.scopes).toEqual(['products'])
  })

  test('a key is valid until the last millisecond before its expiry', async () => {
    const clientId = await makeOne('For a month')
    const { secret } = await issueSecret(
      database.kysely,
      ring,
      { clientId, kind: 'key', keyExpiresAt: after(30 * DAY) },
      start,
    )
    expect(await authenticateKey(database.kysely, ring, secret, after(30 * DAY - 1))).toBeDefined()
    expect(await authenticateKey(database.kysely, ring, secret, after(30 * DAY))).toBeUndefined()
  })

  test('a renewed credential has the same lifetime, and the old one stays valid', async () => {
    const clientId = await makeOne('Renewed')
    const old = await issueSecret(
      database.kysely,
      ring,
      { clientId, kind: 'key', keyExpiresAt: after(30 * DAY) },
      start,
    )
    const kept = await findCredential(database.kysely, idOf(old.secret))
    if (!kept) throw new Error('It is not kept.')
    const renewed = await issueReplacement(database.kysely, ring, kept, after(29 * DAY))
    expect(renewed).toMatchObject({ kind: 'key', expiresAt: after(59 * DAY).toISOString() })
    expect(await authenticateKey(database.kysely, ring, old.secret, after(29 * DAY))).toBeDefined()
    expect(await authenticateKey(database.kysely, ring, renewed.secret, after(58 * DAY))).toBeDefined()
  })

  test('revoked keys and tokens, and all credentials of a revoked client, are refused', async () => {
    const one = await issueCredentials(database.kysely, ring, 'Revoked bit by bit')
    expect(await revokeCredentials(database.kysely, { credentialId: idOf(one.secretKey) })).toBe(true)
    expect(await revokeCredentials(database.kysely, { credentialId: idOf(one.secretKey) })).toBe(false)
    expect(await authenticateKey(database.kysely, ring, one.secretKey)).toBeUndefined()
    expect(await authenticateToken(database.kysely, ring, one.accessToken)).toBeDefined()
    expect(await revokeCredentials(database.kysely, { clientId: one.clientId })).toBe(true)
    expect(await authenticateToken(database.kysely, ring, one.accessToken)).toBeUndefined()
  })

  test('a name is unique, even after its client was revoked', async () => {
    const id = await makeOne('Once')
    expect(await makeOne('Once')).toBe('')
    await revokeCredentials(database.kysely, { clientId: id })
    expect(await makeOne('Once')).toBe('')
    await expect(issueCredentials(database.kysely, ring, 'Once')).rejects.toThrow('“Once” was revoked.')
  })

  test('a client gets no credentials beyond its scopes, and Lading itself gets none', async () => {
    await makeOne('Catalogue')
    const asked = issueCredentials(database.kysely, ring, 'Catalogue', { scopes: ['orders', 'products'] })
    await expect(asked).rejects.toThrow('“Catalogue” already exists with these scopes: products.')
    await issueCredentials(database.kysely, ring, 'Catalogue', { scopes: ['products'] })
    await issueCredentials(database.kysely, ring, 'Catalogue')
    await expect(issueCredentials(database.kysely, ring, DESK_CLIENT)).rejects.toThrow(
      'is used by Lading itself',
    )
  })

  test('the list shows the first and last characters of a key, its last use and its expiry, and no secret', async () => {
    const { id: operatorId } = await addOperator(database.kysely, {
      email: 'mina@shop.example',
      name: 'Mina',
      passwordHash: 'x',
      role: 'administrator',
    })
    const made = await createClient(
      database.kysely,
      { name: 'Shown', scopes: ['products', 'orders'], createdBy: operatorId },
      start,
    )
    const { secret } = await issueSecret(
      database.kysely,
      ring,
      { clientId: made?.id ?? '', kind: 'key', keyExpiresAt: after(DAY) },
      start,
    )
    await authenticateKey(database.kysely, ring, secret, after(5000))
    const client = await listed('Shown')
    expect(client).toMatchObject({ scopes: ['orders', 'products'], isOwn: false, createdBy: 'Mina' })
    expect(client?.credentials).toEqual([
      {
        id: idOf(secret),
        kind: 'key',
        begins: secret.slice(0, 11),
        last4: secret.slice(-4),
        issuedAt: start.toISOString(),
        expiresAt: after(DAY).toISOString(),
        lastUsedAt: after(5000).toISOString(),
        state: 'good',
      },
    ])
    expect(JSON.stringify(client)).not.toContain(secret.slice(20, -4))
    expect((await listed('Shown', after(DAY)))?.credentials[0]?.state).toBe('over')
    expect((await listed('Shown', after(40 * DAY)))?.credentials).toEqual([])
  })

  test('the token of the Sandbox is replaced after a clock that was ahead was set right', async () => {
    const open = await openTestDatabase()
    await ensureSandbox(open, ring, after(9 * 60 * 60_000))
    const isLet = async (at: Date) => {
      await ensureSandbox(open, ring, at)
      const { accessToken } = await openCredentials(open.kysely, { id: 'sandbox' }, ring)
      return (await authenticateToken(open.kysely, ring, accessToken ?? '', at)) !== undefined
    }
    expect([await isLet(after(0)), await isLet(after(5 * 60 * 60_000)), await isLet(after(DAY))]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('Lading itself is listed first, revoked clients last', async () => {
    await ensureSandbox(database, ring)
    await revokeCredentials(database.kysely, { clientId: await makeOne('AAA revoked') })
    const clients = await listClients(database.kysely)
    expect(clients[0]).toMatchObject({ name: DESK_CLIENT, isOwn: true, scopes: ['orders', 'products'] })
    expect(clients.slice(1).every(client => !client.isOwn)).toBe(true)
    const revoked = clients.map(client => client.revokedAt !== null)
    expect(revoked).toEqual([...revoked].sort())
    expect(await findClient(database.kysely, 'nobody')).toBeUndefined()
  })
})
