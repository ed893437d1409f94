import { expect, test } from 'vitest'
import type { Role } from '@/lib/roles'
import { describeDatabases } from '@/testing/store/databases'
import { admitProvidedPerson, listProvidedOperators, type ProvidedPerson } from './identities'
import { listOperatorEvents } from './operator-events'
import { addOperator, findForSignIn } from './operators'
import { findSession, startSession } from './sign-in/sessions'
import { requireSecondFactor } from './sign-in/sign-in-policy'
import { listMembers, removeMember } from './team'

const now = new Date('2026-11-24T09:00:00.000Z')

describeDatabases('people of a sign-in provider', openTestDatabase => {
  const open = async () => {
    const database = await openTestDatabase()
    const add = (email: string, role: Role) =>
      addOperator(database.kysely, { email, name: email, passwordHash: 'x', role })
    const boss = await add('boss@shop.example', 'administrator')
    const signIn = (person: Partial<ProvidedPerson> = {}) =>
      admitProvidedPerson(
        database,
        {
          issuer: 'https://id.example',
          subject: '1',
          verifiedEmail: 'Mina@shop.example',
          name: 'Mina',
          role: 'editor',
          ...person,
        },
        now,
      )
    const memberOf = async (operatorId: string) =>
      (await listMembers(database.kysely)).find(({ id }) => id === operatorId)
    return { ...database, add, boss, signIn, memberOf }
  }

  test('the first sign-in adds an operator without a password, the next ones find them', async () => {
    const { kysely, signIn, memberOf } = await open()
    const first = await signIn()
    const operatorId = first.ok ? first.operatorId : ''
    expect(await memberOf(operatorId)).toMatchObject({
      email: 'mina@shop.example',
      name: 'Mina',
      role: 'editor',
    })
    expect(await findForSignIn(kysely, 'mina@shop.example')).toBeUndefined()
    // The subject identifies the person, whatever address they have by then.
    expect(await signIn({ verifiedEmail: undefined })).toEqual(first)
    expect(await signIn({ verifiedEmail: 'boss@shop.example' })).toEqual(first)
    expect(await listProvidedOperators(kysely)).toEqual(new Set([operatorId]))
    expect(await listOperatorEvents(kysely, 9)).toMatchObject([
      { event: 'provider_joined', whom: 'Mina', detail: 'mina@shop.example (editor)' },
    ])
  })

  test('another role at the provider is another role here, and is recorded', async () => {
    const { kysely, signIn, memberOf } = await open()
    const first = await signIn()
    await signIn({ role: 'registrar' })
    expect(await memberOf(first.ok ? first.operatorId : '')).toMatchObject({ role: 'registrar' })
    expect(await listOperatorEvents(kysely, 1)).toMatchObject([
      { event: 'provider_role', detail: 'editor → registrar' },
    ])
  })

  test('an existing operator is found by the verified address, once', async () => {
    const { signIn, add, memberOf } = await open()
    const mina = await add('mina@shop.example', 'viewer')
    expect(await signIn({ verifiedEmail: undefined })).toEqual({ ok: false, why: 'email' })
    expect(await signIn()).toEqual({ ok: true, operatorId: mina.id })
    expect(await memberOf(mina.id)).toMatchObject({ role: 'editor' })
    // An address that the company gives to a new person does not give them the account of the old one.
    expect(await signIn({ subject: '2' })).toEqual({ ok: false, why: 'taken' })
    expect(await signIn({ subject: '1', issuer: 'https://other.example' })).toEqual({
      ok: true,
      operatorId: mina.id,
    })
  })

  test('a removed operator stays removed, by subject and by address', async () => {
    const { signIn, add, write, boss } = await open()
    const first = await signIn()
    await write(trx => removeMember(trx, { id: first.ok ? first.operatorId : '', by: boss.id }, now))
    expect(await signIn()).toEqual({ ok: false, why: 'removed' })
    const gone = await add('gone@shop.example', 'editor')
    await write(trx => removeMember(trx, { id: gone.id, by: boss.id }, now))
    const again = await signIn({ subject: '3', verifiedEmail: 'gone@shop.example' })
    expect(again).toEqual({ ok: false, why: 'removed' })
  })

  test('the provider cannot take the role of the only administrator', async () => {
    const { signIn, add, memberOf, boss, kysely } = await open()
    const person = { subject: '9', verifiedEmail: 'boss@shop.example', role: 'viewer' } as const
    expect(await signIn(person)).toEqual({ ok: false, why: 'last-administrator' })
    expect(await memberOf(boss.id)).toMatchObject({ role: 'administrator' })
    expect(await listProvidedOperators(kysely)).toEqual(new Set())
    await add('other@shop.example', 'administrator')
    expect(await signIn(person)).toEqual({ ok: true, operatorId: boss.id })
    expect(await memberOf(boss.id)).toMatchObject({ role: 'viewer' })
  })

  test('a session of the provider needs no second factor of Lading, and a proof is as old as it says', async () => {
    const { kysely, boss } = await open()
    await requireSecondFactor(kysely, { isRequired: true, by: boss.id }, now)
    const byPassword = await startSession(kysely, { operatorId: boss.id }, now)
    const byProvider = await startSession(
      kysely,
      { operatorId: boss.id, method: 'oidc', provedAt: null },
      now,
    )
    expect(await findSession(kysely, byPassword, now)).toMatchObject({ mustAddSecondFactor: true })
    expect(await findSession(kysely, byProvider, now)).not.toHaveProperty('mustAddSecondFactor')
  })
})
