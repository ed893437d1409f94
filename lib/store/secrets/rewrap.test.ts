import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createConnection, openCredentials, updateConnection } from '@/lib/store/connections/connections'
import { ensureSandbox, SANDBOX_ID } from '@/lib/store/connections/sandbox'
import { sealSecrets } from '@/lib/store/connections/sealed-secrets'
import { createWebhook, openWebhookSecrets, rotateWebhookSecret } from '@/lib/store/notifications/webhooks'
import { authenticateDeskKey, createDeskKey, listDeskKeys, revokeDeskKey } from '@/lib/store/people/desk-keys'
import { addOperator } from '@/lib/store/people/operators'
import { findSecondFactors, hasSecondFactor } from '@/lib/store/people/sign-in/second-factors'
import { findTotpSecret, openTotpSecret, saveTotp, sealTotpSecret } from '@/lib/store/people/sign-in/totp'
import { issueCredentials } from '@/lib/store/service/credentials'
import { authenticateKey, authenticateToken } from '@/lib/store/service/principals'
import { describeDatabases, waitForBlockedWriter } from '@/testing/store/databases'
import { listKeyUsage, requireKeys } from './key-usage'
import { makeKeyring } from './keyring'
import { forgetSecrets, rewrapSecrets } from './rewrap'

const [k1, k2] = ['k1', 'k2'].map(kid => ({ kid, bytes: randomBytes(32) })) as [Key, Key]
type Key = Parameters<typeof makeKeyring>[0][number]
const [before, during, after] = [makeKeyring([k1]), makeKeyring([k2, k1]), makeKeyring([k2])]

const secrets = { accessToken: 'token-of-the-shipper', secretKey: 'key-of-the-shipper' }
const input = {
  name: 'Shipper',
  environment: 'production',
  baseUrl: 'https://api.example',
  ...secrets,
} as const

const unused = {
  ...{ kid: 'k1', connections: [], webhooks: [], apps: [], clients: [], programs: [] },
  tokensEnd: undefined,
}

/** Before the rotated secret ends. */
const NOW = '2026-11-24T12:00:00.000Z'

