import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { addOperator, hasOperator } from './operators'
import { isSetUpTokenValid, issueSetUpToken, redeemSetUpToken } from './set-up-links'

const mina = { email: 'mina@shop.example', name: 'Mina', passwordHash: 'x', role: 'administrator' } as const
const start = new Date('2026-11-21T09:00:00.000Z')
const nextDay = new Date('2026-11-22T09:00:00.000Z')

describeDatabases('the set-up link', openTestDatabase => {
  test('creates the first operator, once', async () => {
    const database = await openTestDatabase()
    const token = await issueSetUpToken(database, start)
    expect(await isSetUpTokenValid(database.kysely, token, start)).toBe(true)
    expect(await redeemSetUpToken(database, token, mina, start)).toMatchObject({ role: 'administrator' })
    expect(await isSetUpTokenValid(database.kysely, token, start)).toBe(false)
    expect(
      await redeemSetUpToken(database, token, { ...mina, email: 'eve@x.example' }, start),
    ).toBeUndefined()
  })

  test('creates one operator for two concurrent requests', async () => {
    const database = await openTestDatabase()
    const token = await issueSetUpToken(database, start)
    const made = await Promise.all(
      ['a', 'b', 'c'].map(name =>
        redeemSetUpToken(database, token, { ...mina, email: `${name}@shop.example` }, start),
      ),
    )
    expect(made.filter(operator => operator !== undefined)).toHaveLength(1)
    expect(await database.kysely.selectFrom('operator').select('id').execute()).toHaveLength(1)
  })

  test('is void after a day', async () => {
    const database = await openTestDatabase()
    const token = await issueSetUpToken(database, start)
    expect(await isSetUpTokenValid(database.kysely, token, nextDay)).toBe(false)
    expect(await redeemSetUpToken(database, token, mina, nextDay)).toBeUndefined()
    expect(await hasOperator(database.kysely)).toBe(false)
  })

  test('is void as soon as there is a newer one', async () => {
    const database = await openTestDatabase()
    const older = await issueSetUpToken(database, start)
    const newer = await issueSetUpToken(database, start)
    expect(await isSetUpTokenValid(database.kysely, older, start)).toBe(false)
    expect(await isSetUpTokenValid(database.kysely, newer, start)).toBe(true)
  })

  test('is void once there is an operator', async () => {
    const database = await openTestDatabase()
    const token = await issueSetUpToken(database, start)
    await addOperator(database.kysely, mina)
    expect(
      await redeemSetUpToken(database, token, { ...mina, email: 'eve@x.example' }, start),
    ).toBeUndefined()
  })

  test('is not stored in a usable form', async () => {
    const database = await openTestDatabase()
    const token = await issueSetUpToken(database, start)
    const rows = await database.kysely.selectFrom('set_up_link').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
