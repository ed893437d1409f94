import { afterEach, beforeEach, expect, test } from 'vitest'
import { resumeRun } from '@/lib/ledger/runner/control'
import type { Database } from '@/lib/store/db/database'
import { findAttempt } from '@/lib/store/ledger/requests/attempts'
import {
  draftOutcomes,
  openStage,
  orders,
  products,
  type Stage,
  type TestDesk,
  testPlace,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { confirmRejection, isRejectionConfirmable } from './confirm'

describeDatabases('a response that a person confirms to be a rejection', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const now = () => new Date().toISOString()

  /** The newest registration request. */
  async function lastAttempt(desk: TestDesk) {
    const { kysely } = desk.ports.database
    const { id } = await kysely
      .selectFrom('attempt')
      .select('id')
      .where('operation', 'in', ['registerJapanOrders', 'registerOrders', 'registerProducts'])
      .orderBy('prepared_at', 'desc')
      .executeTakeFirstOrThrow()
    const attempt = await findAttempt(kysely, id)
    if (!attempt) throw new Error('no attempt')
    return attempt
  }

  const confirm = async (desk: TestDesk, operator = 'mina') =>
    confirmRejection(desk.ports, (await lastAttempt(desk)).id, operator)

  /** The registration request that got this status. */
  const attemptWith = async (desk: TestDesk, status: number) => {
    const { id } = await desk.ports.database.kysely
      .selectFrom('attempt')
      .select('id')
      .where('http_status', '=', status)
      .executeTakeFirstOrThrow()
    return id
  }

  test.each([400, 422])(
    '%i: unknown at first; after a confirmation rejected, now and from then on',
    async status => {
      const desk = await stage.desk(openTestDatabase)
      stage.service.registerModes.push(status, status)
      const started = await desk.checkAndRegister(orders(60))
      expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 50, left: 10 })
      expect(isRejectionConfirmable(await lastAttempt(desk))).toBe(true)
      expect(await confirm(desk)).toEqual({ ok: true, status, count: 50, state: 'REJECTED' })
      // The confirmation does not send the ten waiting orders: a person must continue the run.
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({
        state: 'stopped',
        rejected: 50,
        unknown: 0,
        left: 10,
      })
      await resumeRun(desk.ports.database, started.ok ? started.runId : '', now())
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({
        state: 'paused',
        rejected: 50,
        left: 10,
        problem: { code: 'service_refused', status },
      })
      expect(stage.service.registered.size).toBe(0)
    },
  )

  test('425: the request was not processed, so its orders are queued again in their run', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(425)
    const started = await desk.checkAndRegister(orders(3))
    expect(await confirm(desk)).toEqual({ ok: true, status: 425, count: 3, state: 'QUEUED' })
    await resumeRun(desk.ports.database, started.ok ? started.runId : '', now())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 3 })
    expect([...stage.service.registered.values()]).toEqual([1, 1, 1])
  })

  /** A run of 60 orders whose first request got this status, and which a person then let continue to its end. */
  async function endedWithUnknown(status: 422 | 425) {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(status)
    const started = await desk.checkAndRegister(orders(60))
    const resume = async () => {
      await resumeRun(desk.ports.database, started.ok ? started.runId : '', now())
      await desk.runner.idle()
    }
    await resume()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 10, unknown: 50 })
    const attemptId = await attemptWith(desk, status)
    return { desk, attemptId, resume, progress: () => desk.progress(started) }
  }

  test('425 after the run ended without these orders: it waits for a person again, and then sends them', async () => {
    const { desk, attemptId, resume, progress } = await endedWithUnknown(425)
    expect(await confirmRejection(desk.ports, attemptId, 'mina')).toMatchObject({
      count: 50,
      state: 'QUEUED',
    })
    await desk.runner.idle()
    expect(await progress()).toMatchObject({ state: 'paused', left: 50, unknown: 0 })
    await resume()
    expect(await progress()).toMatchObject({ state: 'done', registered: 60, left: 0 })
    expect(new Set(stage.service.registered.values())).toEqual(new Set([1]))
  })

  test('425 at the moment at which the run would end without these orders: it sends them', async () => {
    const database = await openTestDatabase()
    const desk = await stage.desk(async () => database)
    stage.service.registerModes.push(425)
    const started = await desk.checkAndRegister(orders(60))
    const runId = started.ok ? started.runId : ''
    let isConfirmed = false
    // The transaction after the last outcome is the one that ends the run.
    const write: Database['write'] = async work => {
      if (!isConfirmed && stage.service.registered.size === 10) {
        const { registered } = await desk.progress(started)
        isConfirmed = registered === 10
        if (isConfirmed) await confirmRejection(desk.ports, await attemptWith(desk, 425), 'mina')
      }
      return database.write(work)
    }
    const ending = await stage.desk(async () => ({ ...database, write }))
    await resumeRun(database, runId, now())
    await ending.runner.idle()
    expect(isConfirmed).toBe(true)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 60, left: 0 })
  })

  test('422 after the run ended without these orders: it finds their reasons', async () => {
    const { desk, attemptId, progress } = await endedWithUnknown(422)
    stage.service.isNowWrong = 'A-2'
    await confirmRejection(desk.ports, attemptId, 'mina')
    await desk.runner.idle()
    expect(await progress()).toMatchObject({ state: 'done', registered: 10, rejected: 50 })
    expect((await desk.outcomes()).filter(one => one.state === 'failing')).toMatchObject([
      { mallOrderNumber: 'A-2' },
    ])
  })

  test('a run without queued orders finds the reasons at once and ends', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(422)
    const started = await desk.checkAndRegister(orders(2))
    stage.service.isNowWrong = 'A-2'
    await confirm(desk)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 2 })
    expect((await desk.outcomes()).map(one => one.state)).toEqual(['passed', 'failing'])
  })

  test('products are rejected as well, and no check can find their reasons', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(422)
    const started = await desk.finish('registerProducts', products(2))
    expect(await confirm(desk)).toMatchObject({ ok: true, count: 2, state: 'REJECTED' })
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 2 })
    expect(await desk.states()).toEqual(['rejected'])
  })

  test('the history has who confirmed what and when; a second confirmation changes nothing', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(400)
    await desk.checkAndRegister(orders(1))
    await confirm(desk, 'jiho')
    expect(await confirm(desk, 'mina')).toMatchObject({ ok: true, count: 0 })
    const events = await desk.ports.database.kysely
      .selectFrom('ledger_event')
      .select(['from_state', 'to_state', 'actor', 'reason', 'attempt_id'])
      .where('from_state', '=', 'UNKNOWN')
      .execute()
    expect(events).toEqual([
      {
        from_state: 'UNKNOWN',
        to_state: 'REJECTED',
        actor: 'jiho',
        reason: 'the operator confirmed that HTTP 400 means a refusal here',
        attempt_id: (await lastAttempt(desk)).id,
      },
    ])
  })

  test.each([502, 409, 500, 302, 408] as const)('%i proves nothing and cannot be confirmed', async status => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(status)
    const started = await desk.checkAndRegister(orders(2))
    expect(await confirm(desk)).toEqual({ ok: false, code: 'not_confirmable' })
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 2 })
  })

  test('a confirmation that waited for the storage has the time at which it is stored, so that pages see it', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    stage.service.registerModes.push(400)
    await desk.checkAndRegister(orders(1))
    let now = Date.now() + 60_000
    const waiting = now + 5_000
    const write: Database['write'] = work => {
      now = waiting
      return database.write(work)
    }
    const ports = { database: { ...database, write }, now: () => now }
    await confirmRejection(ports, (await lastAttempt(desk)).id, 'mina')
    const [outcome] = await draftOutcomes(database.kysely, 'draft', testPlace)
    expect(outcome?.changedAt).toBe(new Date(waiting).toISOString())
  })

  test('a request that does not exist cannot be confirmed', async () => {
    const { ports } = await stage.desk(openTestDatabase)
    expect(await confirmRejection(ports, 'none', 'mina')).toEqual({ ok: false, code: 'gone' })
  })
})
