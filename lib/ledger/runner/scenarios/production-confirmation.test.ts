import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { openStage, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a registration in production', openTestDatabase => {
  let stage: Stage
  let desk: TestDesk
  beforeEach(async () => {
    stage = await openStage()
    desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => ({
        envId: 'test:fake',
        environment: 'production',
        honoursKeys: false,
        isEmbedded: false,
        revision: 'as it was',
        keys: { bearer: null, key: null },
        target: { baseUrl: stage.origin, accessToken: 'token', allowed: [stage.origin] },
        checkSize: 200,
        registerSize: 50,
        checkParallel: 2,
      }),
    })
    await desk.finish('checkJapanOrders', orders(3))
  })
  afterEach(() => stage.close())

  const register = async (confirmed?: number, list = orders(3)) => {
    const started = await desk.start('register', list, confirmed === undefined ? {} : { confirmed })
    await desk.runner.idle()
    return started
  }
  const left = { ok: false, problem: { code: 'unconfirmed', count: 3 } }

  test('accepts no order without a confirmation, and reports how many it would accept', async () => {
    expect(await register()).toEqual(left)
    expect(stage.service.registered.size).toBe(0)
    expect(await desk.states()).toEqual(['passed'])
  })

  test('accepts no order when the typed number differs from the number of acceptable orders', async () => {
    for (const typed of [0, 2, 4, -3]) expect(await register(typed)).toEqual(left)
    // One more order passed its check after the operator saw the number.
    await desk.finish('checkJapanOrders', orders(4))
    expect(await register(3, orders(4))).toEqual({ ok: false, problem: { code: 'unconfirmed', count: 4 } })
    // Orders that would be refused do not count: the fifth has not passed a check.
    expect(await register(5, orders(5))).toEqual({ ok: false, problem: { code: 'unconfirmed', count: 4 } })
    expect(stage.service.registered.size).toBe(0)
  })

  test('counts the queued orders of idle runs, which a new run adopts', async () => {
    stage.service.registerModes.push(401)
    expect(await register(3)).toMatchObject({ ok: true, accepted: 3 })
    expect(await desk.states()).toEqual(['queued'])
    await desk.finish('checkJapanOrders', orders(2, 4))
    // Three orders are queued, two are new.
    const five = { ok: false, problem: { code: 'unconfirmed', count: 5 } }
    expect(await register(undefined, orders(5))).toEqual(five)
    expect(await register(2, orders(5))).toEqual(five)
    expect(await register(5, orders(5))).toMatchObject({ ok: true, accepted: 5 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1, 1, 1])
  })

  test('keeps the confirmed count with its run, which may have accepted fewer orders', async () => {
    const started = await desk.start('register', orders(3), { confirmed: 5, waiting: 2 })
    const run = started.ok ? await findRun(desk.ports.database.kysely, started.runId) : undefined
    expect(run).toMatchObject({ total: 3, confirmed: 5 })
  })

  test('accepts confirmed orders once', async () => {
    expect(await register(3)).toMatchObject({ ok: true, accepted: 3 })
    expect(await desk.states()).toEqual(['registered'])
    // No order is left to accept, so no confirmation is needed.
    expect(await register()).toMatchObject({ ok: true, accepted: 0 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
  })
})
