import { createHmac, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationId, Scope } from '@/lib/contract/operations'
import { exposeRepeatedAuthorization } from '@/lib/server/repeated-authorization'
import { newestKey } from '@/lib/store/secrets/keyring'
import { issueCredentials, issueKey, revokeCredentials } from '@/lib/store/service/credentials'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleOrder } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

// As the server does when it starts.
exposeRepeatedAuthorization()

const body = { data: [sampleOrder({ mallOrderNumber: 'A-1' })] }
const json = ['content-type', 'application/json']

describeDatabases('authentication and scopes', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database)
  })
  afterAll(() => harness.close())

  const status = async (operation: OperationId, ...authorization: string[]) => {
    const headers = [...json, ...authorization.flatMap(value => ['authorization', value])]
    const response = await harness.send(operation, body, { headers })
    if (response.status === 401) {
      expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="Lading"/)
      expect(response.headers['content-type']).toBe('application/problem+json')
    }
    return response.status
  }

  test('an access token opens both operations, the name of its scheme in any case', async () => {
    const { accessToken } = harness.credentials
    expect(await status('checkJapanOrders', `Bearer ${accessToken}`)).toBe(200)
    expect(await status('checkJapanOrders', `bearer ${accessToken}`)).toBe(200)
    expect(await status('registerJapanOrders', `BEARER  ${accessToken}`)).toBe(200)
  })

  test('a secret key is sent without a scheme and is valid only for checks', async () => {
    const { secretKey } = harness.credentials
    expect(await status('checkJapanOrders', secretKey)).toBe(200)
    expect(await status('registerJapanOrders', secretKey)).toBe(401)
    expect(await status('checkJapanOrders', `Bearer ${secretKey}`)).toBe(401)
    expect(await status('registerJapanOrders', `Bearer ${secretKey}`)).toBe(401)
  })

  test('missing, repeated and malformed credentials, and a token without its scheme, are refused', async () => {
    const { accessToken, secretKey } = harness.credentials
    const wrong: string[][] = [
      [],
      [''],
      [accessToken],
      [`Basic ${accessToken}`],
      ['Bearer'],
      ['Bearer '],
      [`Bearer ${accessToken} x`],
      [`Bearer ${accessToken}`, `Bearer ${accessToken}`],
      [secretKey, secretKey],
      [`Bearer ${accessToken}, ${secretKey}`],
      [secretKey.slice(0, -1) + (secretKey.endsWith('x') ? 'y' : 'x')],
      [secretKey.toUpperCase()],
      [`Bearer ${'a'.repeat(9000)}`],
      ['Bearer ../../etc/passwd'],
    ]
    for (const authorization of wrong) {
      for (const operation of ['checkJapanOrders', 'registerJapanOrders'] as const) {
        expect([operation, authorization, await status(operation, ...authorization)]).toEqual([
          operation,
          authorization,
          401,
        ])
      }
    }
  })

  describe('forged', () => {
    const claims = () => ({
      iss: 'lading',
      aud: 'lading-open-api',
      sub: harness.credentials.clientId,
      jti: readPayload(harness.credentials.accessToken).jti,
      iat: seconds(),
      exp: seconds() + 3600,
    })
    const sign = (payload: object, header: object = {}) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header })
        .sign(newestKey(harness.ring, 'token').bytes)
    const refused = async (token: string) =>
      expect(await status('checkJapanOrders', `Bearer ${token}`)).toBe(401)

    test('a token that is built like a real one is accepted, so that the others fail for their own reason', async () => {
      expect(await status('checkJapanOrders', `Bearer ${await sign(claims())}`)).toBe(200)
    })

    test('unsigned', async () => {
      const [, payload] = harness.credentials.accessToken.split('.')
      for (const alg of ['none', 'None', 'NONE']) {
        const header = encode({ alg, typ: 'JWT', kid: 'k1' })
        await refused(`${header}.${payload}.`)
        await refused(`${header}.${payload}.${harness.credentials.accessToken.split('.')[2]}`)
      }
    })

    test('with an edited payload or a foreign signature', async () => {
      const [header, , signature] = harness.credentials.accessToken.split('.')
      await refused(`${header}.${encode({ ...claims(), exp: seconds() + 9999 })}.${signature}`)
      const signed = `${header}.${encode(claims())}`
      await refused(`${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`)
    })

    test('for another audience, of another issuer, expired, not yet valid, without expiry, of an unknown key', async () => {
      await refused(await sign({ ...claims(), aud: 'somebody-else' }))
      await refused(await sign({ ...claims(), iss: 'somebody-else' }))
      await refused(await sign({ ...claims(), iat: seconds() - 7200, exp: seconds() - 3600 }))
      await refused(await sign({ ...claims(), nbf: seconds() + 3600 }))
      await refused(await sign({ ...claims(), exp: undefined }))
      await refused(await sign({ ...claims(), iat: seconds() - 90_000 }))
      await refused(await sign(claims(), { kid: 'k9' }))
      await refused(await sign(claims(), { kid: undefined }))
      await refused(await sign(claims(), { typ: 'at+jwt' }))
      await refused(await sign({ ...claims(), jti: 'never-issued' }))
      await refused(await sign({ ...claims(), sub: 'somebody-else' }))
    })

    test('with its own key in its header, or the URL of one', async () => {
      const bytes = randomBytes(32)
      const own = { kty: 'oct', k: bytes.toString('base64url'), kid: 'own', alg: 'HS256' }
      const payload: Readonly<Record<string, unknown>> = claims()
      const heads = [{ jwk: own }, { jku: 'https://evil.example/jwks' }, { x5u: 'https://evil.example/x5' }]
      for (const head of heads) {
        for (const kid of ['k1', 'own']) {
          const token = new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid, ...head })
          await refused(await token.sign(bytes))
        }
      }
    })

    test('with another algorithm and the same key', async () => {
      await refused(await sign(claims(), { alg: 'HS512' }))
    })
  })

  test('revoked credentials are refused from the next request on', async () => {
    const other = await openHarness(database)
    const { jti } = readPayload(other.credentials.accessToken)
    expect((await other.send('checkJapanOrders', body)).status).toBe(200)
    await revokeCredentials(database.kysely, { credentialId: String(jti) })
    expect((await other.send('checkJapanOrders', body)).status).toBe(401)
    const key = { headers: [...json, 'authorization', other.credentials.secretKey] }
    expect((await other.send('checkJapanOrders', body, key)).status).toBe(200)
    await revokeCredentials(database.kysely, { credentialId: idOf(other.credentials.secretKey) })
    expect((await other.send('checkJapanOrders', body, key)).status).toBe(401)
    await other.close()
  })

  test('an expired key, and all credentials of a revoked client, are refused from the next request on', async () => {
    const name = 'Ends and is revoked'
    const { clientId, ...issued } = await issueCredentials(database.kysely, harness.ring, name)
    const late = new Date(Date.now() + 60_000)
    const ending = await issueKey(database.kysely, harness.ring, clientId, new Date(), late)
    expect(await status('checkJapanOrders', ending)).toBe(200)
    await setCredential(ending, { expires_at: new Date().toISOString() })
    expect(await status('checkJapanOrders', ending)).toBe(401)
    expect(await status('checkJapanOrders', issued.secretKey)).toBe(200)
    await revokeCredentials(database.kysely, { clientId })
    expect(await status('checkJapanOrders', issued.secretKey)).toBe(401)
    expect(await status('checkJapanOrders', `Bearer ${issued.accessToken}`)).toBe(401)
  })

  describe('without the scope of the operation', () => {
    const ask = async (scopes: Scope[], operation: OperationId, kind: 'token' | 'key') => {
      const name = `Only ${scopes.join()}`
      const issued = await issueCredentials(database.kysely, harness.ring, name, { scopes })
      const authorization = kind === 'key' ? issued.secretKey : `Bearer ${issued.accessToken}`
      return harness.send(operation, body, { headers: [...json, 'authorization', authorization] })
    }

    test('a token learns the missing scope, also from WWW-Authenticate', async () => {
      for (const operation of ['checkJapanOrders', 'registerJapanOrders'] as const) {
        const response = await ask(['products'], operation, 'token')
        expect(response.status).toBe(403)
        expect(response.headers['content-type']).toBe('application/problem+json')
        expect(response.body).toMatchObject({ status: 403, detail: expect.stringContaining('“orders”') })
        expect(response.headers['www-authenticate']).toBe(
          'Bearer realm="Lading", error="insufficient_scope", scope="orders"',
        )
      }
    })

    test('a key learns it only from the sentence', async () => {
      for (const [scope, operation] of [
        ['products', 'checkJapanOrders'],
        ['orders', 'registerProducts'],
      ] as const) {
        const response = await ask([scope], operation, 'key')
        const lacking = scope === 'orders' ? 'products' : 'orders'
        expect(response.status).toBe(403)
        expect(response.body).toMatchObject({ detail: expect.stringContaining(`“${lacking}”`) })
        expect(response.headers['www-authenticate']).toBeUndefined()
      }
    })

    test('with it, one scope is enough', async () => {
      expect((await ask(['orders'], 'checkJapanOrders', 'token')).status).toBe(200)
      expect((await ask(['orders'], 'checkJapanOrders', 'key')).status).toBe(200)
      // The request is authorised; its body is not a product.
      expect((await ask(['products'], 'registerProducts', 'key')).status).toBe(400)
    })

    test('and a scheme that the operation does not accept is not authenticated', async () => {
      expect((await ask(['products'], 'registerJapanOrders', 'key')).status).toBe(401)
      expect((await ask(['orders'], 'registerProducts', 'token')).status).toBe(401)
    })
  })

  test('the last use of a credential is stored at most once a minute', async () => {
    const { secretKey } = harness.credentials
    const usedAfter = async (secondsAgo: number) => {
      const before = new Date(Date.now() - secondsAgo * 1000).toISOString()
      await setCredential(secretKey, { last_used_at: before })
      await status('checkJapanOrders', secretKey)
      const row = await database.kysely
        .selectFrom('service_credential')
        .select('last_used_at')
        .where('id', '=', idOf(secretKey))
        .executeTakeFirstOrThrow()
      return row.last_used_at === before ? 'as before' : 'now'
    }
    expect(await usedAfter(30)).toBe('as before')
    expect(await usedAfter(61)).toBe('now')
  })

  const setCredential = (key: string, set: { expires_at: string } | { last_used_at: string }) =>
    database.kysely.updateTable('service_credential').set(set).where('id', '=', idOf(key)).execute()
})

const idOf = (key: string) => key.split('_')[2] ?? ''
const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const readPayload = (token: string): { jti?: unknown } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
