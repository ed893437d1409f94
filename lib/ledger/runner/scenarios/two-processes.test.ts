import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '@/lib/client/call'
import { outcomeChanges } from '@/lib/ledger/outcomes/outcomes'
import { reap } from '@/lib/ledger/runner/recovery/reap'
import { SharedClock } from '@/lib/ledger/runner/recovery/shared-clock'
import { type Database, openDatabase } from '@/lib/store/db/database'
import {
  openStage,
  openTestDesk,
  orders,
  type Stage,
  type TestDesk,
  testPlace,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('two processes', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('two processes on one database share the work and never double an order', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const two = [database, other].map((one, at) =>
      openTestDesk(one, stage.origin, { pid: process.pid + at, host: `host ${at}` }),
    )
    const [first, second] = two
    if (!first || !second) throw new Error('no desks')
    await first.start('check', orders(400))
    await Promise.all(two.map(desk => desk.runner.idle()))
    let received = stage.service.responded
    let mostAtOnce = 0
    stage.service.onRequest = () => {
      mostAtOnce = Math.max(mostAtOnce, ++received - stage.service.responded)
    }
    const parts = [0, 100, 200, 300].map(from => orders(100, from + 1))
    await Promise.all(parts.map((part, at) => (at % 2 ? first : second).start('register', part)))
    while ((await runningRuns(first)) > 0) await Promise.all(two.map(desk => desk.runner.idle()))
    expect(stage.service.registered.size).toBe(400)
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    expect(mostAtOnce).toBe(1)
    expect(await first.states()).toEqual(['registered'])
    await Promise.all(two.map(desk => desk.runner.close()))
    await other.close()
  })

  const runningRuns = async (desk: TestDesk) => {
    const rows = await desk.ports.database.kysely
      .selectFrom('run')
      .select('id')
      .where('state', '=', 'running')
      .execute()
    return rows.length
  }

  test('no request is sent after the deadline at which another process closes it', async () => {
    const deadlines: (number | undefined)[] = []
    const desk = await stage.desk(openTestDatabase, {
      call: (operation, body, target, options) => {
        if (!operation.path.endsWith('/validators')) deadlines.push(options.notAfter)
        return call(operation, body, target, options)
      },
    })
    await desk.checkAndRegister(orders(2))
    const attempts = await desk.ports.database.kysely
      .selectFrom('attempt')
      .select('hard_deadline')
      .where('hard_deadline', 'is not', null)
      .execute()
    expect(deadlines).toEqual(attempts.map(one => Date.parse(one.hard_deadline ?? '')))
    expect(deadlines).toHaveLength(1)
  })

  test.each([
    ['a minute behind', -60_000],
    ['a minute ahead', 60_000],
    // Longer than the deadline of a request and the time after which others close it.
    ['minutes behind', -200_000],
  ])('a living process whose clock is %s keeps its request, and the log says so', async (_, skew) => {
    const database = await openTestDatabase()
    // Processes that share a SQLite file run on one host, and have one clock.
    if (database.dialect === 'sqlite') return
    const other = await openDatabase(database.place)
    const skewedNow = () => Date.now() + skew
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const sharedClock = new SharedClock(database, skewedNow)
    const skewed = openTestDesk(database, stage.origin, {
      host: 'skewed',
      now: () => sharedClock.time(),
      sharedClock,
    })
    const right = openTestDesk(other, stage.origin, { host: 'right' })
    await skewed.start('check', orders(2))
    await skewed.runner.idle()
    const { kysely } = database
    const ask = (since: string) => outcomeChanges(kysely, 'draft', testPlace, since, right.ports.now())
    const { until } = await ask('')
    await skewed.start('register', orders(2))
    let looked: Promise<unknown> | undefined
    stage.service.onRequest = () => {
      looked ??= right.runner.wake()
    }
    stage.service.holdUntil = () => looked?.then(() => undefined)
    await skewed.runner.idle()
    expect(await skewed.states()).toEqual(['registered'])
    // A page that follows the draft on the other server sees them, too.
    expect((await ask(until)).outcomes.map(one => one.state)).toEqual(['registered', 'registered'])
    const events = await database.kysely.selectFrom('ledger_event').select('actor').execute()
    expect(events.map(one => one.actor)).not.toContain('reaper')
    const lines = log.mock.calls.map(([line]) => String(line)).filter(line => line.includes('clock differs'))
    log.mockRestore()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', seconds: skew / 1000 })
    await Promise.all([skewed, right].map(desk => desk.runner.close()))
    await other.close()
  })

  test('a process that slept too long sends nothing, and its late response proves only registrations', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const late = openTestDesk(database, stage.origin, { host: 'sleeper' })
    // For the other process the sleeper has been silent for a day.
    const awake = openTestDesk(other, stage.origin, { now: () => Date.now() + 86_400_000 })
    await late.start('check', orders(2))
    await late.runner.idle()
    const started = await late.start('register', orders(2))
    let woken: Promise<void> | undefined
    stage.service.onRequest = () => {
      woken ??= awake.runner.idle()
    }
    stage.service.holdUntil = () => woken
    await late.runner.idle()
    // The other process closed the request as unknown; then its response arrived.
    const events = await database.kysely
      .selectFrom('ledger_event')
      .select(['to_state', 'actor'])
      .orderBy('seq')
      .execute()
    expect(events.slice(-4).map(one => `${one.to_state} ${one.actor}`)).toEqual([
      'UNKNOWN reaper',
      'UNKNOWN reaper',
      'REGISTERED runner',
      'REGISTERED runner',
    ])
    await late.runner.idle()
    expect(await late.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    expect([...stage.service.registered.values()]).toEqual([1, 1])
    await Promise.all([late, awake].map(desk => desk.runner.close()))
    await other.close()
  })

  test('a request that the reaper closes after it waited for the storage has the time at which it is stored', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const late = openTestDesk(database, stage.origin, { host: 'sleeper' })
    let now = Date.now() + 86_400_000
    const waited = now + 5_000
    const write: Database['write'] = work => {
      now = waited
      return other.write(work)
    }
    const awake = openTestDesk({ ...other, write }, stage.origin, { now: () => now })
    await late.start('check', orders(2))
    await late.runner.idle()
    await late.start('register', orders(2))
    let reaped: Promise<void> | undefined
    stage.service.onRequest = () => {
      reaped ??= reap(awake.ports, new Set([awake.ports.bootId]), new Set())
    }
    stage.service.holdUntil = () => reaped
    await late.runner.idle()
    const events = await database.kysely
      .selectFrom('ledger_event')
      .select('at')
      .where('actor', '=', 'reaper')
      .execute()
    expect(events.map(one => one.at)).toEqual(Array(2).fill(new Date(waited).toISOString()))
    await late.runner.close()
    await other.close()
  })

  test('a claim that the reaper released is not sent', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const awake = openTestDesk(other, stage.origin, { now: () => Date.now() + 86_400_000 })
    let reaped: Promise<void> | undefined
    const late = openTestDesk(database, stage.origin, {
      host: 'sleeper',
      failpoint: at => {
        if (at === 'after_claim') reaped ??= awake.runner.idle()
      },
      // The reaper runs between the claim and SENDING of the sleeper.
      database: {
        ...database,
        write: async work => {
          await reaped
          return database.write(work)
        },
      },
    })
    await late.start('check', orders(2))
    await late.runner.idle()
    await late.start('register', orders(2))
    await late.runner.idle()
    await awake.runner.idle()
    expect(await late.states()).toEqual(['registered'])
    expect([...stage.service.registered.values()]).toEqual([1, 1])
    const attempts = await database.kysely
      .selectFrom('attempt')
      .select('classified_as')
      .where('operation', '=', 'registerJapanOrders')
      .execute()
    expect(attempts.map(one => one.classified_as).sort()).toEqual(['reaped', 'registered'])
    await Promise.all([late, awake].map(desk => desk.runner.close()))
    await other.close()
  })
})
