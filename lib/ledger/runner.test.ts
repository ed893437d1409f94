import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/database'
import { heldLines } from '@/lib/store/ledger'
import { listStanding } from '@/lib/store/runs'
import { describeDatabases } from '@/lib/store/suite'
import { FakeService, type Mode } from './fake-service'
import { type Desk, openDesk, orders, prepared, shortLimits } from './runner-fixtures'
import { cancelRun, draftOutcomes, pauseRun, resumeRun, runProgress } from './runner-progress'

describeDatabases('a run', openTestDatabase => {
  let service: FakeService
  let origin: string
  const desks: Desk[] = []
  beforeEach(async () => {
    service = new FakeService()
    origin = await service.listen()
  })
  afterEach(async () => {
    await Promise.all(desks.splice(0).map(desk => desk.runner.close()))
    await service.close()
  })

  async function newDesk(over: Parameters<typeof openDesk>[2] = {}): Promise<Desk> {
    const desk = openDesk(await openTestDatabase(), origin, over)
    desks.push(desk)
    return desk
  }

  const registerRequests = () => service.count('/orders/japan')
  const outcomes = (desk: Desk) => draftOutcomes(desk.ports.database.kysely, 'draft', 'test:fake')
  const states = async (desk: Desk) => [...new Set((await outcomes(desk)).map(one => one.state))].sort()
  async function progressOf(desk: Desk, run: { ok: boolean; runId?: string }) {
    const found = await runProgress(desk.ports.database.kysely, run.runId ?? '')
    if (!found) throw new Error('no such run')
    return found
  }

  test('registers what passed its check, and each order has the id that the service gave, digit by digit', async () => {
    const desk = await newDesk()
    const started = await desk.checkAndRegister(orders(120))
    expect(await progressOf(desk, started)).toMatchObject({
      state: 'done',
      total: 120,
      done: 120,
      registered: 120,
    })
    expect([...service.registered.values()]).toEqual(Array(120).fill(1))
    expect(service.requests.map(one => one.orders)).toEqual([120, 50, 50, 20])
    expect(service.requests[1]?.authorization).toBe('Bearer token')
    const shown = await outcomes(desk)
    expect(shown.map(one => one.mallOrderNumber)).toEqual(orders(120).map(one => one.mallOrderNumber))
    expect(shown[0]).toMatchObject({
      state: 'registered',
      orderId: '9007199254740993',
      lineIds: ['line A-1'],
    })
    expect(shown[1]?.orderId).toBe('9007199254740994')
    const held = await heldLines(desk.ports.database.kysely, 'draft', 'test:fake')
    expect(held.get('line A-120')).toBe('REGISTERED')
    // A rehearsal does not lock the lines for the real thing.
    expect(await heldLines(desk.ports.database.kysely, 'draft', 'production:fake')).toEqual(new Map())
  })

  test('sends no order twice: neither a second press, nor the same press repeated, nor another tab', async () => {
    const desk = await newDesk()
    await desk.checkAndRegister(orders(3))
    const again = await desk.start('register', orders(3))
    expect(again).toMatchObject({
      taken: 0,
      refused: [{ reason: 'already_registered', orderId: '9007199254740993' }, {}, {}],
    })
    const press = { clientRequestId: 'one press' }
    await desk.start('check', orders(2, 10))
    await desk.runner.idle()
    const [one, two, other] = await Promise.all([
      desk.start('register', orders(2, 10), press),
      desk.start('register', orders(2, 10), press),
      desk.start('register', orders(2, 10)),
    ])
    expect(one).toEqual(two)
    expect([one, other].map(run => run.ok && run.taken).sort()).toEqual([0, 2])
    await desk.runner.idle()
    expect([...service.registered.values()]).toEqual(Array(5).fill(1))
  })

  test('takes only what passed a check of the very same bytes, a short while ago', async () => {
    let now = Date.now()
    const desk = await newDesk({ now: () => now })
    await desk.start('check', [...orders(2), prepared('A-3', 'wrong')])
    await desk.runner.idle()
    const press = [
      prepared('A-1', 'edited since'),
      prepared('A-2'),
      prepared('A-2'),
      prepared('A-3', 'wrong'),
      prepared('A-4'),
    ]
    expect(await desk.start('register', press)).toMatchObject({
      taken: 1,
      refused: [
        { mallOrderNumber: 'A-1', reason: 'not_checked' },
        { mallOrderNumber: 'A-2', reason: 'repeated_number' },
        { mallOrderNumber: 'A-3', reason: 'not_checked' },
        { mallOrderNumber: 'A-4', reason: 'not_checked' },
      ],
    })
    await desk.runner.idle()
    now += 16 * 60_000
    expect(await desk.start('register', orders(1))).toMatchObject({ refused: [{ reason: 'not_checked' }] })
  })

  test('explains a refused registration by checking the same orders again', async () => {
    const desk = await newDesk()
    // The service changed its mind after the check: its answer then is what the desk believed.
    const list = [prepared('A-1'), prepared('A-2')]
    service.registerModes.push('refuse')
    await desk.checkAndRegister(list)
    expect(service.count('/validators')).toBe(2)
    expect(await states(desk)).toEqual(['rejected'])
    expect(service.registered.size).toBe(0)
    // Refused without a reason in it, so a person may try again.
    await desk.start('register', list)
    await desk.runner.idle()
    expect(await states(desk)).toEqual(['registered'])
  })

  test('the culprit of a refused registration fails, the others may be registered', async () => {
    const desk = await newDesk()
    await desk.start('check', orders(3))
    await desk.runner.idle()
    service.isNowWrong = 'A-2'
    const started = await desk.start('register', orders(3))
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', rejected: 3, registered: 0 })
    const shown = await outcomes(desk)
    expect(shown.map(one => one.state)).toEqual(['passed', 'failing', 'passed'])
    expect(shown[1]).toMatchObject({
      failures: [{ field: 'recipient.name', message: 'not this name' }],
      payload: prepared('A-2').payload,
    })
    const rest = await desk.start('register', [prepared('A-1'), prepared('A-3')])
    await desk.runner.idle()
    expect(await progressOf(desk, rest)).toMatchObject({ registered: 2 })
  })

  const doubtful: Mode[] = [
    'execute_then_502',
    'reset_mid_answer',
    'close_before_answer',
    'html_200',
    'truncated',
    'foreign_numbers',
    500,
    503,
    409,
    400,
    302,
  ]
  test.each(doubtful)(
    '%s makes the orders of one request unknown, stops, and sends none of them again',
    async mode => {
      const desk = await newDesk()
      service.registerModes.push(mode)
      const started = await desk.checkAndRegister(orders(60))
      expect(await progressOf(desk, started)).toMatchObject({
        state: 'stopped',
        unknown: 50,
        left: 10,
        problem: { code: 'unknown_outcome', count: 50 },
      })
      expect(registerRequests()).toBe(1)
      expect(await desk.start('register', orders(50))).toMatchObject({ taken: 0 })
      // A person lets the rest go on: the doubtful ones stay.
      expect(
        await resumeRun(desk.ports.database, started.ok ? started.runId : '', new Date().toISOString()),
      ).toBe(true)
      await desk.runner.idle()
      expect(await progressOf(desk, started)).toMatchObject({ state: 'done', unknown: 50, registered: 10 })
      expect(Math.max(...service.registered.values())).toBe(1)
    },
  )

  test('an answer that never comes ends at the deadline as unknown', async () => {
    const desk = await newDesk({ limits: { ...shortLimits, registerDeadline: 300 } })
    service.registerModes.push('hang')
    const started = await desk.checkAndRegister(orders(2))
    expect(await progressOf(desk, started)).toMatchObject({ state: 'stopped', unknown: 2 })
  })

  test.each([
    [401, 'credential'],
    [403, 'permission'],
    [404, 'address'],
    [405, 'address'],
    [413, 'service_refused'],
    [307, 'service_refused'],
  ] as const)('%i pauses the environment after one call; nothing is lost', async (status, code) => {
    const desk = await newDesk()
    service.registerModes.push(status)
    const started = await desk.checkAndRegister(orders(60))
    expect(await progressOf(desk, started)).toMatchObject({
      state: 'paused',
      left: 60,
      problem: { code, status },
    })
    expect(registerRequests()).toBe(1)
    const { kysely } = desk.ports.database
    expect(await listStanding(kysely, 'draft', 'test:fake')).toEqual([started.ok && started.runId])
    // Pressing again after it was put right takes along what waited.
    const again = await desk.start('register', orders(60))
    expect(again).toMatchObject({ taken: 60 })
    await desk.runner.idle()
    expect(await progressOf(desk, again)).toMatchObject({ state: 'done', registered: 60 })
    expect(Math.max(...service.registered.values())).toBe(1)
  })

  test('429 waits as long as the service says and then goes on', async () => {
    const desk = await newDesk()
    service.registerModes.push(429)
    service.statusHeaders = { 'retry-after': '1' }
    const began = Date.now()
    const started = await desk.checkAndRegister(orders(2))
    expect(Date.now() - began).toBeGreaterThan(900)
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', registered: 2 })
    expect(registerRequests()).toBe(2)
  })

  test('a service that cannot be reached keeps the orders queued and pauses after three tries', async () => {
    const desk = await newDesk()
    await desk.start('check', orders(2))
    await desk.runner.idle()
    const started = await desk.start('register', orders(2))
    await service.close()
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({
      state: 'paused',
      left: 2,
      problem: { code: 'not_sent' },
    })
  })

  test('pause stops before the next request, resume goes on, cancel gives back what was not sent', async () => {
    const desk = await newDesk()
    await desk.start('check', orders(130))
    await desk.runner.idle()
    const { database } = desk.ports
    const at = () => new Date().toISOString()
    const started = await desk.start('register', orders(130))
    if (!started.ok) throw new Error('not started')
    service.onRequest = () => void pauseRun(database.kysely, started.runId, at())
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({
      state: 'paused',
      registered: 50,
      problem: { code: 'by_operator' },
    })
    await resumeRun(database, started.runId, at())
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'paused', registered: 100 })
    const cancelledAt = at()
    expect(await cancelRun(database, started.runId, 'mina', at())).toBe(true)
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'cancelled', registered: 100, left: 0 })
    expect((await heldLines(database.kysely, 'draft', 'test:fake')).has('line A-130')).toBe(false)
    expect((await outcomes(desk)).filter(one => one.state === 'passed')).toHaveLength(30)
    const news = await draftOutcomes(database.kysely, 'draft', 'test:fake', cancelledAt)
    expect(news.map(one => one.state)).toEqual(Array(30).fill('passed'))
  })

  test('two processes on one database share the work and never double it', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const two = [database, other].map((one, at) =>
      openDesk(one, origin, { pid: process.pid + at, host: `host ${at}` }),
    )
    const [first, second] = two
    if (!first || !second) throw new Error('no desks')
    await first.start('check', orders(400))
    await Promise.all(two.map(desk => desk.runner.idle()))
    let inFlight = 0
    service.onRequest = () => expect(++inFlight - service.answered).toBeLessThanOrEqual(1)
    inFlight = service.answered
    const parts = [0, 100, 200, 300].map(from => orders(100, from + 1))
    await Promise.all(parts.map((part, at) => (at % 2 ? first : second).start('register', part)))
    while ((await runningRuns(first)) > 0) await Promise.all(two.map(desk => desk.runner.idle()))
    expect(service.registered.size).toBe(400)
    expect(Math.max(...service.registered.values())).toBe(1)
    expect(await states(first)).toEqual(['registered'])
    await Promise.all(two.map(desk => desk.runner.close()))
    await other.close()
  })

  const runningRuns = async (desk: Desk) => {
    const rows = await desk.ports.database.kysely
      .selectFrom('run')
      .select('id')
      .where('state', '=', 'running')
      .execute()
    return rows.length
  }

  test('a process that slept too long sends nothing, and its late answer proves only registrations', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const late = openDesk(database, origin, { host: 'sleeper' })
    // To the other one the sleeper has been silent for a day.
    const awake = openDesk(other, origin, { now: () => Date.now() + 86_400_000 })
    await late.start('check', orders(2))
    await late.runner.idle()
    const started = await late.start('register', orders(2))
    let woken: Promise<void> | undefined
    service.onRequest = () => {
      woken ??= awake.runner.idle()
    }
    service.holdUntil = () => woken
    await late.runner.idle()
    // The other one took the request for lost and made it unknown; the answer then came after all.
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
    expect(await progressOf(late, started)).toMatchObject({ state: 'stopped', registered: 2 })
    expect([...service.registered.values()]).toEqual([1, 1])
    await Promise.all([late, awake].map(desk => desk.runner.close()))
    await other.close()
  })

  test('a claim that the reaper took back is not sent', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    const awake = openDesk(other, origin, { now: () => Date.now() + 86_400_000 })
    let reaped: Promise<void> | undefined
    const late = openDesk(database, origin, {
      host: 'sleeper',
      fail: at => {
        if (at === 'after_claim') reaped ??= awake.runner.idle()
      },
      // Between its claim and its mark the sleeper sees the world move on.
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
    expect(await states(late)).toEqual(['registered'])
    expect([...service.registered.values()]).toEqual([1, 1])
    const attempts = await database.kysely
      .selectFrom('attempt')
      .select('classified_as')
      .where('operation', '=', 'registerJapanOrders')
      .execute()
    expect(attempts.map(one => one.classified_as).sort()).toEqual(['reaped', 'registered'])
    await Promise.all([late, awake].map(desk => desk.runner.close()))
    await other.close()
  })

  test('when the storage fails before a request is marked, nothing is sent and nothing is lost', async () => {
    const database = await openTestDatabase()
    let isFull = false
    let now = Date.now()
    const reported: unknown[] = []
    const desk = openDesk(database, origin, {
      now: () => now,
      report: error => reported.push(error),
      fail: at => {
        if (isFull && at === 'during_sending') throw new Error('the disk is full')
      },
    })
    desks.push(desk)
    await desk.start('check', orders(2))
    await desk.runner.idle()
    const started = await desk.start('register', orders(2))
    isFull = true
    await desk.runner.idle()
    expect(reported).toHaveLength(1)
    expect(registerRequests()).toBe(0)
    expect(await progressOf(desk, started)).toMatchObject({ state: 'running', left: 2 })
    isFull = false
    now += 11_000
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', registered: 2 })
    expect([...service.registered.values()]).toEqual([1, 1])
  })

  test('the history of an order tells every step and cannot be changed', async () => {
    const desk = await newDesk()
    await desk.checkAndRegister(orders(1))
    const { kysely } = desk.ports.database
    const events = await kysely
      .selectFrom('ledger_event')
      .select(['from_state', 'to_state', 'actor'])
      .orderBy('seq')
      .execute()
    expect(events.map(one => `${one.from_state} ${one.to_state} ${one.actor}`)).toEqual([
      'VALIDATED QUEUED mina',
      'QUEUED PREPARED runner',
      'PREPARED SENDING runner',
      'SENDING REGISTERED runner',
    ])
    await expect(kysely.updateTable('ledger_event').set({ reason: 'nothing' }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(kysely.deleteFrom('ledger_event').execute()).rejects.toThrow('never changed')
  })

  test('the database itself refuses a number that is held in its environment', async () => {
    const desk = await newDesk()
    await desk.checkAndRegister(orders(1))
    const { kysely } = desk.ports.database
    const row = await kysely.selectFrom('ledger_order').selectAll().executeTakeFirstOrThrow()
    const copy = kysely
      .insertInto('ledger_order')
      .values({ ...row, id: 'copy', state: 'QUEUED' })
      .execute()
    await expect(copy).rejects.toThrow(/unique/i)
  })
})
