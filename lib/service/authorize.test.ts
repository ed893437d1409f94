import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationId } from '@/lib/contract/operations'
import { revoke } from '@/lib/store/credentials'
import { newestKey } from '@/lib/store/keyring'
import { describeDatabases, type TestDatabase } from '@/lib/store/suite'
import { showRepeatedAuthorization } from './repeated-authorization'
import { openRig, type Rig } from './rig'
import { sampleOrder } from './samples'

// As the server does when it starts.
showRepeatedAuthorization()

const body = { data: [sampleOrder({ mallOrderNumber: 'A-1' })] }
const json = ['content-type', 'application/json']

describeDatabases('who may call', openTestDatabase => {
  let database: TestDatabase
  let rig: Rig
  beforeAll(async () => {
    database = await openTestDatabase()
    rig = await openRig(database)
  })
  afterAll(() => rig.close())

  const status = async (operation: OperationId, ...authorization: string[]) => {
    const headers = [...json, ...authorization.flatMap(value => ['authorization', value])]
    const answer = await rig.send(operation, body, { headers })
    if (answer.status === 401) {
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Lading"/)
      expect(answer.headers['content-type']).toBe('application/problem+json')
    }
    return answer.status
  }

  test('an access token opens both operations, the name of its scheme in any case', async () => {
    const { accessToken } = rig.credentials
    expect(await status('checkJapanOrders', `Bearer ${accessToken}`)).toBe(200)
    expect(await status('checkJapanOrders', `bearer ${accessToken}`)).toBe(200)
    expect(await status('registerJapanOrders', `BEARER  ${accessToken}`)).toBe(200)
  })

  test('a secret key stands alone and opens the check only', async () => {
    const { secretKey } = rig.credentials
    expect(await status('checkJapanOrders', secretKey)).toBe(200)
    expect(await status('registerJapanOrders', secretKey)).toBe(401)
    expect(await status('checkJapanOrders', `Bearer ${secretKey}`)).toBe(401)
    expect(await status('registerJapanOrders', `Bearer ${secretKey}`)).toBe(401)
  })

  test('nobody, two at once, garbage and a token without its scheme are refused', async () => {
    const { accessToken, secretKey } = rig.credentials
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
      [`${secretKey.slice(0, -1)}x`],
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
      sub: rig.credentials.clientId,
      jti: readPayload(rig.credentials.accessToken).jti,
      iat: seconds(),
      exp: seconds() + 3600,
    })
    const sign = (payload: object, header: object = {}) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: 'k1', ...header })
        .sign(newestKey(rig.ring, 'token').bytes)
    const refused = async (token: string) =>
      expect(await status('checkJapanOrders', `Bearer ${token}`)).toBe(401)

    test('one that is made as ours are is taken, so that the others fail for their own reason', async () => {
      expect(await status('checkJapanOrders', `Bearer ${await sign(claims())}`)).toBe(200)
    })

    test('unsigned', async () => {
      const [, payload] = rig.credentials.accessToken.split('.')
      for (const alg of ['none', 'None', 'NONE']) {
        const header = encode({ alg, typ: 'JWT', kid: 'k1' })
        await refused(`${header}.${payload}.`)
        await refused(`${header}.${payload}.${rig.credentials.accessToken.split('.')[2]}`)
      }
    })

    test('with an edited payload, or signed by somebody else', async () => {
      const [header, , signature] = rig.credentials.accessToken.split('.')
      await refused(`${header}.${encode({ ...claims(), exp: seconds() + 9999 })}.${signature}`)
      const signed = `${header}.${encode(claims())}`
      await refused(`${signed}.${createHmac('sha256', 'secret').update(signed).digest('base64url')}`)
    })

    test('for another audience, of another issuer, over, not yet begun, without an end, of an unknown key', async () => {
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

    test('with another algorithm and the same key', async () => {
      await refused(await sign(claims(), { alg: 'HS512' }))
    })
  })

  test('what was revoked is refused from the next request on', async () => {
    const other = await openRig(database)
    const { jti } = readPayload(other.credentials.accessToken)
    expect((await other.send('checkJapanOrders', body)).status).toBe(200)
    await revoke(database.kysely, { credentialId: String(jti) })
    expect((await other.send('checkJapanOrders', body)).status).toBe(401)
    const key = { headers: [...json, 'authorization', other.credentials.secretKey] }
    expect((await other.send('checkJapanOrders', body, key)).status).toBe(200)
    await revoke(database.kysely, { credentialId: other.credentials.secretKey.split('_')[2] ?? '' })
    expect((await other.send('checkJapanOrders', body, key)).status).toBe(401)
    await other.close()
  })

  test('the last use of a credential is noted', async () => {
    await status('checkJapanOrders', rig.credentials.secretKey)
    const row = await database.kysely
      .selectFrom('service_credential')
      .select('last_used_at')
      .where('id', '=', rig.credentials.secretKey.split('_')[2] ?? '')
      .executeTakeFirstOrThrow()
    expect(Date.parse(row.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })
})

const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const readPayload = (token: string): { jti?: unknown } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
