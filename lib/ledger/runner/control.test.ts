import { afterEach, beforeEach, expect, test } from 'vitest'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import { listHaltedRegistrations } from '@/lib/store/ledger/runs/runs'
import { draftOutcomes, openStage, orders, type Stage, testPlace } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { cancelRun, pauseRun, resumeRun } from './control'

describeDatabases('a run that is paused, resumed or cancelled', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test.each([
    [401, 'credential'],
    [403, 'permission'],
    [404, 'address'],
    [405, 'address'],
    [307, 'redirect'],
  ] as const)('%i pauses the environment after one call, and nothing is lost', async (status, code) => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(status)
    const started = await desk.checkAndRegister(orders(60))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      left: 60,
      problem: { code, status },
    })
    expect(stage.service.count('/orders/japan')).toBe(1)
    const { kysely } = desk.ports.database
    const halted = await listHaltedRegistrations(kysely, 'draft', testPlace)
    expect(halted.map(run => run.id)).toEqual([started.ok && started.runId])
    // Pressing Register again after the problem is solved continues the waiting run.
    const again = await desk.start('register', orders(60))
    expect(again).toMatchObject({ accepted: 60 })
    await desk.runner.idle()
    expect(await desk.progress(again)).toMatchObject({ state: 'done', registered: 60 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
  })

  test('429 makes a run wait as long as the service asks, and then continue', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(429)
    stage.service.statusHeaders = { 'retry-after': '1' }
    const began = Date.now()
    const started = await desk.checkAndRegister(orders(2))
    expect(Date.now() - began).toBeGreaterThan(900)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect(stage.service.count('/orders/japan')).toBe(2)
  })

  test('a service that is often busy, but not three times in a row, does not pause a run', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.statusHeaders = { 'retry-after': '0' }
    stage.service.registerModes.push(429, 429, 'ok', 429, 429, 'ok')
    const started = await desk.checkAndRegister(orders(60))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 60 })
    expect(stage.service.count('/orders/japan')).toBe(6)
  })

  test('orders that are queued again after their run was cancelled are released', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.finish('checkJapanOrders', orders(2))
    stage.service.registerModes.push(429)
    const started = await desk.start('register', orders(2))
    let cancelled: Promise<boolean> | undefined
    stage.service.holdUntil = async () => {
      cancelled ??= started.ok ? cancelRun(database, started.runId, 'mina', Date.now) : undefined
      await cancelled
    }
    await desk.runner.idle()
    expect(await cancelled).toBe(true)
    expect(await desk.progress(started)).toMatchObject({ state: 'cancelled', left: 0 })
    expect(await desk.states()).toEqual(['passed'])
    expect(await listHeldLines(database.kysely, 'draft', 'test:fake')).toEqual(new Map())
  })

  test('an unreachable service keeps the orders queued, and the run pauses after three tries', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.start('check', orders(2))
    await desk.runner.idle()
    const started = await desk.start('register', orders(2))
    await stage.service.close()
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      left: 2,
      problem: { code: 'not_sent' },
    })
  })

  test('pause stops before the next request, resume continues, cancel releases what was not sent', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.start('check', orders(130))
    await desk.runner.idle()
    const { database } = desk.ports
    const at = () => new Date().toISOString()
    const started = await desk.start('register', orders(130))
    if (!started.ok) throw new Error('not started')
    stage.service.onRequest = () => void pauseRun(database, started.runId, at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      registered: 50,
      problem: { code: 'by_operator' },
    })
    await resumeRun(database, started.runId, at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'paused', registered: 100 })
    const cancelledAt = at()
    expect(await cancelRun(database, started.runId, 'mina', Date.now)).toBe(true)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'cancelled', registered: 100, left: 0 })
    expect((await listHeldLines(database.kysely, 'draft', 'test:fake')).has('line A-130')).toBe(false)
    expect((await desk.outcomes()).filter(one => one.state === 'passed')).toHaveLength(30)
    const outcomes = await draftOutcomes(database.kysely, 'draft', testPlace, cancelledAt)
    expect(outcomes.map(one => one.state)).toEqual(Array(30).fill('passed'))
  })

  test('when the storage fails before a request is marked, nothing is sent and nothing is lost', async () => {
    let isFull = false
    let waited = 0
    const reported: unknown[] = []
    const desk = await stage.desk(openTestDatabase, {
      monotonicNow: () => performance.now() + waited,
      report: error => reported.push(error),
      failpoint: at => {
        if (isFull && at === 'during_sending') throw new Error('the disk is full')
      },
    })
    await desk.start('check', orders(2))
    await desk.runner.idle()
    const started = await desk.start('register', orders(2))
    isFull = true
    await desk.runner.idle()
    expect(reported).toHaveLength(1)
    expect(stage.service.count('/orders/japan')).toBe(0)
    expect(await desk.progress(started)).toMatchObject({ state: 'running', left: 2 })
    isFull = false
    waited += 11_000
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })
})
