import { expect, test } from 'vitest'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import {
  authenticateDeskKey,
  createDeskKey,
  ensureFolderOperator,
  listDeskKeys,
  revokeDeskKey,
} from './desk-keys'
import { listOperatorEvents } from './operator-events'
import { addOperator, findForSignIn, hasOperator } from './operators'
import { listMembers } from './team'

const ring = makeKeyring([{ kid: 'k1', bytes: Buffer.alloc(32, 7) }])
const now = new Date('2026-11-24T00:00:00.000Z')
const later = new Date('2026-11-25T00:00:00.000Z')

describeDatabases('keys of the desk', openTestDatabase => {
  const prepared = async () => {
    const database = await openTestDatabase()
    const person = {
      email: 'kim@shop.example',
      name: 'Kim',
      role: 'administrator',
      passwordHash: 'x',
    } as const
    const { id: by } = await addOperator(database.kysely, person)
    const create = (name: string, over: Partial<Parameters<typeof createDeskKey>[2]> = {}) =>
      database.write(trx =>
        createDeskKey(trx, ring, { name, scopes: ['intake'], by, expiresAt: undefined, ...over }, now),
      )
    const read = (key: string, at = now) => authenticateDeskKey(database.kysely, ring, key, at)
    return { ...database, by, create, read }
  }

  test('a key acts under its name with the least role that its permissions need', async () => {
    const { create, read } = await prepared()
    const intake = await read((await create('night import')) ?? '')
    expect(intake).toMatchObject({ scopes: ['intake'], operator: { name: 'night import', role: 'editor' } })
    const both = await read((await create('shipping', { scopes: ['register', 'intake'] })) ?? '')
    expect(both).toMatchObject({ scopes: ['intake', 'register'], operator: { role: 'registrar' } })
  })

  test('a changed, expired, revoked or foreign key identifies no caller', async () => {
    const { kysely, write, by, create, read } = await prepared()
    const key = (await create('one', { expiresAt: later })) ?? ''
    expect(await read(key)).toBeDefined()
    expect(await read(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toBeUndefined()
    expect(await read(key.replace('ldg_dk_', 'ldg_sk_'))).toBeUndefined()
    expect(await read(key, later)).toBeUndefined()
    const other = makeKeyring([{ kid: 'k2', bytes: Buffer.alloc(32, 9) }])
    expect(await authenticateDeskKey(kysely, other, key, now)).toBeUndefined()
    const [{ id } = { id: '' }] = await listDeskKeys(kysely, now)
    expect(await write(trx => revokeDeskKey(trx, { id, by }, now))).toBe(true)
    expect(await read(key)).toBeUndefined()
    expect(await write(trx => revokeDeskKey(trx, { id, by }, now))).toBe(false)
    expect(await create('one')).toBeUndefined()
  })

  test('the database has no key from which one could sign in, and the log says who made it', async () => {
    const { kysely, create } = await prepared()
    const key = (await create('one')) ?? ''
    const rows = await kysely.selectFrom('desk_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(20, 50))
    expect(await listOperatorEvents(kysely, 5)).toMatchObject([
      { event: 'key_created', detail: 'one', by: 'Kim', whom: 'one' },
    ])
  })

  test('a program is not a member: it cannot sign in, and is not listed in the team', async () => {
    const { kysely, create } = await prepared()
    await create('one')
    await ensureFolderOperator(kysely, now)
    await ensureFolderOperator(kysely, now)
    expect((await listMembers(kysely)).map(({ name }) => name)).toEqual(['Kim'])
    const { email } = await kysely
      .selectFrom('operator')
      .select('email')
      .where('name', '=', 'one')
      .executeTakeFirstOrThrow()
    expect(await findForSignIn(kysely, email)).toBeUndefined()
    expect(await findForSignIn(kysely, 'inbox-folder')).toBeUndefined()
    await kysely.deleteFrom('operator').where('name', '=', 'Kim').execute()
    expect(await hasOperator(kysely)).toBe(false)
  })
})
