import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelRun, resumeRun } from '@/lib/ledger/runner/control'
import { sweep } from '@/lib/ledger/runner/recovery/sweep'
import { listOrders } from '@/lib/store/ledger/orders/orders'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { openStage, openTestDesk, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
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

  /** A registration of three orders that its service stopped, and two more that passed their check. */
  async function stopped() {
    stage.service.registerModes.push(401)
    const started = await register(3)
    if (!started.ok) throw new Error('nothing was begun')
    await desk.finish('checkJapanOrders', orders(2, 4))
    return started.runId
  }

  const queueOf = async (runId: string) =>
    (await listOrders(desk.ports.database.kysely, runId, 'QUEUED', 10)).map(row => row.mall_order_number)

  /** The desk on the same database, whose order A-5 is no longer checked when its run takes orders in. */
  function overtakenDesk() {
    const { database } = desk.ports
    const accept: typeof database.accept = async work => {
      await database.kysely.deleteFrom('verdict').where('mall_order_number', '=', 'A-5').execute()
      return database.accept(work)
    }
    return openTestDesk({ ...database, accept }, stage.origin, {
      resolveConnection: desk.ports.resolveConnection,
    })
  }

  test('that is refused because the count changed leaves a stopped run its orders, to resume or to register again', async () => {
    const former = await stopped()
    const overtaken = overtakenDesk()
    const refused = await overtaken.start('register', orders(5), { confirmed: 5 })
    expect(refused).toEqual({ ok: false, problem: { code: 'unconfirmed', count: 4 } })
    expect(await queueOf(former)).toEqual(['A-1', 'A-2', 'A-3'])
    expect(await desk.states()).toEqual(['passed', 'queued'])
    expect(await resumeRun(desk.ports.database, former, new Date().toISOString())).toBe(true)
    await desk.runner.idle()
    expect([...stage.service.registered]).toEqual([
      ['A-1', 1],
      ['A-2', 1],
      ['A-3', 1],
    ])
  })

  test('that a dead server left unfinished leaves a stopped run its orders', async () => {
    const former = await stopped()
    const { database, resolveConnection } = desk.ports
    const dead = new Error('the server died')
    let isDead = false
    const write: typeof database.write = act => (isDead ? Promise.reject(dead) : database.write(act))
    const dying = openTestDesk({ ...database, write }, stage.origin, {
      resolveConnection,
      failpoint: at => {
        isDead = at === 'during_enqueue'
        if (isDead) throw dead
      },
      report: () => {},
    })
    await expect(dying.start('register', orders(5), { confirmed: 5 })).rejects.toThrow(dead)
    expect(await queueOf(former)).toEqual([])
    await sweep(desk.ports, new Set())
    expect(await queueOf(former)).toEqual(['A-1', 'A-2', 'A-3'])
  })

  test('that is refused does not queue orders of a run that a person canceled meanwhile', async () => {
    const former = await stopped()
    const { database } = desk.ports
    const cancelling = openTestDesk(
      {
        ...database,
        accept: async work => {
          const done = await database.accept(work)
          await database.kysely.deleteFrom('verdict').where('mall_order_number', '=', 'A-5').execute()
          await cancelRun(database, former, 'mina', Date.now)
          return done
        },
      },
      stage.origin,
      { resolveConnection: desk.ports.resolveConnection },
    )
    const refused = await cancelling.start('register', orders(5), { confirmed: 5 })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'unconfirmed' } })
    expect(await queueOf(former)).toEqual([])
    expect(await desk.states()).toEqual(['passed'])
  })

  test('that is refused gives the orders back to a run that a person resumed meanwhile, which registers them', async () => {
    const former = await stopped()
    const { database } = desk.ports
    const resuming = openTestDesk(
      {
        ...database,
        accept: async work => {
          await database.kysely.deleteFrom('verdict').where('mall_order_number', '=', 'A-5').execute()
          const done = await database.accept(work)
          if ((await queueOf(former)).length === 0)
            await resumeRun(database, former, new Date().toISOString())
          return done
        },
      },
      stage.origin,
      { resolveConnection: desk.ports.resolveConnection },
    )
    const refused = await resuming.start('register', orders(5), { confirmed: 5 })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'unconfirmed' } })
    await desk.runner.idle()
    expect([...stage.service.registered.keys()]).toEqual(['A-1', 'A-2', 'A-3'])
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
