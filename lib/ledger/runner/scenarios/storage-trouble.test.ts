import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resumeRun } from '@/lib/ledger/runner/control'
import type { Database, Db } from '@/lib/store/db/database'
import { connectionTo, openStage, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a failing storage', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const broken = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

  /** How many of the next transactions fail, and whether they fail after their commit. */
  interface Fault {
    left: number
    isCommitted: boolean
  }

  /** A desk with checked orders whose transactions fail from the failpoint `when` on. */
  async function troubledDesk(when: 'after_claim' | 'after_sending' | 'after_evidence', fault: Fault) {
    const database = await openTestDatabase()
    let isArmed = false
    let waited = 0
    const reported: unknown[] = []
    const write: Database['write'] = async work => {
      const fails = isArmed && fault.left > 0
      if (!fails) return database.write(work)
      fault.left--
      if (fault.isCommitted) await database.write(work)
      throw broken()
    }
    const desk = await stage.desk(async () => ({ ...database, write }), {
      // A clock that is set back by an hour meanwhile makes no run wait longer.
      now: () => Date.now() - (waited > 0 ? 3_600_000 : 0),
      monotonicNow: () => performance.now() + waited,
      report: error => reported.push(error),
      failpoint: at => {
        if (at === when) isArmed = true
      },
    })
    await desk.finish('checkJapanOrders', orders(3))
    const rest = () => {
      waited += 11_000
    }
    return { desk, reported, rest }
  }

  test.each([true, false])(
    'a SENDING commit without acknowledgement (committed: %s) is sent once',
    async is => {
      const { desk, reported } = await troubledDesk('after_claim', { left: 1, isCommitted: is })
      const started = await desk.finish('registerJapanOrders', orders(3))
      expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
      expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
      expect(reported).toEqual([])
    },
  )

  test('while it is unclear whether SENDING was committed, nothing is sent', async () => {
    const { desk, reported, rest } = await troubledDesk('after_claim', { left: 3, isCommitted: false })
    const started = await desk.finish('registerJapanOrders', orders(3))
    expect(reported).toHaveLength(1)
    expect(stage.service.registered.size).toBe(0)
    rest()
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
  })

  test('a committed SENDING that is never acknowledged leaves its orders unknown, and is not sent', async () => {
    const { desk, rest } = await troubledDesk('after_claim', { left: 9, isCommitted: true })
    const started = await desk.finish('registerJapanOrders', orders(3))
    rest()
    await desk.runner.idle()
    rest()
    await desk.runner.idle()
    expect(stage.service.registered.size).toBe(0)
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 3 })
  })

  test.each([true, false])(
    'an outcome whose commit was not acknowledged (committed: %s) is applied once',
    async is => {
      const { desk, rest } = await troubledDesk('after_evidence', { left: 1, isCommitted: is })
      const started = await desk.finish('registerJapanOrders', orders(3))
      rest()
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
      expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
      const events = await desk.ports.database.kysely
        .selectFrom('ledger_event')
        .select('ledger_order_id')
        .where('to_state', '=', 'REGISTERED')
        .execute()
      expect(events).toHaveLength(3)
    },
  )

  test('a response is kept until the database works again, and the log says both once', async () => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const database = await openTestDatabase()
    let left = 20
    const executeQuery: Db['executeQuery'] = async (query, ...more) => {
      const isEvidence = 'sql' in query && /^update .*"resp_body"/.test(query.sql)
      if (isEvidence && left-- > 0) throw broken()
      return database.kysely.executeQuery(query, ...more)
    }
    const desk = await stage.desk(async () => ({
      ...database,
      kysely: withMethod(database.kysely, { executeQuery }),
    }))
    const started = await desk.checkAndRegister(orders(3))
    const lines = log.mock.calls.map(([line]) => String(line)).filter(line => line.includes('a response'))
    log.mockRestore()
    expect(left).toBeLessThan(0)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { level: 'error', event: 'a response cannot be stored, and is kept until it can' },
      { level: 'info', event: 'a response that was kept is stored' },
    ])
  })

  test.each(['all of the request', 'that it was sent'])(
    'a standby that takes over during a request without %s sends nothing again, and the desk says why',
    async lost => {
      const database = await openTestDatabase()
      const { kysely } = database
      const desk = await stage.desk(async () => database)
      await desk.finish('checkJapanOrders', orders(60))
      stage.service.holdUntil = async () => {
        if (stage.service.responded > 1) return
        if (lost === 'that it was sent') {
          await kysely
            .updateTable('attempt')
            .set({ state: 'PREPARED' })
            .where('state', '=', 'SENDING')
            .execute()
          await kysely
            .updateTable('ledger_order')
            .set({ state: 'PREPARED' })
            .where('state', '=', 'SENDING')
            .execute()
          return
        }
        const queued = { state: 'QUEUED', current_attempt: null } as const
        await kysely.updateTable('ledger_order').set(queued).where('state', '=', 'SENDING').execute()
        await kysely.deleteFrom('attempt_order').execute()
        await kysely.deleteFrom('attempt').where('state', '=', 'SENDING').execute()
      }
      const started = await desk.finish('registerJapanOrders', orders(60))
      await desk.runner.idle()
      // Neither what was sent nor what waited: the database may lack that it was sent, too.
      expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 60 })
      expect([...stage.service.registered.values()]).toEqual(Array(50).fill(1))
      const reasons = await kysely
        .selectFrom('ledger_event')
        .select('reason')
        .distinct()
        .where('to_state', '=', 'UNKNOWN')
        .execute()
      expect(reasons.length).toBeGreaterThan(0)
      for (const { reason } of reasons) expect(reason).toContain('the database lost its last commits')
      const next = await desk.checkAndRegister(orders(1, 61))
      expect(await desk.progress(next)).toMatchObject({
        state: 'paused',
        problem: { code: 'after_lost_commits' },
      })
    },
  )

  /** Takes the registrations of a database back to before they were sent. */
  const forgetRegistrations = async ({ kysely }: Database) => {
    const queued = { state: 'QUEUED', current_attempt: null, order_id: null } as const
    await kysely.updateTable('ledger_order').set(queued).where('state', '=', 'REGISTERED').execute()
    await kysely.deleteFrom('attempt_order').execute()
    await kysely.deleteFrom('attempt').where('operation', '=', 'registerJapanOrders').execute()
  }

  test('a standby that takes over without a request whose response was stored sends nothing again', async () => {
    const database = await openTestDatabase()
    let isStandby = false
    const desk = await stage.desk(async () => database, {
      resolveConnection: async () => {
        if (stage.service.registered.size > 0 && !isStandby) await forgetRegistrations(database)
        isStandby = stage.service.registered.size > 0
        return connectionTo(stage.origin)
      },
    })
    const started = await desk.checkAndRegister(orders(60))
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 60 })
    expect([...stage.service.registered.values()]).toEqual(Array(50).fill(1))
    // The loss is noticed once: after a person has continued the run, others register as before.
    await resumeRun(database, started.ok ? started.runId : '', new Date().toISOString())
    const next = await desk.checkAndRegister(orders(1, 61))
    expect(await desk.progress(next)).toMatchObject({ state: 'done', registered: 1 })
  })

  test('a standby without the last request of a registration is noticed although nothing is sent', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(3))
    await forgetRegistrations(desk.ports.database)
    await desk.runner.wake()
    expect(await desk.states()).toEqual(['unknown'])
  })
})

/** A database object with another method. */
const withMethod = (db: Db, methods: Partial<Db>): Db =>
  new Proxy(db, {
    get: (target, key) => {
      const value: unknown = Reflect.get(key in methods ? methods : target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
