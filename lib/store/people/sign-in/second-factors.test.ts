import { expect, test } from 'vitest'
import type { Role } from '@/lib/roles'
import { lastSecondFactorReset, listOperatorEvents } from '@/lib/store/people/operator-events'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { findChallenge, putChallenge, takeChallenge } from './auth-challenges'
import { addPasskey, deletePasskey, findPasskey, listPasskeys, notePasskeyUsed } from './passkeys'
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes'
import {
  findSecondFactors,
  listProtectedOperators,
  resetSecondFactor,
  resetSecondFactorByEmail,
} from './second-factors'
import { findSession, listSessionRoles, startSession } from './sessions'
import { isSecondFactorRequired, requireSecondFactor } from './sign-in-policy'
import { deleteTotp, findTotpSecret, openTotpSecret, saveTotp, sealTotpSecret } from './totp'

const now = new Date('2026-11-24T09:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describeDatabases('second factors', openTestDatabase => {
  const open = async () => {
    const database = await openTestDatabase()
    const add = (name: string, role: Role) =>
      addOperator(database.kysely, { email: `${name}@shop.example`, name, passwordHash: 'x', role })
    return { ...database, add }
  }
  const passkey = (operatorId: string, id = 'credential') => ({
    id,
    operatorId,
    publicKey: 'key',
    counter: 4_000_000_000,
    transports: ['internal'],
    name: 'Laptop',
  })

  test('the secret of an app is sealed for its operator alone', async () => {
    const { kysely, add } = await open()
    const mina = await add('mina', 'editor')
    await saveTotp(kysely, { operatorId: mina.id, sealed: sealTotpSecret(mina.id, 'ABC'), lastStep: 7 }, now)
    const sealed = (await findTotpSecret(kysely, mina.id)) ?? ''
    expect(sealed).not.toContain('ABC')
    expect(openTotpSecret(mina.id, sealed)).toBe('ABC')
    expect(openTotpSecret('jun', sealed)).toBeUndefined()
    expect(await deleteTotp(kysely, mina.id)).toBe(true)
    expect(await deleteTotp(kysely, mina.id)).toBe(false)
  })

  test('a passkey belongs to one operator, and is registered once', async () => {
    const { kysely, add } = await open()
    const [mina, jun] = [await add('mina', 'editor'), await add('jun', 'editor')]
    expect(await addPasskey(kysely, passkey(mina.id), now)).toBe(true)
    expect(await addPasskey(kysely, passkey(jun.id), now)).toBe(false)
    expect(await findPasskey(kysely, jun.id, 'credential')).toBeUndefined()
    expect(await deletePasskey(kysely, jun.id, 'credential')).toBeUndefined()
    await notePasskeyUsed(kysely, 'credential', 4_294_967_295, later(1))
    expect(await listPasskeys(kysely, mina.id)).toEqual([
      {
        ...passkey(mina.id),
        counter: 4_294_967_295,
        createdAt: now.toISOString(),
        usedAt: later(1).toISOString(),
      },
    ])
    expect(await deletePasskey(kysely, mina.id, 'credential')).toBe('Laptop')
    expect(await listPasskeys(kysely, mina.id)).toEqual([])
  })

  test('of two requests with the same recovery code one succeeds, and new codes void the old ones', async () => {
    const { kysely, add } = await open()
    const mina = await add('mina', 'editor')
    await replaceRecoveryCodes(kysely, mina.id, ['a', 'b'], now)
    const both = await Promise.all([1, 2].map(() => spendRecoveryCode(kysely, mina.id, 'a')))
    expect(both.toSorted()).toEqual([false, true])
    expect(await findSecondFactors(kysely, mina.id)).toEqual({
      totpAt: null,
      isAppLost: false,
      passkeys: 0,
      recoveryCodes: 1,
    })
    await replaceRecoveryCodes(kysely, mina.id, ['c'], now)
    expect(await spendRecoveryCode(kysely, mina.id, 'b')).toBe(false)
  })

  test('a challenge is valid once, for ten minutes, and replaced by the next of its kind', async () => {
    const { kysely, add } = await open()
    const mina = await add('mina', 'editor')
    const key = { kind: 'new_passkey', holder: 'session' } as const
    await putChallenge(kysely, { ...key, operatorId: mina.id, value: 'one' }, now)
    await putChallenge(kysely, { ...key, operatorId: mina.id, value: 'two' }, now)
    expect(await findChallenge(kysely, key, later(9.9))).toEqual({ operatorId: mina.id, value: 'two' })
    expect(await findChallenge(kysely, key, later(10))).toBeUndefined()
    expect(await takeChallenge(kysely, { ...key, holder: 'other' }, now)).toBeUndefined()
    expect(await takeChallenge(kysely, key, later(10))).toBeUndefined()
    expect(await takeChallenge(kysely, key, now)).toMatchObject({ value: 'two' })
    expect(await takeChallenge(kysely, key, now)).toBeUndefined()
  })

  test('when they are required, registrars and administrators without one must add one at once', async () => {
    const { kysely, add } = await open()
    const roles = ['viewer', 'editor', 'registrar', 'administrator'] as const
    const people = await Promise.all(roles.map(role => add(role, role)))
    const sessions = await Promise.all(
      people.map(async one => [one.role, await startSession(kysely, { operatorId: one.id }, now)] as const),
    )
    const bound = async () => {
      const found = await Promise.all(
        sessions.map(async ([role, id]) => [role, await findSession(kysely, id, now)] as const),
      )
      return found.flatMap(([role, operator]) => (operator?.mustAddSecondFactor ? [role] : []))
    }
    expect(await bound()).toEqual([])
    const boss = people.find(({ role }) => role === 'administrator')
    const by = boss?.id ?? ''
    await requireSecondFactor(kysely, { isRequired: true, by }, now)
    expect(await isSecondFactorRequired(kysely)).toBe(true)
    expect(await bound()).toEqual(['registrar', 'administrator'])
    // Meanwhile their open pages get no updates.
    const ids = sessions.map(([, id]) => id)
    expect([...(await listSessionRoles(kysely, ids, now)).values()].toSorted()).toEqual(['editor', 'viewer'])
    await addPasskey(kysely, passkey(by), now)
    expect(await bound()).toEqual(['registrar'])
    const registrar = people.find(({ role }) => role === 'registrar')?.id ?? ''
    await saveTotp(kysely, { operatorId: registrar, sealed: 'x', lastStep: 0 }, now)
    expect(await bound()).toEqual([])
    expect(await listProtectedOperators(kysely)).toEqual(new Set([by, registrar]))
    await requireSecondFactor(kysely, { isRequired: false, by }, now)
    expect((await listOperatorEvents(kysely, 2)).map(({ event }) => event)).toEqual([
      'second_factor_optional',
      'second_factor_required',
    ])
  })

  test('a reset removes everything, ends every session and is recorded', async () => {
    const { kysely, write, add } = await open()
    const [boss, mina] = [await add('boss', 'administrator'), await add('mina', 'registrar')]
    const equip = async () => {
      await saveTotp(kysely, { operatorId: mina.id, sealed: 'x', lastStep: 0 }, now)
      await addPasskey(kysely, passkey(mina.id), now)
      await replaceRecoveryCodes(kysely, mina.id, ['a'], now)
      return startSession(kysely, { operatorId: mina.id }, now)
    }
    const nothing = { totpAt: null, isAppLost: false, passkeys: 0, recoveryCodes: 0 }
    const first = await equip()
    expect(await write(trx => resetSecondFactor(trx, { id: mina.id, by: boss.id }, now))).toBe(true)
    expect(await findSecondFactors(kysely, mina.id)).toEqual(nothing)
    expect(await findSession(kysely, first, now)).toBeUndefined()
    expect(await lastSecondFactorReset(kysely, mina.id)).toEqual({ by: 'boss', at: now.toISOString() })

    const second = await equip()
    expect(await write(trx => resetSecondFactorByEmail(trx, ' MINA@shop.example', later(1)))).toBeUndefined()
    expect(await findSecondFactors(kysely, mina.id)).toEqual(nothing)
    expect(await findSession(kysely, second, now)).toBeUndefined()
    expect(await lastSecondFactorReset(kysely, mina.id)).toEqual({ by: null, at: later(1).toISOString() })
    expect(await lastSecondFactorReset(kysely, boss.id)).toBeNull()
    expect(await write(trx => resetSecondFactorByEmail(trx, 'who@shop.example', now))).toBe('unknown')
    expect(await write(trx => resetSecondFactor(trx, { id: 'who', by: boss.id }, now))).toBe(false)
  })
})
