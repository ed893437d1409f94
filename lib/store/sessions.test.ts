import { expect, test } from 'vitest'
import type { Database } from './database'
import { addOperator } from './operators'
import { endSession, endSessionsOf, findSession, startSession } from './sessions'
import { describeDatabases } from './suite'

const HOUR = 60 * 60_000
const start = new Date('2026-11-21T09:00:00.000Z')
const after = (hours: number) => new Date(start.getTime() + hours * HOUR)

describeDatabases('a session', openTestDatabase => {
  const signedIn = async () => {
    const database = await openTestDatabase()
    const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'registrar' } as const
    const operator = await addOperator(database.kysely, mina)
    return { ...database, operator, id: await startSession(database.kysely, operator.id, start) }
  }
  const rowsOf = ({ kysely }: Pick<Database, 'kysely'>) => kysely.selectFrom('session').selectAll().execute()

  test('says whose it is', async () => {
    const { kysely, id, operator } = await signedIn()
    expect(await findSession(kysely, id, start)).toEqual(operator)
    expect(await findSession(kysely, 'another', start)).toBeUndefined()
  })

  test('is over on the server once it was ended', async () => {
    const { kysely, id } = await signedIn()
    await endSession(kysely, id)
    expect(await findSession(kysely, id, start)).toBeUndefined()
  })

  test('is over after eight hours without use', async () => {
    const { kysely, id } = await signedIn()
    expect(await findSession(kysely, id, after(8))).toBeUndefined()
  })

  test('lives on while it is used, but no longer than seven days', async () => {
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
    const other = await startSession(kysely, operator.id, start)
    await endSessionsOf(kysely, operator.id)
    expect(await findSession(kysely, id, start)).toBeUndefined()
    expect(await findSession(kysely, other, start)).toBeUndefined()
  })

  test('leaves no row behind for long after it is over', async () => {
    const database = await signedIn()
    await startSession(database.kysely, database.operator.id, after(9))
    expect((await rowsOf(database)).map(row => row.started_at)).toEqual([after(9).toISOString()])
  })
})
