import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { call } from '@/lib/client/call'
import { pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import {
  effectiveLimits,
  learnedLimits,
  reduceLimit,
  resetLearnedLimits,
} from '@/lib/ledger/runner/learned-limits'
import { listClockSkews } from '@/lib/store/ledger/environments/clock-skews'
import {
  connectionTo,
  openStage,
  orders,
  prepared,
  products,
  type Stage,
  shortLimits,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

const DAY = 86_400_000

describeDatabases('limits of a service', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  /** Gives a check up after a second if the service will not respond to it, and waits for every other response. */
  const callBriefly: typeof call = (operation, body, target, options) => {
    const deadlineMs = stage.service.checkModes[0] === 'hang' ? 1000 : options.deadlineMs
    return call(operation, body, target, { ...options, deadlineMs })
  }

  const sizes = (path: string) =>
    stage.service.requests.filter(one => one.path.endsWith(path)).map(one => one.orders)
  const at = () => new Date().toISOString()

  test('a registration that is too large continues in halves, and later ones start with the half', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.mostOrders = 20
    const started = await desk.checkAndRegister(orders(60))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 60 })
    expect(sizes('/japan')).toEqual([50, 25, 13, 13, 13, 13, 8])
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    const { kysely } = desk.ports.database
    expect(await learnedLimits(kysely, 'connection', Date.now())).toMatchObject([
      { what: 'check_size', why: 'too_large' },
      { what: 'register_size', value: 13, why: 'too_large' },
    ])
    await desk.checkAndRegister(orders(20, 61))
    expect(sizes('/japan').slice(7)).toEqual([13, 7])
    // An operator resets the learned limits to the chosen size.
    stage.service.mostOrders = 500
    await resetLearnedLimits(kysely, 'connection')
    await desk.checkAndRegister(orders(50, 81))
    expect(sizes('/japan').slice(9)).toEqual([50])
  })

  test('an order that is too large even alone fails, and the run pauses for a person', async () => {
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { registerSize: 1 }),
    })
    await desk.finish('checkJapanOrders', orders(3))
    stage.service.registerModes.push(413)
    const started = await desk.finish('registerJapanOrders', orders(3))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      rejected: 1,
      left: 2,
      problem: { code: 'too_large', count: 1 },
    })
    expect((await desk.outcomes())[0]).toMatchObject({
      state: 'failing',
      failures: [{ field: '', message: '', code: 'order_too_large' }],
    })
    await resumeRun(desk.ports.database, started.ok ? started.runId : '', at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 1, registered: 2 })
  })

  test('an order that is too large even alone ends its run when no other order is left', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(1))
    stage.service.registerModes.push(413)
    const started = await desk.finish('registerJapanOrders', orders(1))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 1, left: 0 })
  })

  test('products have a separate limit', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(413)
    const started = await desk.finish('registerProducts', products(100))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 100 })
    expect(sizes('/products')).toEqual([100, 50, 50])
    await desk.checkAndRegister(orders(50))
    expect(sizes('/japan')).toEqual([50])
  })

  test('a service that is slow with checks gets smaller requests, and fewer at the same time', async () => {
    const desk = await stage.desk(openTestDatabase, { call: callBriefly })
    stage.service.checkModes.push('hang', 'hang')
    const started = await desk.finish('checkJapanOrders', orders(400))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', passed: 400 })
    expect(sizes('/validators').slice(0, 2)).toEqual([200, 200])
    expect(Math.max(...sizes('/validators').slice(2))).toBe(100)
    expect(await learnedLimits(desk.ports.database.kysely, 'connection', Date.now())).toMatchObject([
      { what: 'check_parallel', value: 1, why: 'timed_out' },
      { what: 'check_size', value: 100, why: 'timed_out' },
    ])
  })

  test('a service that never responds in time ends the check after three requests; earlier verdicts are kept', async () => {
    const desk = await stage.desk(openTestDatabase, {
      call: callBriefly,
      resolveConnection: async () => connectionTo(stage.origin, { checkParallel: 1 }),
    })
    stage.service.checkModes.push('ok', 'hang', 'hang', 'hang')
    const started = await desk.finish('checkJapanOrders', orders(400))
    expect(await desk.progress(started)).toMatchObject({
      state: 'stopped',
      passed: 200,
      left: 200,
      problem: { code: 'timed_out' },
    })
    expect(sizes('/validators')).toEqual([200, 200, 100, 50])
  })

  test('a learned limit doubles each day and never exceeds the chosen one', async () => {
    const { kysely } = await openTestDatabase()
    const now = Date.now()
    const connection = { checkSize: 200, checkParallel: 2, registerSize: 50 }
    const size = async (days: number) =>
      (await effectiveLimits(kysely, 'c', connection, 100, now + days * DAY)).register_size
    await reduceLimit(kysely, 'c', 'register_size', 20, 'too_large', now)
    expect([await size(0), await size(0.9), await size(1), await size(2), await size(900)]).toEqual([
      10, 10, 20, 40, 50,
    ])
    // The response to an earlier, larger request does not change the limit.
    await reduceLimit(kysely, 'c', 'register_size', 40, 'too_large', now)
    expect(await size(0)).toBe(10)
    await reduceLimit(kysely, 'c', 'register_size', 1, 'too_large', now)
    expect(await size(0)).toBe(1)
    expect((await effectiveLimits(kysely, 'other', connection, 100, now)).register_size).toBe(50)
  })

  test('after 429 to a check nothing is registered meanwhile, and a pause ends the wait', async () => {
    let now = Date.now()
    const slept: number[] = []
    const desk = await stage.desk(openTestDatabase, {
      now: () => now,
      sleep: async ms => {
        slept.push(ms)
        now += ms
        // Like a real timer, it lets other tasks run.
        await new Promise(setImmediate)
      },
    })
    await desk.finish('checkJapanOrders', orders(2))
    stage.service.statusHeaders = { 'retry-after': '1000000000' }
    stage.service.checkModes.push(429)
    const began = now
    await desk.finish('checkJapanOrders', orders(2))
    expect(now - began).toBeGreaterThanOrEqual(600_000)
    expect(now - began).toBeLessThan(620_000)
    const again = await desk.finish('checkJapanOrders', orders(2))
    expect(await desk.progress(again)).toMatchObject({ state: 'done', passed: 2 })
    stage.service.checkModes.push(429)
    const waiting = await desk.startOperation('checkJapanOrders', orders(2))
    const before = stage.service.count('/validators')
    const registering = await desk.startOperation('registerJapanOrders', orders(2))
    let isRegistrationSent = false
    stage.service.onRequest = path => {
      if (path.endsWith('/japan')) isRegistrationSent = true
    }
    const stop = setInterval(() => {
      if (stage.service.count('/validators') === before || !waiting.ok) return
      clearInterval(stop)
      void pauseRun(desk.ports.database, waiting.runId, at())
    }, 1)
    await desk.runner.idle()
    expect(stage.service.count('/validators')).toBe(before + 1)
    expect(await desk.progress(waiting)).toMatchObject({ state: 'paused' })
    expect(await desk.progress(registering)).toMatchObject({ state: 'done', registered: 2 })
    expect(isRegistrationSent).toBe(true)
  })

  test('a check that gets 429 again and again stops in the end', async () => {
    const desk = await stage.desk(openTestDatabase, { limits: { ...shortLimits, maxWaits: 4 } })
    stage.service.checkModes.push(429, 429, 429, 429)
    const started = await desk.finish('checkJapanOrders', orders(2))
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', problem: { code: 'busy' } })
    expect(stage.service.requests).toHaveLength(4)
  })

  test('a registration that is asked to wait for no time is not sent again at once', async () => {
    let now = Date.now()
    const desk = await stage.desk(openTestDatabase, {
      now: () => now,
      sleep: async ms => {
        now += ms
        await new Promise(setImmediate)
      },
    })
    await desk.finish('checkJapanOrders', orders(1))
    stage.service.statusHeaders = { 'retry-after': '0' }
    stage.service.registerModes.push(429)
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => random.mockRestore())
    const began = now
    const started = await desk.finish('registerJapanOrders', orders(1))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 1 })
    expect(now).toBeGreaterThan(began)
  })

  test.each([
    [401, 'credential'],
    [403, 'permission'],
    [404, 'address'],
  ])('%i pauses a check after one request; it continues where it was', async (status, code) => {
    const desk = await stage.desk(openTestDatabase, {
      limits: { ...shortLimits, maxCheckOrders: 2 },
      resolveConnection: async () => connectionTo(stage.origin, { checkParallel: 1 }),
    })
    stage.service.checkModes.push('ok', status)
    const started = await desk.finish('checkJapanOrders', orders(6))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      passed: 2,
      left: 4,
      problem: { code },
    })
    await resumeRun(desk.ports.database, started.ok ? started.runId : '', at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', passed: 6 })
    expect(stage.service.requests).toHaveLength(4)
  })

  test('a token that expires within a minute pauses a run between requests, and is not sent', async () => {
    let now = Date.now()
    const token = `x.${Buffer.from(JSON.stringify({ exp: Math.floor(now / 1000) + 3600 })).toString('base64url')}.x`
    const target = { baseUrl: stage.origin, accessToken: token, allowed: [stage.origin] }
    const desk = await stage.desk(openTestDatabase, {
      now: () => now,
      limits: { ...shortLimits, maxCheckOrders: 2 },
      resolveConnection: async () => connectionTo(stage.origin, { checkParallel: 1, target }),
    })
    stage.service.onRequest = () => {
      now += 3_550_000
    }
    const started = await desk.finish('checkJapanOrders', orders(6))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      passed: 2,
      left: 4,
      problem: { code: 'token_ended' },
    })
    expect(stage.service.requests).toHaveLength(1)
  })

  test('a connection without the needed credential sends nothing and says which one is missing', async () => {
    const target = { baseUrl: stage.origin, allowed: [stage.origin] }
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { target }),
    })
    const started = await desk.finish('registerProducts', products(1))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      left: 1,
      problem: { code: 'no_credential', credential: 'key' },
    })
    const check = await desk.finish('checkOrders', [prepared('A-1')])
    expect(await desk.progress(check)).toMatchObject({ state: 'paused', problem: { code: 'no_credential' } })
    expect(stage.service.requests).toEqual([])
  })

  test('a rejected secret key stops products but not orders', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(401)
    const first = await desk.finish('registerProducts', products(1))
    expect(await desk.progress(first)).toMatchObject({ state: 'paused', problem: { credential: 'key' } })
    const started = await desk.checkAndRegister(orders(2))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
  })

  test('a clock difference of minutes is reported, one of seconds is not', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    stage.service.dateOffset = 600_000
    await desk.finish('checkJapanOrders', orders(1))
    expect((await listClockSkews(kysely)).get('test:fake')).toBeGreaterThan(590_000)
    stage.service.dateOffset = 0
    await desk.finish('registerJapanOrders', orders(1))
    expect(await listClockSkews(kysely)).toEqual(new Map())
  })

  test('a service whose clock starts in 1970 registers orders', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.dateOffset = -Date.now()
    const started = await desk.checkAndRegister(orders(1))
    stage.service.dateOffset = 0
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 1 })
    expect((await listClockSkews(desk.ports.database.kysely)).get('test:fake')).toBeLessThan(-24 * 86_400_000)
  })

  test('a wait that was saved while the clock was a day ahead ends when the clock is set right', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(2))
    const { kysely } = desk.ports.database
    const until = new Date(Date.now() + DAY).toISOString()
    await kysely.updateTable('ledger_environment').set({ not_before: until, asked_until: until }).execute()
    const started = await desk.startOperation('registerJapanOrders', orders(2))
    await desk.runner.wake()
    await expect.poll(async () => (await desk.progress(started)).state).toBe('done')
    await desk.checkAndRegister(orders(2, 3))
    expect(await desk.states()).toEqual(['registered'])
    expect(stage.service.registered.size).toBe(4)
  })

  test('no page shows a wait from a clock that was a day ahead, and shorter ones are saved', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    await desk.finish('checkJapanOrders', orders(1))
    const until = new Date(Date.now() + DAY).toISOString()
    await kysely.updateTable('ledger_environment').set({ not_before: until, asked_until: until }).execute()
    const wait = () =>
      kysely.selectFrom('ledger_environment').select(['not_before', 'asked_until']).executeTakeFirstOrThrow()
    await desk.runner.wake()
    expect(await wait()).toEqual({ not_before: null, asked_until: null })
    stage.service.registerModes.push(...Array(shortLimits.maxStrikes).fill(429))
    await desk.finish('registerJapanOrders', orders(1))
    expect(await wait()).toEqual({ not_before: expect.stringMatching(/Z$/), asked_until: null })
  })
})
