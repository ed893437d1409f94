import { afterEach, beforeEach, expect, test } from 'vitest'
import { resumeRun } from '@/lib/ledger/runner/control'
import { openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases, openWeakened } from '@/testing/store/databases'

describeDatabases('a database that may lose acknowledged commits', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('accepts no registration, neither a new one nor one that was queued before', async () => {
    const sound = await openTestDatabase()
    const before = openTestDesk(sound, stage.origin)
    await before.finish('checkJapanOrders', orders(2))
    const queued = await before.startOperation('registerJapanOrders', orders(2))
    const weak = await openWeakened(sound)
    expect(await weak.durable()).toBe(false)
    const desk = openTestDesk(weak, stage.origin)
    await desk.finish('checkJapanOrders', orders(2, 3))
    expect(await desk.startOperation('registerJapanOrders', orders(2, 3))).toEqual({
      ok: false,
      problem: { code: 'not_durable' },
    })
    await desk.runner.idle()
    expect(await desk.progress(queued)).toMatchObject({ state: 'paused', problem: { code: 'not_durable' } })
    expect(stage.service.registered.size).toBe(0)
    await desk.runner.close()
    await weak.close()
    // The run continues once the settings are corrected.
    await resumeRun(sound, queued.ok ? queued.runId : '', new Date().toISOString())
    await before.runner.idle()
    expect(await before.progress(queued)).toMatchObject({ state: 'done', registered: 2 })
    await before.runner.close()
  })
})
