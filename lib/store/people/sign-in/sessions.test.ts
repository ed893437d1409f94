import { expect, test } from 'vitest'
import type { Database } from '@/lib/store/db/database'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, openReadOnly } from '@/testing/store/databases'
import {
  endOtherSessions,
  endOwnSession,
  endSession,
  endSessionsOf,
  findSession,
  isPasswordRecent,
  listSessionRoles,
  listSessions,
  notePasswordConfirmed,
  startSession,
} from './sessions'

const HOUR = 60 * 60_000
const start = new Date('2026-11-21T09:00:00.000Z')
const after = (hours: number) => new Date(start.getTime() + hours * HOUR)

describeDatabases('a session', openTestDatabase => {
  const signedIn = async () => {
    const database = await openTestDatabase()
    const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'registrar' } as const
    const operator = await addOperator(database.kysely, mina)
    return {
      ...database,
      operator,
      id: await startSession(database.kysely, { operatorId: operator.id }, start),
    }
  }
  const rowsOf = ({ kysely }: Pick<Database, 'kysely'>) => kysely.selectFrom('session').selectAll().execute()

  test('says whose it is', async () => {
    const { kysely, id, operator } = await signedIn()
    expect(await findSession(kysely, id, start)).toEqual(operator)
    expect(await findSession(kysely, 'another', start)).toBeUndefined()
  })

  test('is void on the server after it was ended', async () => {
    const { kysely, id } = await signedIn()
    await endSession(kysely, id)
    expect(await findSession(kysely, id, start)).toBeUndefined()
  })

  test('is used also while its last use cannot be stored', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'viewer' } as const
    const operator = await addOperator(kysely, mina)
    const id = await startSession(kysely, { operatorId: operator.id }, start)
    const readOnly = await openReadOnly(database)
    expect(await findSession(readOnly.kysely, id, after(1))).toEqual(operator)
    expect(await findSession(readOnly.kysely, id, after(8))).toBeUndefined()
    await readOnly.close()
  })

  test('that is ended on a full disk is void in this process, and is deleted once there is space', async () => {
    const database = await signedIn()
    const { kysely, id, operator } = database
    const other = await startSession(kysely, { operatorId: operator.id }, start)
    const full = kysely.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'DeleteQueryNode') throw new StorageFullError()
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await endSession(full, id)
    expect(await findSession(full, id, start)).toBeUndefined()
    expect([...(await listSessionRoles(full, [id, other], start)).keys()]).toEqual([other])
    expect(await rowsOf(database)).toHaveLength(2)
    // The next use of any session that is recorded shows that there is space.
    expect(await findSession(kysely, other, after(1))).toEqual(operator)
    expect(await rowsOf(database)).toMatchObject([{ id: other }])
    expect(await findSession(kysely, id, after(1))).toBeUndefined()
  })

  test('that cannot be ended for another reason is not reported as ended', async () => {
    const { kysely, id } = await signedIn()
    const broken = kysely.withPlugin({
      transformQuery: () => {
        throw new Error('Connection terminated')
      },
      transformResult: async ({ result }) => result,
    })
    await expect(endSession(broken, id)).rejects.toThrow('Connection terminated')
    expect(await findSession(kysely, id, start)).toBeDefined()
  })

  test('is over after eight hours without use', async () => {
    const { kysely, id } = await signedIn()
    expect(await findSession(kysely, id, after(8))).toBeUndefined()
  })

  test('continues while it is used, but for at most seven days', async () => {
    const { kysely, id, operator } = await signedIn()
    for (let hours = 7; hours < 7 * 24; hours += 7) {
      expect(await findSession(kysely, id, after(hours))).toEqual(operator)
    }
    expect(await findSession(kysely, id, after(7 * 24))).toBeUndefined()
  })

  test('is over when its operator is disabled', async () => {
    const { kysely, id } = await signedIn()
    await kysely.updateTable('operator').set({ disabled_at: start.toISOString() }).execute()
    expect(await findSession(kysely, id, start)).toBeUndefined()
  })

  test('ends with all others of its operator', async () => {
    const { kysely, id, operator } = await signedIn()
    const other = await startSession(kysely, { operatorId: operator.id }, start)
    await endSessionsOf(kysely, operator.id)
    expect(await findSession(kysely, id, start)).toBeUndefined()
    expect(await findSession(kysely, other, start)).toBeUndefined()
  })

  test('leaves no row behind after it has expired', async () => {
    const database = await signedIn()
    await startSession(database.kysely, { operatorId: database.operator.id }, after(9))
    expect((await rowsOf(database)).map(row => row.started_at)).toEqual([after(9).toISOString()])
  })

  test('ends when the same browser signs in again', async () => {
    const { kysely, id, operator } = await signedIn()
    const elsewhere = await startSession(kysely, { operatorId: operator.id }, start)
    const next = await startSession(kysely, { operatorId: operator.id, replaces: id }, after(1))
    expect(await findSession(kysely, id, after(1))).toBeUndefined()
    expect(await findSession(kysely, elsewhere, after(1))).toEqual(operator)
    expect(await findSession(kysely, next, after(1))).toEqual(operator)
  })

  test('is listed only for its operator, with its origin, until it ends', async () => {
    const { kysely, id, operator } = await signedIn()
    const jun = { email: 'jun@shop.example', name: '준', passwordHash: 'x', role: 'viewer' } as const
    const other = await addOperator(kysely, jun)
    await startSession(kysely, { operatorId: other.id }, start)
    const from = { address: '203.0.113.7', userAgent: `Chrome ${'x'.repeat(1000)}` }
    const second = await startSession(kysely, { operatorId: operator.id, ...from }, after(1))
    const at = after(1).toISOString()
    expect(await listSessions(kysely, operator.id, after(1))).toEqual([
      {
        id: second,
        startedAt: at,
        seenAt: at,
        address: '203.0.113.7',
        userAgent: from.userAgent.slice(0, 400),
      },
      { id, startedAt: start.toISOString(), seenAt: start.toISOString(), address: '', userAgent: '' },
    ])
    expect((await listSessions(kysely, operator.id, after(8))).map(one => one.id)).toEqual([second])
  })

  test('can be ended by its operator, not by another one', async () => {
    const { kysely, id, operator } = await signedIn()
    expect(await endOwnSession(kysely, { operatorId: 'another', id })).toBe(false)
    expect(await findSession(kysely, id, start)).toEqual(operator)
    expect(await endOwnSession(kysely, { operatorId: operator.id, id })).toBe(true)
    expect(await endOwnSession(kysely, { operatorId: operator.id, id })).toBe(false)
    expect(await findSession(kysely, id, start)).toBeUndefined()
  })

  test('stays when its operator ends all others', async () => {
    const { kysely, id, operator } = await signedIn()
    for (let i = 0; i < 3; i++) await startSession(kysely, { operatorId: operator.id }, start)
    expect(await endOtherSessions(kysely, { operatorId: operator.id, kept: id })).toBe(3)
    expect((await listSessions(kysely, operator.id, start)).map(one => one.id)).toEqual([id])
  })

  test('counts the password as confirmed for ten minutes', async () => {
    const { kysely, id } = await signedIn()
    const minutes = (count: number) => new Date(start.getTime() + count * 60_000)
    expect(await isPasswordRecent(kysely, id, minutes(9.9))).toBe(true)
    expect(await isPasswordRecent(kysely, id, minutes(10))).toBe(false)
    await notePasswordConfirmed(kysely, id, minutes(30))
    expect(await isPasswordRecent(kysely, id, minutes(39.9))).toBe(true)
    expect(await isPasswordRecent(kysely, id, minutes(40))).toBe(false)
    // Like a session of an older version.
    await kysely.updateTable('session').set({ proved_at: null }).execute()
    expect(await isPasswordRecent(kysely, id, start)).toBe(false)
  })
})
