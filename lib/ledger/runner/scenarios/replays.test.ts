import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { recordShopCancellations, resolveShopCancellation } from '@/lib/ledger/resolve/shop-cancellations'
import { eraseOrder } from '@/lib/ledger/retention/erasure'
import { mayBeAbsentFrom } from '@/lib/ledger/rules/resolutions'
import { pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import type { OpenConnection } from '@/lib/ledger/runner/open-connection'
import type { Ports } from '@/lib/ledger/runner/ports'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { nextReplay } from '@/lib/ledger/runner/register/replays'
import { listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import { listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import type { Mode } from '@/testing/ledger/fake-responses'
import {
  connectionTo,
  openStage,
  orders,
  preparedProduct,
  type Stage,
  shortLimits,
  type TestDesk,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PATH = '/orders/japan'

describeDatabases('a service that honours idempotency keys', openTestDatabase => {
  let stage: Stage
  /** Milliseconds that the clock of the desk is ahead. */
  let ahead: number
  beforeEach(async () => {
    stage = await openStage()
    stage.service.keys = 'honoured'
    ahead = 0
  })
  afterEach(() => stage.close())

  const openDesk = (connection: Partial<OpenConnection> = {}, over: Partial<Ports> = {}) =>
    stage.desk(openTestDatabase, {
      resolveConnection: async () =>
        connectionTo(stage.origin, { honoursKeys: true, registerSize: 50, ...connection }),
      now: () => Date.now() + ahead,
      monotonicNow: () => performance.now() + ahead,
      limits: { ...shortLimits, registerDeadlineMs: MINUTE },
      ...over,
    })

  /** Lets a time pass, in which the desk works. */
  const pass = async (desk: TestDesk, ms: number) => {
    ahead += ms
    await desk.runner.idle()
  }
  const keys = () => stage.service.requests.filter(one => one.path.endsWith(PATH)).map(one => one.key)
  const unknownOrders = (desk: TestDesk) =>
    listUnknownOrders(desk.ports.database.kysely, { envId: 'test:fake', scope: 'orders' })

  const lost: Mode[] = ['execute_then_502', 'reset_mid_response', 'close_before_response', 'truncated', 503]

  test.each(lost)('after %s the same request confirms its orders, and the run continues', async mode => {
    const desk = await openDesk()
    stage.service.registerModes.push(mode)
    const started = await desk.checkAndRegister(orders(60))
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 50, left: 10 })
    await pass(desk, 15 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
    await pass(desk, 2 * MINUTE)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 60, unknown: 0 })
    expect([...stage.service.registered.values()]).toEqual(Array(60).fill(1))
    const [first, second, third] = keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    const bodies = stage.service.requests.filter(one => one.path.endsWith(PATH)).map(one => one.body)
    expect(bodies[1]).toBe(bodies[0])
  })

  test('a request that a version without keys sent is never repeated: its service does not know the key', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push('execute_then_502')
    const started = await desk.checkAndRegister(orders(2))
    const [order] = await unknownOrders(desk)
    // The upgrade to the first version with keys, after the request.
    const upgraded = new Date(Date.now() + MINUTE).toISOString()
    await plainRows(
      desk.ports.database.kysely,
      `update migration set applied_at = '${upgraded}' where name = '0053-replays'`,
    )
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 2 })
    expect(await nextReplay(desk.ports, order?.current_attempt ?? '')).toBeUndefined()
  })

  test('a run that a person paused during the request is paused again once its orders are confirmed', async () => {
    const desk = await openDesk()
    const { database } = desk.ports
    const at = () => new Date().toISOString()
    await desk.finish('checkJapanOrders', orders(60))
    const started = await desk.start('register', orders(60))
    if (!started.ok) throw new Error('the run starts')
    stage.service.registerModes.push('execute_then_502')
    stage.service.holdUntil = async () => void (await pauseRun(database, started.runId, at()))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 50, left: 10 })
    await pass(desk, 17 * MINUTE)
    await desk.runner.idle()
    const problem = { code: 'by_operator' }
    expect(await desk.progress(started)).toMatchObject({ state: 'paused', registered: 50, left: 10, problem })
    expect(stage.service.count(PATH)).toBe(2)
    stage.service.holdUntil = () => undefined
    await resumeRun(database, started.runId, at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 60 })
  })

  test('orders of a request that was rejected are rejected, with their reasons', async () => {
    const desk = await openDesk({ registerSize: 10 })
    await desk.finish('checkJapanOrders', orders(3))
    stage.service.isNowWrong = 'A-2'
    stage.service.registerModes.push('close_before_response')
    const started = await desk.finish('registerJapanOrders', orders(3))
    await pass(desk, 17 * MINUTE)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'done',
      registered: 0,
      unknown: 0,
      rejected: 3,
    })
    expect(stage.service.registered.size).toBe(0)
  })

  test('products are confirmed as well by the embedded service; elsewhere only orders to Japan are tested, so a person decides', async () => {
    const other = await openDesk()
    stage.service.registerModes.push('close_before_response')
    await other.finish(
      'registerProducts',
      ['P-3'].map(id => preparedProduct(id)),
    )
    await pass(other, 17 * MINUTE)
    expect(stage.service.count('/link/products')).toBe(1)
    const desk = await openDesk({ isEmbedded: true })
    stage.service.registerModes.push('close_before_response')
    const started = await desk.finish(
      'registerProducts',
      ['P-1', 'P-2'].map(id => preparedProduct(id)),
    )
    expect(await desk.progress(started)).toMatchObject({ unknown: 2 })
    await pass(desk, 17 * MINUTE)
    expect(await desk.progress(started)).toMatchObject({ registered: 2, unknown: 0 })
    expect([...stage.service.products.values()]).toEqual([1, 1, 1])
  })

  test.each(['during it', 'after it'])(
    'a standby that takes over without a repetition, %s, leaves its orders unconfirmed for a new quarantine',
    async when => {
      stage.service.registerModes.push('execute_then_502', 'execute_then_502')
      const desk = await openDesk()
      const { kysely } = desk.ports.database
      const takeOver = async () => {
        const first = await kysely
          .selectFrom('attempt')
          .select('id')
          .where('operation', '=', 'registerJapanOrders')
          .where('replay_of', 'is', null)
          .executeTakeFirstOrThrow()
        await kysely.updateTable('ledger_order').set({ current_attempt: first.id }).execute()
        await kysely.deleteFrom('attempt_order').where('attempt_id', '<>', first.id).execute()
        await kysely.deleteFrom('attempt').where('replay_of', 'is not', null).execute()
      }
      await desk.checkAndRegister(orders(2))
      stage.service.holdUntil = () => (when === 'during it' ? takeOver() : undefined)
      await pass(desk, 17 * MINUTE)
      if (when === 'after it') await takeOver()
      stage.service.holdUntil = () => undefined
      await desk.runner.idle()
      expect(stage.service.count(PATH)).toBe(2)
      const unknown = await unknownOrders(desk)
      const decisions = unknown.map(({ id, current_attempt: attemptId }) => ({
        ...{ id, attemptId },
        resolution: 'absent' as const,
      }))
      // The new quarantine begins by the clock of the database, which did not go ahead.
      const now = (await desk.ports.database.clock()) ?? desk.ports.now()
      const { unresolved } = await resolveUnknown(desk.ports, decisions, { operatorId: 'mina' }, now)
      expect(unresolved.map(one => one.why)).toEqual(['early', 'early'])
      const next = await desk.checkAndRegister(orders(1, 61))
      expect(await desk.progress(next)).toMatchObject({
        state: 'paused',
        problem: { code: 'after_lost_commits' },
      })
    },
  )

  test('a standby that takes over without the last request gets no repetition, which would hide the loss', async () => {
    let takeOver: (() => Promise<void>) | undefined
    const desk = await openDesk(
      {},
      {
        // A look for repetitions asks for the connection, after the heartbeat that looks for lost requests.
        resolveConnection: async () => {
          await takeOver?.()
          takeOver = undefined
          return connectionTo(stage.origin, { honoursKeys: true, registerSize: 50 })
        },
      },
    )
    const { kysely } = desk.ports.database
    stage.service.registerModes.push('execute_then_502')
    await desk.checkAndRegister(orders(2))
    const last = await desk.checkAndRegister(orders(1, 61))
    const runId = last.ok ? last.runId : ''
    expect(await desk.progress(last)).toMatchObject({ state: 'done', registered: 1 })
    takeOver = async () => {
      const queued = { state: 'QUEUED', current_attempt: null, order_id: null } as const
      const { id } = await kysely
        .selectFrom('attempt')
        .select('id')
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow()
      await kysely.updateTable('ledger_order').set(queued).where('current_attempt', '=', id).execute()
      await kysely.deleteFrom('attempt_order').where('attempt_id', '=', id).execute()
      await kysely.deleteFrom('attempt').where('id', '=', id).execute()
      const running = { state: 'running', finished_at: null } as const
      await kysely.updateTable('run').set(running).where('id', '=', runId).execute()
    }
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(2)
    expect(await desk.progress(last)).toMatchObject({ state: 'stopped', unknown: 1 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('a repetition that fails is repeated later, and after six a person decides', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push(...Array<Mode>(20).fill('execute_then_502'))
    await desk.checkAndRegister(orders(2))
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(2)
    await pass(desk, 30_000)
    expect(stage.service.count(PATH)).toBe(2)
    for (let i = 0; i < 20; i++) await pass(desk, 16 * MINUTE)
    expect(stage.service.count(PATH)).toBe(7)
    expect(await desk.states()).toEqual(['unknown'])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })

  test('a day later the service may have forgotten the key, so a person decides', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push('close_before_response')
    await desk.checkAndRegister(orders(2))
    await pass(desk, 25 * 60 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
    expect(await desk.states()).toEqual(['unknown'])
  })

  test('a service that is not known to honour keys gets the key and no repetition', async () => {
    const desk = await openDesk({ honoursKeys: false })
    stage.service.keys = 'ignored'
    stage.service.registerModes.push('close_before_response')
    await desk.checkAndRegister(orders(2))
    await pass(desk, 17 * MINUTE)
    expect(keys()).toEqual([expect.stringMatching(/./)])
    expect(await desk.states()).toEqual(['unknown'])
  })

  test('no repetition goes to another address, or with another credential', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push('close_before_response')
    await desk.checkAndRegister(orders(2))
    desk.ports.resolveConnection = async () =>
      connectionTo(stage.origin, { honoursKeys: true, keys: { bearer: 'new token', key: null } })
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
  })

  test('a response that renames a registered order alarms a person, who decides about the others', async () => {
    const desk = await openDesk()
    stage.service.keys = 'renames'
    stage.service.registerModes.push('leaves_out')
    await desk.checkAndRegister(orders(3))
    expect((await unknownOrders(desk)).map(one => one.mall_order_number)).toEqual(['A-3'])
    await pass(desk, 17 * MINUTE)
    expect((await unknownOrders(desk)).map(one => one.mall_order_number)).toEqual(['A-3'])
    const alarms = await desk.ports.database.kysely
      .selectFrom('ledger_alarm')
      .select(['kind', 'order_id'])
      .execute()
    expect(alarms).toHaveLength(2)
    expect(new Set(alarms.map(one => one.kind))).toEqual(new Set(['possible_double']))
  })

  test('while a repetition may be executed, a person cannot mark its orders as absent', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push('close_before_response', 'execute_then_502')
    await desk.checkAndRegister(orders(1))
    await pass(desk, 17 * MINUTE)
    const [order] = await unknownOrders(desk)
    expect(order).toBeDefined()
    if (!order) return
    const absent = [{ id: order.id, attemptId: order.current_attempt, resolution: 'absent' as const }]
    const decide = () => resolveUnknown(desk.ports, absent, { operatorId: 'mina' }, desk.ports.now())
    expect((await decide()).unresolved).toMatchObject([{ why: 'early' }])
    expect(mayBeAbsentFrom(order.hard_deadline, order.updated_at)).toBeGreaterThan(desk.ports.now())
  })

  test('an order whose number a person has freed is not repeated', async () => {
    const desk = await openDesk({ honoursKeys: false })
    stage.service.registerModes.push(500)
    await desk.checkAndRegister(orders(2))
    ahead += 17 * MINUTE
    const [order] = await unknownOrders(desk)
    const absent = {
      id: order?.id ?? '',
      attemptId: order?.current_attempt ?? null,
      resolution: 'absent' as const,
    }
    await resolveUnknown(desk.ports, [absent], { operatorId: 'mina' }, desk.ports.now())
    desk.ports.resolveConnection = async () => connectionTo(stage.origin, { honoursKeys: true })
    await pass(desk, MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
  })

  test('a request with an order that the shop has cancelled is not repeated', async () => {
    const desk = await openDesk()
    stage.service.registerModes.push(503)
    await desk.checkAndRegister(orders(3))
    const file = { draftId: 'd2', file: 'afternoon.csv', digest: 'd', numbers: ['A-2'] }
    await recordShopCancellations(desk.ports.database, file, 'mina', desk.ports.now)
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
    expect(stage.service.registered.size).toBe(0)
    expect(
      await nextReplay(desk.ports, (await unknownOrders(desk))[0]?.current_attempt ?? ''),
    ).toBeUndefined()
  })

  test('while a repetition is under way, a person cannot say that its order was cancelled at the company', async () => {
    const desk = await openDesk()
    const { database } = desk.ports
    stage.service.registerModes.push(503)
    await desk.checkAndRegister(orders(1))
    const decide = async () => {
      const [found] = await listCancellations(database.kysely, 'sent', 1)
      const by = { operatorId: 'mina', now: desk.ports.now }
      return resolveShopCancellation(database, found?.id ?? '', 'cancelled', by)
    }
    let tried: Promise<unknown> | undefined
    stage.service.holdUntil = async () => {
      const file = { draftId: 'd2', file: 'afternoon.csv', digest: 'd', numbers: ['A-1'] }
      tried ??= recordShopCancellations(database, file, 'mina', desk.ports.now).then(decide)
      await tried
    }
    await pass(desk, 17 * MINUTE)
    expect(await tried).toBe('sending')
    expect(await desk.states()).toEqual(['registered'])
    expect(await decide()).toBe('done')
  })

  test('a request is not repeated once personal data of one of its orders is erased', async () => {
    const desk = await openDesk()
    const { database } = desk.ports
    stage.service.registerModes.push('leaves_out')
    await desk.checkAndRegister(orders(3))
    const [unknown] = await unknownOrders(desk)
    const { id } = await database.kysely
      .selectFrom('ledger_order')
      .select('id')
      .where('mall_order_number', '=', 'A-1')
      .executeTakeFirstOrThrow()
    expect(await eraseOrder(database, id, { actor: 'mina', now: desk.ports.now() })).toMatchObject({
      ok: true,
    })
    expect(await nextReplay(desk.ports, unknown?.current_attempt ?? '')).toBeUndefined()
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(1)
    expect(await unknownOrders(desk)).toHaveLength(1)
  })

  test('erasing an order keeps the responses to its request while another order is unconfirmed', async () => {
    const desk = await openDesk()
    const { database } = desk.ports
    stage.service.registerModes.push('leaves_out', 503)
    await desk.checkAndRegister(orders(3))
    await pass(desk, 17 * MINUTE)
    expect(stage.service.count(PATH)).toBe(2)
    const bodies = () =>
      database.kysely
        .selectFrom('attempt')
        .select(['id', 'resp_body', 'anomalies'])
        .where('operation', '=', 'registerJapanOrders')
        .orderBy('id')
        .execute()
    const before = await bodies()
    const { id } = await database.kysely
      .selectFrom('ledger_order')
      .select('id')
      .where('mall_order_number', '=', 'A-1')
      .executeTakeFirstOrThrow()
    await eraseOrder(database, id, { actor: 'mina', now: desk.ports.now() })
    expect(await bodies()).toEqual(before)
  })

  describe.each([
    ['behind', -2 * HOUR],
    ['ahead', 2 * HOUR],
  ])('by a server whose own clock is two hours %s', (_, skew) => {
    /** A desk whose process has a wrong clock: only the database's is right. */
    const openSkewed = async () => {
      const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const right = Date.now.bind(Date)
      const own = vi.spyOn(Date, 'now').mockImplementation(() => right() + ahead + skew)
      onTestFinished(() => {
        log.mockRestore()
        own.mockRestore()
      })
      const sharedClock = new SharedClock({ clock: async () => right() + ahead })
      await sharedClock.measure()
      const desk = await openDesk({}, { now: () => sharedClock.time(), sharedClock })
      stage.service.registerModes.push('close_before_response', 503)
      await desk.checkAndRegister(orders(2))
      return desk
    }

    test('a request is not repeated once the service may have forgotten its key', async () => {
      const desk = await openSkewed()
      await pass(desk, 24 * HOUR)
      expect(stage.service.count(PATH)).toBe(1)
    })

    test('a repetition waits as long as that of another server', async () => {
      const desk = await openSkewed()
      await pass(desk, 17 * MINUTE)
      expect(stage.service.count(PATH)).toBe(2)
      await pass(desk, MINUTE / 2)
      expect(stage.service.count(PATH)).toBe(2)
      await pass(desk, 2 * MINUTE)
      expect(stage.service.count(PATH)).toBe(3)
    })
  })

  test('a repetition under way when its process dies is repeated by another process', async () => {
    const open = await openTestDatabase()
    const death = new Error('the process died')
    const connection = async () => connectionTo(stage.origin, { honoursKeys: true })
    const limits = { ...shortLimits, registerDeadlineMs: MINUTE }
    const clocks = { now: () => Date.now() + ahead, monotonicNow: () => performance.now() + ahead }
    const first = await stage.desk(async () => open, { resolveConnection: connection, ...clocks, limits })
    stage.service.registerModes.push('close_before_response')
    await first.checkAndRegister(orders(2))
    let deaths = 0
    const dying = await stage.desk(async () => open, {
      resolveConnection: connection,
      ...clocks,
      limits,
      call: async () => {
        deaths++
        throw death
      },
      report: error => expect(error).toBe(death),
      host: 'another',
    })
    ahead += 17 * MINUTE
    await dying.runner.idle()
    expect(deaths).toBe(1)
    expect(await dying.states()).toEqual(['unknown'])
    await pass(first, 3 * MINUTE)
    await pass(first, 16 * MINUTE)
    await first.runner.idle()
    expect(await first.states()).toEqual(['registered'])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
  })
})
