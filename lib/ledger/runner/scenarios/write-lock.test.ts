import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { openStage, openTestDesk, orders } from '@/testing/ledger/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'

describeDatabases('a registration while another process writes', openTestDatabase => {
  /** Lets another process hold the write lock for `ms` milliseconds. */
  async function holdWriting({ place }: TestDatabase, ms: number) {
    const lock = { isHeld: true, released: Promise.resolve() }
    const other = await openDatabase(place)
    let begin = () => {}
    const begun = new Promise<void>(resolve => {
      begin = resolve
    })
    const end = other.write(async trx => {
      await trx.updateTable('ledger_order').set({ returned: 0 }).execute()
      begin()
      await setTimeout(ms)
      lock.isHeld = false
    })
    await begun
    lock.released = end.then(() => other.close())
    return lock
  }

  test.concurrent.each([2, 6])('for %i s: waits, sends nothing meanwhile, and loses nothing', async s => {
    const database = await openTestDatabase()
    const stage = await openStage()
    const reported: unknown[] = []
    const desk = openTestDesk(database, stage.origin, { report: error => reported.push(error) })
    await desk.finish('checkJapanOrders', orders(60))
    const started = await desk.start('register', orders(60))
    const lock = await holdWriting(database, s * 1000)
    const whileHeld: boolean[] = []
    stage.service.onRequest = () => void whileHeld.push(lock.isHeld)
    await desk.runner.idle()
    await lock.released
    await desk.runner.close()
    const after = openTestDesk(database, stage.origin)
    await after.runner.idle()
    expect(await after.progress(started)).toMatchObject({ state: 'done', registered: 60 })
    expect(new Set(whileHeld)).toEqual(new Set([false]))
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    await after.runner.close()
    await stage.close()
  })
})
