import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, isStorageFull } from '@/lib/store/db/database'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases, limitSize } from '@/testing/store/databases'

describeDatabases('a full disk', openTestDatabase => {
  let stage: Stage
  let reported: unknown[]
  beforeEach(async () => {
    stage = await openStage()
    reported = []
  })
  afterEach(() => stage.close())

  /** A desk on a database that becomes full. */
  const openFull = (database: Database, over: Partial<Database>) =>
    openTestDesk(database, stage.origin, {
      database: { ...database, ...over },
      report: error => reported.push(error),
    })

  test('before SENDING is committed: nothing is sent, and everything once space is free again', async () => {
    const database = await openTestDatabase()
    const before = openTestDesk(database, stage.origin)
    await before.finish('checkJapanOrders', orders(60))
    const started = await before.start('register', orders(60))
    let isFull = false
    const desk = openFull(database, {
      // T3 is the first transaction after the claim; the disk stays full for all later ones.
      write: async work => {
        isFull = true
        return limitSize(database, () => database.write(work))
      },
    })
    await desk.runner.idle()
    await desk.runner.close()
    expect(isFull).toBe(true)
    expect(reported.some(isStorageFull)).toBe(true)
    expect(stage.service.count('/orders/japan')).toBe(0)
    const after = openTestDesk(database, stage.origin)
    await after.runner.idle()
    expect(await after.progress(started)).toMatchObject({ state: 'done', registered: 60 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    await after.runner.close()
  })

  test('except for its reserve: no new order is accepted, and the response under way is stored', async () => {
    const database = await openTestDatabase()
    let isFull = false
    const desk = openFull(database, {
      accept: async work => {
        if (isFull) throw new StorageFullError()
        return database.accept(work)
      },
    })
    await desk.finish('checkJapanOrders', orders(120))
    const started = await desk.start('register', orders(120))
    stage.service.onRequest = () => {
      isFull = true
    }
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'running', registered: 50 })
    const waits = started.ok && desk.runner.isWaitingForStorage(started.runId)
    expect(waits).toBe(true)
    expect(stage.service.registered.size).toBe(50)
    await expect(desk.start('register', orders(1, 500))).rejects.toThrow(StorageFullError)
    await desk.runner.close()
    const after = openTestDesk(database, stage.origin)
    await after.runner.idle()
    expect(await after.progress(started)).toMatchObject({ state: 'done', registered: 120 })
    await after.runner.close()
  })
})
