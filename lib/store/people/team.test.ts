import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import {
  findInvitation,
  INVITATION_LIFETIME_MS,
  invite,
  listInvitations,
  redeemInvitation,
} from './invitations'
import { listOperatorEvents } from './operator-events'
import { addOperator, findForSignIn } from './operators'
import { findSession, startSession } from './sign-in/sessions'
import { changePassword, changeRole, listMembers, removeMember, restoreMember } from './team'

const now = new Date('2026-11-21T09:00:00.000Z')
const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'administrator' } as const
const jun = { name: '준', passwordHash: 'y' }

describeDatabases('the team', openTestDatabase => {
  async function openTeam() {
    const database = await openTestDatabase()
    return { database, boss: await addOperator(database.kysely, mina) }
  }

  test('an invitation creates one operator with its role, once', async () => {
    const { database, boss } = await openTeam()
    const token = await database.write(trx =>
      invite(trx, { email: ' Jun@Shop.example', role: 'editor', by: boss.id }, now),
    )
    expect(await findInvitation(database.kysely, token, now)).toMatchObject({ email: 'jun@shop.example' })
    const came = await Promise.all([1, 2, 3].map(() => redeemInvitation(database, token, jun, now)))
    expect(came.filter(one => one !== undefined)).toMatchObject([{ role: 'editor', name: '준' }])
    expect(await findInvitation(database.kysely, token, now)).toBeUndefined()
    expect((await listMembers(database.kysely)).map(one => one.name)).toEqual(['Mina', '준'])
  })

  test('an invitation is void after a week, and when another one went to the same address', async () => {
    const { database, boss } = await openTeam()
    const ask = () =>
      database.write(trx => invite(trx, { email: 'jun@shop.example', role: 'editor', by: boss.id }, now))
    const [first, second] = [await ask(), await ask()]
    expect(await redeemInvitation(database, first, jun, now)).toBeUndefined()
    expect(await listInvitations(database.kysely, now)).toHaveLength(1)
    const late = new Date(now.getTime() + INVITATION_LIFETIME_MS)
    expect(await redeemInvitation(database, second, jun, late)).toBeUndefined()
  })

  test('a removed operator is signed out at the next request, and can sign in again when restored', async () => {
    const { database, boss } = await openTeam()
    const other = await addOperator(database.kysely, {
      ...mina,
      email: 'jun@shop.example',
      role: 'registrar',
    })
    const session = await startSession(database.kysely, { operatorId: other.id }, now)
    const link = { email: other.email, role: other.role, operatorId: other.id, by: boss.id }
    const token = await database.write(trx => invite(trx, link, now))
    expect(await findSession(database.kysely, session, now)).toMatchObject({ role: 'registrar' })
    expect(await database.write(trx => removeMember(trx, { id: other.id, by: boss.id }, now))).toBeUndefined()
    expect(await findSession(database.kysely, session, now)).toBeUndefined()
    expect(await findForSignIn(database.kysely, other.email)).toBeUndefined()
    expect(await redeemInvitation(database, token, jun, now)).toBeUndefined()
    expect(await database.write(trx => removeMember(trx, { id: other.id, by: boss.id }, now))).toBe('gone')
    expect(await database.write(trx => restoreMember(trx, { id: other.id, by: boss.id }, now))).toBe(true)
    expect(await findForSignIn(database.kysely, other.email)).toBeDefined()
    expect(await findSession(database.kysely, session, now)).toBeUndefined()
  })

  test.each(['removed', 'made an editor'])('links of an administrator who is %s are void', async how => {
    const { database, boss } = await openTeam()
    const other = await addOperator(database.kysely, { ...mina, email: 'jun@shop.example' })
    const newcomer = { email: 'me-again@shop.example', role: 'administrator', by: other.id } as const
    const takeover = { email: boss.email, role: boss.role, operatorId: boss.id, by: other.id }
    const tokens = [
      await database.write(trx => invite(trx, newcomer, now)),
      await database.write(trx => invite(trx, takeover, now)),
    ]
    await database.write(trx =>
      how === 'removed'
        ? removeMember(trx, { id: other.id, by: boss.id }, now)
        : changeRole(trx, { id: other.id, role: 'editor', by: boss.id }, now),
    )
    for (const token of tokens) expect(await redeemInvitation(database, token, jun, now)).toBeUndefined()
    const { event, by } =
      (await listOperatorEvents(database.kysely, 10)).find(one => one.event === 'withdrawn') ?? {}
    expect({ event, by }).toEqual({ event: 'withdrawn', by: 'Mina' })
  })

  test('another role applies from the next request on', async () => {
    const { database, boss } = await openTeam()
    const other = await addOperator(database.kysely, { ...mina, email: 'jun@shop.example', role: 'editor' })
    const session = await startSession(database.kysely, { operatorId: other.id }, now)
    await database.write(trx => changeRole(trx, { id: other.id, role: 'viewer', by: boss.id }, now))
    expect(await findSession(database.kysely, session, now)).toMatchObject({ role: 'viewer' })
  })

  test('one administrator always remains, even when two remove each other at the same time', async () => {
    const { database, boss } = await openTeam()
    expect(
      await database.write(trx => changeRole(trx, { id: boss.id, role: 'viewer', by: boss.id }, now)),
    ).toBe('last_administrator')
    const other = await addOperator(database.kysely, { ...mina, email: 'jun@shop.example' })
    const results = await Promise.all([
      database.write(trx => removeMember(trx, { id: boss.id, by: other.id }, now)),
      database.write(trx => removeMember(trx, { id: other.id, by: boss.id }, now)),
    ])
    expect(results.toSorted()).toEqual(['last_administrator', undefined])
  })

  test('a new password ends the other sessions and unused links to set it; a password link ends all', async () => {
    const { database, boss } = await openTeam()
    const [kept, other] = [
      await startSession(database.kysely, { operatorId: boss.id }, now),
      await startSession(database.kysely, { operatorId: boss.id }, now),
    ]
    await database.write(trx =>
      changePassword(trx, { id: boss.id, passwordHash: 'z', keptSession: kept }, now),
    )
    expect(await findSession(database.kysely, kept, now)).toBeDefined()
    expect(await findSession(database.kysely, other, now)).toBeUndefined()
    const link = { email: boss.email, role: boss.role, operatorId: boss.id, by: boss.id }
    const unused = await database.write(trx => invite(trx, link, now))
    await database.write(trx =>
      changePassword(trx, { id: boss.id, passwordHash: 'of the owner', keptSession: kept }, now),
    )
    expect(await redeemInvitation(database, unused, jun, now)).toBeUndefined()
    expect((await findForSignIn(database.kysely, boss.email))?.passwordHash).toBe('of the owner')
    const token = await database.write(trx => invite(trx, link, now))
    expect(await redeemInvitation(database, token, jun, now)).toMatchObject({ id: boss.id, name: 'Mina' })
    expect(await findSession(database.kysely, kept, now)).toBeUndefined()
    expect((await findForSignIn(database.kysely, boss.email))?.passwordHash).toBe('y')
  })

  test('changes of operators are logged, and the log cannot be changed', async () => {
    const { database, boss } = await openTeam()
    const token = await database.write(trx =>
      invite(trx, { email: 'jun@shop.example', role: 'editor', by: boss.id }, now),
    )
    const came = await redeemInvitation(database, token, jun, now)
    await database.write(trx => removeMember(trx, { id: came?.id ?? '', by: boss.id }, now))
    expect(await listOperatorEvents(database.kysely, 10)).toMatchObject([
      { event: 'removed', by: 'Mina', whom: '준', detail: 'jun@shop.example' },
      { event: 'joined', by: '준' },
      { event: 'invited', by: 'Mina', detail: 'jun@shop.example (editor)' },
    ])
    await expect(database.kysely.deleteFrom('operator_event').execute()).rejects.toThrow('never changed')
    await expect(database.kysely.updateTable('operator_event').set({ actor: '' }).execute()).rejects.toThrow(
      'never changed',
    )
  })
})
