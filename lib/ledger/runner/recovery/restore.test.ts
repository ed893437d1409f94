import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import { mayBeAbsentFrom, QUARANTINE_MS } from '@/lib/ledger/rules/resolutions'
import type { Database } from '@/lib/store/db/database'
import { ensureEnvironment, listRestoredEnvironments } from '@/lib/store/ledger/environments/environments'
import { listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import { insertDeliveries } from '@/lib/store/notifications/deliveries'
import { insertPlannedEvent, listUnplannedEvents, recordEvent } from '@/lib/store/notifications/events'
import { findInvitation, invite } from '@/lib/store/people/invitations'
import { addOperator } from '@/lib/store/people/operators'
import { findChallenge, putChallenge } from '@/lib/store/people/sign-in/auth-challenges'
import { findSession, startSession } from '@/lib/store/people/sign-in/sessions'
import type { Mode } from '@/testing/ledger/fake-responses'
import { connectionTo, openStage, orders, prepared, type Stage, shortLimits } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { resumeRun } from '../control'
import type { Failpoint } from '../ports'
import { nextReplay } from '../register/replays'
import { afterRestore } from './restore'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeDatabases('a start after a backup was restored', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const at = () => new Date().toISOString()

  /** A desk that stops at a failpoint of its first registration. */
  function endingDesk(point: Failpoint) {
    const closing = new AbortController()
    return stage.desk(openTestDatabase, {
      closing,
      failpoint: at => {
        if (at !== point) return
        closing.abort()
        throw new Error('the process ends here')
      },
      report: () => {},
    })
  }

  test('orders under way become unknown, and nothing is registered until a person continues', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    // At the time of the backup ten orders were registered and the others were queued.
    await desk.checkAndRegister(orders(10))
    await desk.finish('checkJapanOrders', orders(60, 11))
    const waiting = await desk.startOperation('registerJapanOrders', orders(60, 11))
    expect(await afterRestore(desk.ports)).toBe(60)
    await desk.runner.idle()
    expect(await desk.progress(waiting)).toMatchObject({
      state: 'stopped',
      unknown: 60,
      left: 0,
      problem: { code: 'unknown_outcome', count: 60 },
    })
    expect(stage.service.registered.size).toBe(10)
    // Further run requests are accepted, and their runs wait.
    await desk.finish('checkJapanOrders', orders(2, 71))
    const started = await desk.finish('registerJapanOrders', orders(2, 71))
    const again = await desk.finish('registerJapanOrders', orders(2, 71))
    expect(again).toMatchObject({ ok: true, accepted: 2 })
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      problem: { code: 'after_restore' },
    })
    expect(await desk.progress(again)).toMatchObject({ state: 'paused', left: 2 })
    expect(stage.service.registered.size).toBe(10)
    await resumeRun(database, again.ok ? again.runId : '', at())
    await desk.runner.idle()
    expect(await desk.progress(again)).toMatchObject({ state: 'done', registered: 2 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    const events = await database.kysely
      .selectFrom('ledger_event')
      .select(['from_state', 'to_state', 'actor', 'reason'])
      .where('actor', '=', 'restore')
      .execute()
    expect(events).toHaveLength(60)
    expect(events[0]).toMatchObject({ from_state: 'QUEUED', to_state: 'UNKNOWN' })
  })

  test('a connection that is entered after the restore waits too: what was registered there is not in the backup', async () => {
    const place = { envId: 'test:fake' }
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, place),
    })
    const { database } = desk.ports
    // By hand, or by `npm run restore`: twice, so that the last one counts.
    await afterRestore(desk.ports)
    await afterRestore(desk.ports)
    place.envId = 'production:entered-again'
    await desk.finish('checkJapanOrders', orders(2))
    const [restored] = await listRestoredEnvironments(database.kysely)
    expect(restored).toMatchObject({ envId: 'production:entered-again', at: await lastRestoration(database) })
    const started = await desk.finish('registerJapanOrders', orders(2))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      problem: { code: 'after_restore' },
    })
    expect(stage.service.registered.size).toBe(0)
    await resumeRun(database, started.ok ? started.runId : '', at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect(await listRestoredEnvironments(database.kysely)).toEqual([])
    expect((await desk.checkAndRegister([prepared('B-1')])).ok).toBe(true)
    expect(stage.service.registered.size).toBe(3)
  })

  test('a connection that is entered more than 30 days after a restore does not wait', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await afterRestore(desk.ports)
    const restoredAt = await lastRestoration(desk.ports.database)
    const after = (days: number) => Date.parse(restoredAt ?? '') + days * 24 * HOUR
    expect(await ensureEnvironment(kysely, 'test:soon', after(30) - 1)).toMatchObject({
      restored_at: restoredAt,
    })
    expect(await ensureEnvironment(kysely, 'test:late', after(30))).toMatchObject({ restored_at: null })
    expect(await ensureEnvironment(kysely, 'test:soon', after(40))).toMatchObject({ restored_at: restoredAt })
  })

  test('a database that was never restored registers at new connections at once', async () => {
    const desk = await stage.desk(openTestDatabase)
    expect(await desk.progress(await desk.checkAndRegister(orders(2)))).toMatchObject({ registered: 2 })
    expect(await lastRestoration(desk.ports.database)).toBe(null)
  })

  const lastRestoration = async ({ kysely }: Database) => {
    const { at } = await kysely
      .selectFrom('restoration')
      .select(row => row.fn.max('handled_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  }

  test('sessions and unused links of the backup sign no one in', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    const { kysely } = database
    const account = { email: 'mina@x', name: 'Mina', passwordHash: 'h', role: 'administrator' } as const
    const { id } = await addOperator(kysely, account)
    const session = await startSession(kysely, { operatorId: id })
    const challenge = { kind: 'sign_in', holder: 'token', operatorId: id, value: 'v' } as const
    await putChallenge(kysely, challenge)
    const now = Date.now()
    const link = (email: string, time: number) =>
      database.write(trx => invite(trx, { email, role: 'administrator', by: id }, new Date(time)))
    const old = await link('jun@x', now - HOUR)
    await kysely
      .insertInto('restoration')
      .values({ id: 'r', made_at: at(), version: '1', restored_at: at(), handled_at: null })
      .execute()
    // Someone who has forgotten the password of that time asked for a link before the start.
    const asked = await link('mina@x', now + MINUTE)
    await afterRestore(desk.ports)
    expect(await findSession(kysely, session)).toBeUndefined()
    expect(await findChallenge(kysely, challenge)).toBeUndefined()
    expect(await findInvitation(kysely, old, new Date())).toBeUndefined()
    expect(await findInvitation(kysely, asked, new Date())).toMatchObject({ email: 'mina@x' })
  })

  test('notifications of the backup are not sent again, and those of the restore are', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.finish('checkJapanOrders', orders(2))
    await desk.startOperation('registerJapanOrders', orders(2))
    const earlier = new Date(Date.now() - HOUR).toISOString()
    const event = (id: string) =>
      ({ id, kind: 'run.finished', subject: id, about: '{}', at: earlier }) as const
    await database.write(async trx => {
      await insertPlannedEvent(trx, { ...event('evt_planned'), body: '{}' })
      await insertDeliveries(trx, 'evt_planned', [{ channel: 'webhook', target: 'w' }], earlier)
      await recordEvent(trx, event('evt_unplanned'))
    })
    await afterRestore(desk.ports)
    const deliveries = await database.kysely.selectFrom('notification_delivery').selectAll().execute()
    expect(deliveries).toMatchObject([{ event_id: 'evt_planned', state: 'failed', problem: 'restored' }])
    const left = await listUnplannedEvents(database.kysely, 10)
    expect(left.map(({ kind }) => kind)).toContain('orders.unconfirmed')
    expect(left.map(({ subject }) => subject)).not.toContain('evt_unplanned')
  })

  test('a response that was stored before the backup is judged first', async () => {
    const desk = await endingDesk('after_evidence')
    await desk.finish('checkJapanOrders', orders(2))
    const started = await desk.finish('registerJapanOrders', orders(2))
    expect(await afterRestore(desk.ports)).toBe(0)
    expect(await desk.progress(started)).toMatchObject({ registered: 2, unknown: 0 })
  })

  test('orders under way become unknown once, however often the server starts with --after-restore', async () => {
    const desk = await endingDesk('after_sending')
    await desk.finish('checkJapanOrders', orders(2))
    await desk.finish('registerJapanOrders', orders(2))
    expect(await afterRestore(desk.ports)).toBe(2)
    expect(await afterRestore(desk.ports)).toBe(0)
    expect(await desk.states()).toEqual(['unknown'])
  })

  test('the quarantine of those orders begins by the clock of the database, also where this server is hours behind', async () => {
    const hours = 3 * 60 * 60_000
    const desk = await stage.desk(openTestDatabase)
    const database = { ...desk.ports.database, clock: async () => Date.now() + hours }
    await desk.checkAndRegister(orders(1))
    await desk.finish('checkJapanOrders', orders(2, 2))
    await desk.startOperation('registerJapanOrders', orders(2, 2))
    const restored = Date.now() + hours
    expect(await afterRestore({ ...desk.ports, database })).toBe(2)
    const [order] = await listUnknownOrders(desk.ports.database.kysely, {
      envId: 'test:fake',
      scope: 'orders',
    })
    if (!order) throw new Error('two orders are unconfirmed')
    expect(order.hard_deadline).toBe(null)
    expect(mayBeAbsentFrom(null, order.updated_at)).toBeGreaterThanOrEqual(restored + QUARANTINE_MS)
  })

  /** Requests before a backup that left their orders in the queue, unconfirmed, or named by no complete response. */
  const before: Mode[] = [429, 503, 'leaves_out']

  /** A desk whose service honours keys and whose first request ended in `mode` six hours ago, before the backup. */
  async function deskAfter(mode: Mode) {
    stage.service.keys = 'honoured'
    stage.service.registerModes.push(mode)
    const clock = { ahead: 0 }
    const now = () => Date.now() + clock.ahead
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { honoursKeys: true }),
      now,
      monotonicNow: () => performance.now() + clock.ahead,
      limits: { ...shortLimits, registerDeadlineMs: MINUTE, maxStrikes: 1 },
    })
    const run = await desk.checkAndRegister(orders(2))
    const ports = { ...desk.ports, database: { ...desk.ports.database, clock: async () => now() } }
    const unknown = () => listUnknownOrders(ports.database.kysely, { envId: 'test:fake', scope: 'orders' })
    return { desk, ports, run, clock, unknown }
  }

  test.each(before)(
    'a request that ended in %s before the backup is not sent again: a later one may have carried its orders',
    async mode => {
      const { desk, ports, run, clock, unknown } = await deskAfter(mode)
      const attempts = await ports.database.kysely.selectFrom('attempt').select('id').execute()
      await afterRestore(ports)
      const left = (await unknown()).length
      expect(left).toBeGreaterThan(0)
      await resumeRun(ports.database, run.ok ? run.runId : '', at())
      for (const minutes of [0, 17, 17]) {
        clock.ahead += minutes * MINUTE
        await desk.runner.idle()
      }
      expect(stage.service.count('/orders/japan')).toBe(1)
      expect(await unknown()).toHaveLength(left)
      for (const { id } of attempts) expect(await nextReplay(ports, id)).toBeUndefined()
    },
  )

  test.each(before)(
    'after %s and a restore six hours later, an order may be called absent a quarantine after the restore',
    async mode => {
      const { ports, clock, unknown } = await deskAfter(mode)
      clock.ahead += 6 * HOUR
      await afterRestore(ports)
      const absent = (await unknown()).map(order => ({
        id: order.id,
        attemptId: order.current_attempt,
        resolution: 'absent' as const,
      }))
      const resolve = () => resolveUnknown(ports, absent, { operatorId: 'mina' }, Date.now())
      clock.ahead += 16 * MINUTE
      const early = await resolve()
      expect(early.unresolved.map(one => one.why)).toEqual(absent.map(() => 'early'))
      clock.ahead += 2 * MINUTE
      expect((await resolve()).counts.absent).toBe(absent.length)
    },
  )
})