describeDatabases('changing keys', openTestDatabase => {
  test('after rewrapping, the new key opens everything and the old one is not needed', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    await ensureSandbox(database, before)
    const shipper = await createConnection(kysely, input, before)
    await createConnection(kysely, { ...input, name: 'Bare', accessToken: '', secretKey: '' }, before)
    const { webhook, secret } = await database.write(trx =>
      createWebhook(
        trx,
        { url: 'https://hooks.example/', events: [], isEnabled: true },
        'mina',
        new Date().toISOString(),
        before,
      ),
    )
    const rotated = await database.write(trx =>
      rotateWebhookSecret(trx, webhook.id, NOW, '2026-11-25T00:00:00.000Z', before),
    )
    await requireKeys(kysely, during)
    expect(await openCredentials(kysely, shipper, during)).toEqual(secrets)

    expect(await rewrapSecrets(database, during)).toEqual({ moved: 6, closed: [] })
    expect(await rewrapSecrets(database, during)).toEqual({ moved: 0, closed: [] })
    expect((await listKeyUsage(kysely)).map(({ kid }) => kid)).toEqual(['k2'])
    await requireKeys(kysely, after)
    expect(await openCredentials(kysely, shipper, after)).toEqual(secrets)
    expect(await openWebhookSecrets(kysely, webhook.id, NOW, after)).toEqual([rotated, secret])
    const { accessToken = '', secretKey = '' } = await openCredentials(kysely, { id: SANDBOX_ID }, after)
    expect(await authenticateToken(kysely, after, accessToken)).toMatchObject({ clientName: 'Lading desk' })
    expect(await authenticateKey(kysely, after, secretKey)).toMatchObject({ clientName: 'Lading desk' })
  })

  test('without its key a server does not start; giving the key up leaves the second step in place', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'editor' } as const
    const { id: operatorId } = await addOperator(kysely, mina)
    const add = () =>
      saveTotp(
        kysely,
        { operatorId, sealed: sealTotpSecret(operatorId, 'ABC', before), lastStep: 0 },
        new Date(),
      )
    await add()
    expect(await rewrapSecrets(database, during)).toEqual({ moved: 1, closed: [] })
    expect(openTotpSecret(operatorId, (await findTotpSecret(kysely, operatorId)) ?? '', after)).toBe('ABC')
    await add()
    await expect(requireKeys(kysely, after)).rejects.toThrow('mina@shop.example')
    expect(await forgetSecrets(kysely, 'k1')).toEqual({ count: 1, apps: ['mina@shop.example'] })
    await requireKeys(kysely, after)
    expect(await findTotpSecret(kysely, operatorId)).toBeUndefined()
    expect(hasSecondFactor(await findSecondFactors(kysely, operatorId))).toBe(true)
  })

  test('valid credentials issued under the old key still need it, expired ones do not', async () => {
    const { kysely } = await openTestDatabase()
    const { secretKey, expiresAt } = await issueCredentials(kysely, before, 'Hanbit Store')
    const keyExpiresAt = new Date(Date.now() + 60_000)
    await issueCredentials(kysely, before, 'Soon over', { keyExpiresAt })
    expect(await authenticateKey(kysely, during, secretKey)).toBeDefined()
    const [need] = await listKeyUsage(kysely)
    expect(need).toMatchObject({ kid: 'k1', connections: [], clients: ['Hanbit Store', 'Soon over'] })
    expect((need?.tokensEnd ?? '') >= expiresAt).toBe(true)
    const later = new Date(Date.now() + 25 * 60 * 60 * 1000)
    expect(await listKeyUsage(kysely, later)).toEqual([{ ...unused, clients: ['Hanbit Store'] }])
    // They are refused from now on, as if revoked; the server starts nevertheless.
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await requireKeys(kysely, after)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('"kid":"k1","clients":2,"programs":0'))
    log.mockRestore()
    expect(await authenticateKey(kysely, after, secretKey)).toBeUndefined()
  })

  test('valid automation keys still need the key that they were issued with; expired and revoked ones do not', async () => {
    const { kysely } = await openTestDatabase()
    const [now, later] = [new Date(), new Date(Date.now() + 120_000)]
    const create = (name: string, expiresAt?: Date) =>
      createDeskKey(kysely, before, { name, scopes: ['intake'], by: 'mina', expiresAt }, now)
    const key = (await create('night shift')) ?? ''
    await create('early shift', new Date(now.getTime() + 60_000))
    await create('Given up')
    const revoked = (await listDeskKeys(kysely, now)).find(({ name }) => name === 'Given up')
    await revokeDeskKey(kysely, { id: revoked?.id ?? '', by: 'mina' }, now)
    expect(await listKeyUsage(kysely, now)).toEqual([{ ...unused, programs: ['early shift', 'night shift'] }])
    expect(await listKeyUsage(kysely, later)).toEqual([{ ...unused, programs: ['night shift'] }])
    expect(await authenticateDeskKey(kysely, during, key, now)).toMatchObject({
      operator: { name: 'night shift' },
    })
    // They are refused from now on, as if revoked; the server starts nevertheless.
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await requireKeys(kysely, after)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('"kid":"k1","clients":0,"programs":2'))
    log.mockRestore()
    expect(await authenticateDeskKey(kysely, after, key, now)).toBeUndefined()
  })

  test('a server without the key of a stored secret does not start and names the key, until the secret is deleted', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const shipper = await createConnection(kysely, input, before)
    const fresh = await createConnection(kysely, { ...input, name: 'Fresh' }, after)
    await expect(requireKeys(kysely, after)).rejects.toThrow(
      /^The key “k1” is missing\. It encrypts secrets of Shipper,/,
    )
    const closed = { connection: 'Shipper', kid: 'k1', error: 'unknown_key' }
    expect(await rewrapSecrets(database, after)).toEqual({
      moved: 0,
      closed: [
        { ...closed, field: 'access_token' },
        { ...closed, field: 'secret_key' },
      ],
    })
    expect(await forgetSecrets(kysely, 'k1')).toEqual({ count: 2, apps: [] })
    await requireKeys(kysely, after)
    expect(await openCredentials(kysely, shipper, after)).toEqual({})
    expect(await openCredentials(kysely, fresh, after)).toEqual(secrets)
  })

  test('a secret that is entered during rewrapping stays', async () => {
    const database = await openTestDatabase()
    const { id } = await createConnection(database.kysely, input, before)
    const work = await database.write(async trx => {
      const row = await trx
        .selectFrom('connection')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const entered = sealSecrets(before, row, { accessToken: 'entered-just-now' }, row.updated_at)
      await trx.updateTable('connection').set(entered).where('id', '=', id).execute()
      const rewrapping = rewrapSecrets(database, during)
      await waitForBlockedWriter(database, trx)
      return { rewrapping }
    })
    expect(await work.rewrapping).toEqual({ moved: 2, closed: [] })
    const opened = await openCredentials(database.kysely, { id }, after)
    expect(opened).toEqual({ ...secrets, accessToken: 'entered-just-now' })
  })

  test('saving a connection during rewrapping does not restore the old seal', async () => {
    const database = await openTestDatabase()
    const { id } = await createConnection(database.kysely, input, before)
    let rewrapping: ReturnType<typeof rewrapSecrets> | undefined
    const slow = database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      // After the existing secrets have been read, and before any is written.
      transformResult: async ({ result }) => {
        rewrapping ??= rewrapSecrets(database, during)
        await rewrapping
        return result
      },
    })
    await updateConnection(slow, id, { ...input, name: 'Renamed', secretKey: '' }, during)
    expect(await rewrapping).toEqual({ moved: 2, closed: [] })
    expect((await listKeyUsage(database.kysely)).map(({ kid }) => kid)).toEqual(['k2'])
    expect(await openCredentials(database.kysely, { id }, after)).toEqual(secrets)
  })

  test('a server without the key of a webhook’s signing secret does not start, and the secret can be given up', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const { webhook } = await database.write(trx =>
      createWebhook(
        trx,
        { url: 'https://hooks.example/', events: [], isEnabled: true },
        'mina',
        new Date().toISOString(),
        before,
      ),
    )
    await expect(requireKeys(kysely, after)).rejects.toThrow('https://hooks.example/')
    expect(await rewrapSecrets(database, after)).toEqual({
      moved: 0,
      closed: [{ webhook: 'https://hooks.example/', kid: 'k1', error: 'unknown_key' }],
    })
    expect(await forgetSecrets(kysely, 'k1')).toEqual({ count: 1, apps: [] })
    await requireKeys(kysely, after)
    expect(await openWebhookSecrets(kysely, webhook.id, NOW, after)).toBeUndefined()
  })
})
