import { afterEach, beforeEach, expect, test } from 'vitest'
import { heldLines } from '@/lib/store/held-lines'
import { listStanding } from '@/lib/store/runs'
import { describeDatabases } from '@/lib/store/suite'
import { draftOutcomes, fakePlace, openStage, orders, type Stage } from './runner-fixtures'
import { cancelRun, pauseRun, resumeRun } from './runner-progress'

describeDatabases('a run that waits', openTestDatabase => {
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
  ] as const)('%i pauses the environment after one call; nothing is lost', async (status, code) => {
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
    expect(await listStanding(kysely, 'draft', 'test:fake')).toEqual([started.ok && started.runId])
    // Pressing again after it was put right takes along what waited.
    const again = await desk.start('register', orders(60))
    expect(again).toMatchObject({ taken: 60 })
    await desk.runner.idle()
    expect(await desk.progress(again)).toMatchObject({ state: 'done', registered: 60 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
  })

  test('429 waits as long as the service says and then goes on', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(429)
    stage.service.statusHeaders = { 'retry-after': '1' }
    const began = Date.now()
    const started = await desk.checkAndRegister(orders(2))
    expect(Date.now() - began).toBeGreaterThan(900)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect(stage.service.count('/orders/japan')).toBe(2)
  })

  test('what comes back to the queue after its run was cancelled goes back to the sheet', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.finish('checkJapanOrders', orders(2))
    stage.service.registerModes.push(429)
    const started = await desk.start('register', orders(2))
    const now = new Date().toISOString()
    let cancelled: Promise<boolean> | undefined
    stage.service.holdUntil = async () => {
      cancelled ??= started.ok ? cancelRun(database, started.runId, 'mina', now) : undefined
      await cancelled
    }
    await desk.runner.idle()
    expect(await cancelled).toBe(true)
    expect(await desk.progress(started)).toMatchObject({ state: 'cancelled', left: 0 })
    expect(await desk.states()).toEqual(['passed'])
    expect(await heldLines(database.kysely, 'draft', 'test:fake')).toEqual(new Map())
  })

  test('a service that cannot be reached keeps the orders queued and pauses after three tries', async () => {
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

  test('pause stops before the next request, resume goes on, cancel gives back what was not sent', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.start('check', orders(130))
    await desk.runner.idle()
    const { database } = desk.ports
    const at = () => new Date().toISOString()
    const started = await desk.start('register', orders(130))
    if (!started.ok) throw new Error('not started')
    stage.service.onRequest = () => void pauseRun(database.kysely, started.runId, at())
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
    expect(await cancelRun(database, started.runId, 'mina', at())).toBe(true)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'cancelled', registered: 100, left: 0 })
    expect((await heldLines(database.kysely, 'draft', 'test:fake')).has('line A-130')).toBe(false)
    expect((await desk.outcomes()).filter(one => one.state === 'passed')).toHaveLength(30)
    const news = await draftOutcomes(database.kysely, 'draft', fakePlace, cancelledAt)
    expect(news.map(one => one.state)).toEqual(Array(30).fill('passed'))
  })

  test('when the storage fails before a request is marked, nothing is sent and nothing is lost', async () => {
    let isFull = false
    let now = Date.now()
    const reported: unknown[] = []
    const desk = await stage.desk(openTestDatabase, {
      now: () => now,
      report: error => reported.push(error),
      fail: at => {
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
    now += 11_000
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })
})
