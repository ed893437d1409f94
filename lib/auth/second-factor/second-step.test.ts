import { expect, test } from 'vitest'
import type { Database } from '@/lib/store/db/database'
import { listOperatorEvents } from '@/lib/store/people/operator-events'
import { addOperator } from '@/lib/store/people/operators'
import { CHALLENGE_LIFETIME_MS } from '@/lib/store/people/sign-in/auth-challenges'
import { replaceRecoveryCodes } from '@/lib/store/people/sign-in/recovery-codes'
import { endSessionsOf } from '@/lib/store/people/sign-in/sessions'
import { saveTotp, sealTotpSecret } from '@/lib/store/people/sign-in/totp'
import { removeMember } from '@/lib/store/people/team'
import { describeDatabases } from '@/testing/store/databases'
import { totpCode } from '@/testing/totp'
import { hashRecoveryCode } from './recovery-code'
import { beginSecondStep, verifySecondStep } from './second-step'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const recovery = '0a1b-2c3d-4e5f-6g7h'
const start = Date.parse('2026-11-24T09:00:00.000Z')
const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
const noDevice = async () => undefined

describeDatabases('the second step of a sign-in', openTestDatabase => {
  const withApp = async () => {
    const database = await openTestDatabase()
    const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'registrar' } as const
    const operator = await addOperator(database.kysely, mina)
    const sealed = sealTotpSecret(operator.id, secret)
    await saveTotp(database.kysely, { operatorId: operator.id, sealed, lastStep: 0 }, new Date(start))
    const hashes = [hashRecoveryCode(operator.id, recovery)]
    await replaceRecoveryCodes(database.kysely, operator.id, hashes, new Date(start))
    return { database, operator }
  }
  const begin = async ({ database, operator }: Awaited<ReturnType<typeof withApp>>) =>
    (await beginSecondStep(database, operator))?.token ?? ''
  const take = (
    database: Database,
    token: string,
    value: string,
    { kind = 'totp', now = new Date(), findDevice = noDevice }: Partial<Taken> = {},
  ) => verifySecondStep(database, { token, kind, value }, findDevice, now)
  interface Taken {
    readonly kind: 'totp' | 'recovery' | 'passkey'
    readonly now: Date
    readonly findDevice: () => Promise<string | undefined>
  }

  test('is not asked of an operator without a second factor', async () => {
    const { kysely } = await openTestDatabase()
    const jun = { email: 'jun@shop.example', name: 'Jun', passwordHash: 'x', role: 'editor' } as const
    expect(await beginSecondStep({ kysely }, await addOperator(kysely, jun))).toBeUndefined()
  })

  test('lets the operator in by the code of their app, once', async () => {
    const mina = await withApp()
    const [first, second] = [await begin(mina), await begin(mina)]
    const now = new Date()
    const code = totpCode(secret, now.getTime())
    expect(await take(mina.database, first, code, { now })).toEqual({
      kind: 'signed_in',
      operator: mina.operator,
    })
    // Neither the sign-in nor the code can be used again, also not within the same half minute.
    expect(await take(mina.database, first, code, { now })).toEqual({ kind: 'expired' })
    expect(await take(mina.database, second, code, { now })).toMatchObject({ kind: 'wrong' })
    const next = new Date(now.getTime() + 30_000)
    const nextCode = totpCode(secret, next.getTime())
    expect(await take(mina.database, second, nextCode, { now: next })).toMatchObject({ kind: 'signed_in' })
  })

  test('names an app whose key was given up, and lets its operator in by a recovery code', async () => {
    const mina = await withApp()
    expect(await beginSecondStep(mina.database, mina.operator)).toMatchObject({ hasApp: true })
    await mina.database.kysely.updateTable('totp').set({ secret: null }).execute()
    const step = await beginSecondStep(mina.database, mina.operator)
    expect(step).toMatchObject({ hasApp: false, isAppLost: true })
    const result = await take(mina.database, step?.token ?? '', recovery, { kind: 'recovery' })
    expect(result).toMatchObject({ kind: 'signed_in' })
  })

  test('accepts no older code after a newer one', async () => {
    const mina = await withApp()
    const now = new Date()
    const newer = totpCode(secret, now.getTime() + 30_000)
    expect(await take(mina.database, await begin(mina), newer, { now })).toMatchObject({ kind: 'signed_in' })
    const current = totpCode(secret, now.getTime())
    expect(await take(mina.database, await begin(mina), current, { now })).toMatchObject({ kind: 'wrong' })
  })

  test('lets one of two simultaneous requests with the same code in', async () => {
    const mina = await withApp()
    const tokens = [await begin(mina), await begin(mina)]
    const now = new Date()
    const code = totpCode(secret, now.getTime())
    const results = await Promise.all(tokens.map(token => take(mina.database, token, code, { now })))
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(['signed_in', 'wrong'])
  })

  test('accepts each recovery code once, and records it', async () => {
    const mina = await withApp()
    const options = { kind: 'recovery' } as const
    expect(await take(mina.database, await begin(mina), recovery.toUpperCase(), options)).toMatchObject({
      kind: 'signed_in',
    })
    expect(await take(mina.database, await begin(mina), recovery, options)).toMatchObject({ kind: 'wrong' })
    const [event] = await listOperatorEvents(mina.database.kysely, 1)
    expect(event).toMatchObject({ event: 'recovery_code_used', whom: 'Mina', detail: '0' })
  })

  test('refuses the sixth code within 15 minutes, also from other networks, and records it', async () => {
    const mina = await withApp()
    const token = await begin(mina)
    const now = new Date()
    for (let tried = 1; tried <= 5; tried++) {
      expect(await take(mina.database, token, '000000', { now })).toMatchObject({ kind: 'wrong' })
    }
    const code = totpCode(secret, now.getTime())
    expect(await take(mina.database, token, code, { now })).toMatchObject({ kind: 'blocked' })
    expect((await listOperatorEvents(mina.database.kysely, 10)).map(({ event }) => event)).toEqual([
      'second_factor_blocked',
    ])
    // A person who guesses cannot keep the operator out of a browser where they have signed in before.
    const findDevice = async () => 'device'
    expect(await take(mina.database, token, code, { now, findDevice })).toMatchObject({ kind: 'signed_in' })
  })

  test('is over after ten minutes, with a removal, and when all sessions end', async () => {
    const mina = await withApp()
    const expired = { kind: 'expired' }
    const late = at(CHALLENGE_LIFETIME_MS / 1000 + 1)
    const code = () => totpCode(secret, Date.now())
    const first = await begin(mina)
    expect(await take(mina.database, first, totpCode(secret, late.getTime()), { now: late })).toEqual(expired)
    const second = await begin(mina)
    await endSessionsOf(mina.database.kysely, mina.operator.id)
    expect(await take(mina.database, second, code())).toEqual(expired)
    const third = await begin(mina)
    await mina.database.write(trx => removeMember(trx, { id: mina.operator.id, by: 'boss' }, new Date()))
    expect(await take(mina.database, third, code())).toEqual(expired)
    expect(await take(mina.database, 'made up', code())).toEqual(expired)
  })

  test('does not let an operator in whose sign-in becomes void while the code is verified', async () => {
    const mina = await withApp()
    const token = await begin(mina)
    // Asked for between the first look at the sign-in and its end.
    const findDevice = async () => {
      await endSessionsOf(mina.database.kysely, mina.operator.id)
      return undefined
    }
    const code = totpCode(secret, Date.now())
    expect(await take(mina.database, token, code, { findDevice })).toEqual({ kind: 'expired' })
  })

  test('accepts no made-up response of a passkey', async () => {
    const mina = await withApp()
    const token = await begin(mina)
    for (const value of ['', '{}', '{"id":"x"}', 'null', '[]']) {
      expect(await take(mina.database, token, value, { kind: 'passkey' })).toMatchObject({ kind: 'wrong' })
    }
  })
})
