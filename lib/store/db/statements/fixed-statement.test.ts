import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { FixedStatement } from './fixed-statement'

const insert = new FixedStatement((db, row: { env_id: string; scope: 'orders'; paused: string | null }) =>
  db.insertInto('ledger_scope').values({ ...row, strikes: 3 }),
)
const find = new FixedStatement((db, { envId }: { envId: string }) =>
  db.selectFrom('ledger_scope').selectAll().where('env_id', '=', envId).where('strikes', '=', 3),
)

describeDatabases('fixed statements', openTestDatabase => {
  test('each run has its own values, beside those that never change', async () => {
    const { kysely, write } = await openTestDatabase()
    await insert.run(kysely, { env_id: 'one', scope: 'orders', paused: null })
    await write(trx => insert.run(trx, { env_id: 'two', scope: 'orders', paused: "it's" }))
    const row = { scope: 'orders', strikes: 3 }
    expect(await find.first(kysely, { envId: 'one' })).toEqual({ ...row, env_id: 'one', paused: null })
    expect(await write(trx => find.first(trx, { envId: 'two' }))).toEqual({
      ...row,
      env_id: 'two',
      paused: "it's",
    })
    expect(await find.first(kysely, { envId: 'three' })).toBeUndefined()
  })

  test('says how many rows it changed, and announces them outside of a transaction', async () => {
    const { kysely, write, onCommit } = await openTestDatabase()
    let announced = 0
    onCommit(() => announced++)
    await write(async trx => {
      await insert.run(trx, { env_id: 'one', scope: 'orders', paused: null })
      expect(announced).toBe(0)
    })
    expect(announced).toBe(1)
    const { numAffectedRows } = await insert.run(kysely, { env_id: 'two', scope: 'orders', paused: null })
    expect(numAffectedRows).toBe(1n)
    expect(announced).toBe(2)
    await find.run(kysely, { envId: 'one' })
    expect(announced).toBe(2)
  })
})
