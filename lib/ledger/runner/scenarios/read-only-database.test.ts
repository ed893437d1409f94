import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases, openReadOnly } from '@/testing/store/databases'

describeDatabases('a database that can only be read', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('sends nothing, new or queued, and loses nothing', async () => {
    const sound = await openTestDatabase()
    const before = openTestDesk(sound, stage.origin)
    await before.finish('checkJapanOrders', orders(4))
    const queued = await before.startOperation('registerJapanOrders', orders(2))
    const readOnly = await openReadOnly(sound)
    const reported: unknown[] = []
    const desk = openTestDesk(readOnly, stage.origin, { report: error => reported.push(error) })
    await expect(desk.startOperation('registerJapanOrders', orders(2, 3))).rejects.toThrow(/read.?only/)
    await desk.runner.idle()
    await desk.runner.close()
    await readOnly.close()
    expect(reported).not.toEqual([])
    expect(reported.filter(error => !/read.?only/.test(String(error)))).toEqual([])
    expect(stage.service.registered.size).toBe(0)
    // Registration continues once the database is writable again.
    await before.finish('registerJapanOrders', orders(2, 3))
    expect(await before.progress(queued)).toMatchObject({ state: 'done', registered: 2 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1, 1])
    await before.runner.close()
  })
})
