import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLivingBoots } from '@/lib/ledger/runner/recovery/reap'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('requests of a dead process', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('a response that cannot be judged is reported, and other work goes on', async () => {
    const database = await openTestDatabase()
    const closing = new AbortController()
    const dead = openTestDesk(database, stage.origin, {
      closing,
      failpoint: at => {
        if (at !== 'after_evidence') return
        closing.abort()
        throw new Error('the process ends here')
      },
      report: () => {},
    })
    await dead.finish('checkJapanOrders', orders(2))
    const started = await dead.finish('registerJapanOrders', orders(2))
    const { resp_headers: headers } = await database.kysely
      .selectFrom('attempt')
      .select('resp_headers')
      .where('state', '=', 'RESPONDED')
      .executeTakeFirstOrThrow()
    const setHeaders = (text: string | null) =>
      database.kysely
        .updateTable('attempt')
        .set({ resp_headers: text })
        .where('state', '=', 'RESPONDED')
        .execute()
    await setHeaders('not JSON')
    const reported: unknown[] = []
    const desk = openTestDesk(database, stage.origin, { report: error => reported.push(error) })
    const check = await desk.startOperation('checkJapanOrders', orders(2, 3))
    await desk.runner.wake()
    await expect.poll(async () => (await desk.progress(check)).state).toBe('done')
    expect(reported[0]).toBeInstanceOf(SyntaxError)
    await setHeaders(headers)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    await Promise.all([dead, desk].map(one => one.runner.close()))
  })

  test('after the database was away for a minute, another process has time for a heartbeat before it counts as dead', async () => {
    const database = await openTestDatabase()
    let passed = 0
    const time = { now: () => Date.now() + passed, monotonicNow: () => performance.now() + passed }
    const other = openTestDesk(database, stage.origin, { ...time, host: 'other' })
    const desk = openTestDesk(database, stage.origin, { ...time, host: 'this' })
    await other.runner.wake()
    await desk.runner.wake()
    const living = async () => (await findLivingBoots(desk.ports)).has(other.ports.bootId)
    passed += 60_000
    await desk.runner.wake()
    expect(await living()).toBe(true)
    for (let beat = 1; beat <= 3; beat++) {
      passed += 8_000
      await desk.runner.wake()
    }
    expect(await living()).toBe(false)
    await Promise.all([other, desk].map(one => one.runner.close()))
  })

  test('a process that died while the clock was a day ahead counts as dead soon after the clock is set right', async () => {
    const database = await openTestDatabase()
    let ahead = 86_400_000
    const now = () => Date.now() + ahead
    const sharedClock = Object.assign(new SharedClock(database), { time: now, measure: async () => {} })
    const atTime = { now, sharedClock }
    const dead = openTestDesk(database, stage.origin, { ...atTime, host: 'dead' })
    await dead.runner.wake()
    const living = openTestDesk(database, stage.origin, { ...atTime, host: 'living' })
    const desk = openTestDesk(database, stage.origin, { ...atTime, host: 'right' })
    await living.runner.wake()
    ahead = 0
    const boots = async () => new Set(await findLivingBoots(desk.ports))
    // A process that had no time yet for its next heartbeat is not taken for dead.
    expect(await boots()).toEqual(new Set([dead, living, desk].map(one => one.ports.bootId)))
    ahead += desk.ports.limits.deadAfterMs + 1000
    await living.runner.wake()
    expect(await boots()).toEqual(new Set([living, desk].map(one => one.ports.bootId)))
    await Promise.all([dead, living, desk].map(one => one.runner.close()))
  })
})
