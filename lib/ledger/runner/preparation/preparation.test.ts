import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  claimRunRequest,
  findRunRequest,
  finishRunRequest,
  listOpenRunRequests,
} from '@/lib/store/ledger/runs/run-requests'
import { findRunByRequest } from '@/lib/store/ledger/runs/runs'
import { openStage, orders, preparationOf } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { cancelRequest } from '../control'
import { REQUEST_LIFETIME_MS } from './preparation'
import { startRun } from './start'

const preparation = preparationOf(() => orders(3))

describeDatabases('a run request whose orders are frozen in the runner', openTestDatabase => {
  const stages: { close(): Promise<void> }[] = []
  afterAll(() => Promise.all(stages.map(stage => stage.close())))
  const stage = async () => {
    const opened = await openStage()
    stages.push(opened)
    return opened
  }

  test('starts one run with its id, however often it is recorded', async () => {
    const { service, desk: openDesk } = await stage()
    const desk = await openDesk(openTestDatabase, { preparation })
    const clientRequestId = randomUUID()
    await desk.record('check')
    await desk.runner.idle()
    const [id, again] = await Promise.all([
      desk.record('register', { clientRequestId }),
      desk.record('register', { clientRequestId }),
    ])
    expect(again).toBe(id)
    await desk.runner.idle()
    expect(await desk.startResult(id)).toMatchObject({ ok: true, runId: id, accepted: 3 })
    expect([...service.registered.values()]).toEqual([1, 1, 1])
    // Recording the run request again does not start another run.
    await desk.record('register', { clientRequestId })
    await desk.runner.idle()
    expect([...service.registered.values()]).toEqual([1, 1, 1])
  })

  test('two clicks at the same time start two runs, and each order is in one of them', async () => {
    const { service, desk: openDesk } = await stage()
    const database = await openTestDatabase()
    const [one, other] = [
      await openDesk(async () => database, { preparation }),
      await openDesk(async () => database, { preparation, pid: process.ppid }),
    ]
    await one.record('check')
    await one.runner.idle()
    const ids = await Promise.all([one.record('register'), other.record('register')])
    await Promise.all([one.runner.idle(), other.runner.idle()])
    await one.runner.idle()
    const results = await Promise.all(ids.map(id => one.startResult(id)))
    const accepted = results.map(result => (result?.ok ? result.accepted : 0))
    expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect([...service.registered.values()]).toEqual([1, 1, 1])
  })

  test('is taken over from a dead process that had already queued its orders', async () => {
    const { service, desk: openDesk } = await stage()
    const database = await openTestDatabase()
    const desk = await openDesk(async () => database, { preparation })
    await desk.record('check')
    await desk.runner.idle()
    const id = await desk.record('register')
    // A process that died after it queued all orders and before it stored the result.
    const dead = await openDesk(async () => database, { bootId: 'dead' })
    expect(await claimRunRequest(database.kysely, id, null, 'dead')).toBe(true)
    const row = await findRunRequest(database.kysely, id)
    if (!row) throw new Error('no request')
    await preparation.prepare(database, row, {
      now: dead.ports.now,
      progress: () => {},
      start: run => startRun(dead.ports, run),
      failpoint: () => {},
    })
    await desk.runner.idle()
    expect(await desk.startResult(id)).toMatchObject({ ok: true, runId: id, accepted: 3 })
    expect([...service.registered.values()]).toEqual([1, 1, 1])
    expect((await findRunRequest(database.kysely, id))?.crashes).toBe(1)
  })

  test('that is cancelled starts no run, even while its orders are being frozen', async () => {
    const { service, desk: openDesk } = await stage()
    const database = await openTestDatabase()
    const cancel = (id: string) =>
      finishRunRequest(database.kysely, id, undefined, preparation.failure('cancelled'), 'now')
    const desk = await openDesk(async () => database, {
      preparation: {
        ...preparation,
        prepare: async (open, request, steps) => {
          if (request.kind === 'register') await cancel(request.id)
          return preparation.prepare(open, request, steps)
        },
      },
    })
    await desk.record('check')
    await desk.runner.idle()
    const id = await desk.record('register')
    await desk.runner.idle()
    expect(await desk.startResult(id)).toEqual({ ok: false, problem: { code: 'by_operator' } })
    expect(service.registered.size).toBe(0)
    expect(await findRunByRequest(database.kysely, id)).toBeUndefined()
  })

  test.each([
    ['while the orders are queued again', 3],
    ['when they all are', 4],
  ])('that is cancelled %s, after a process died halfway, sends nothing', async (_, transaction) => {
    const { service, desk: openDesk } = await stage()
    const database = await openTestDatabase()
    // Four transactions: the run, two chunks of orders, and the start.
    const preparation = preparationOf(() => orders(250))
    const desk = await openDesk(async () => database, { preparation })
    await desk.record('check')
    await desk.runner.idle()
    const id = await desk.record('register')
    /** Calls `at` before the given transaction of a process. */
    const before = (count: number, at: () => Promise<void>): typeof database => {
      let transactions = 0
      const accept: typeof database.accept = async work => {
        if (++transactions === count) await at()
        return database.accept(work)
      }
      return { ...database, accept }
    }
    const dying = await openDesk(
      async () =>
        before(3, async () => {
          throw new Error('killed')
        }),
      { bootId: 'dead' },
    )
    await claimRunRequest(database.kysely, id, null, 'dead')
    const row = await findRunRequest(database.kysely, id)
    if (!row) throw new Error('no request')
    const steps = { now: dying.ports.now, progress: () => {}, failpoint: () => {} }
    const killed = preparation.prepare(database, row, { ...steps, start: run => startRun(dying.ports, run) })
    await expect(killed).rejects.toThrow('killed')
    const cancel = async () => {
      const result = preparation.failure('cancelled')
      expect(await cancelRequest(database, id, result, 'mina', Date.now)).toMatchObject({ wasOpen: true })
    }
    const next = await openDesk(async () => before(transaction, cancel), { preparation })
    await next.runner.idle()
    expect(await next.startResult(id)).toEqual({ ok: false, problem: { code: 'by_operator' } })
    expect(service.registered.size).toBe(0)
    expect(await next.states()).toEqual(['passed'])
  })

  test('that could not be prepared for a long time, or that repeatedly kills processes, is given up', async () => {
    const { service, desk: openDesk } = await stage()
    const database = await openTestDatabase()
    const desk = await openDesk(async () => database, { preparation })
    const old = await desk.record('register')
    const before = new Date(Date.now() - REQUEST_LIFETIME_MS - 1000).toISOString()
    await database.kysely.updateTable('run_request').set({ requested_at: before }).execute()
    const deadly = await desk.record('check', { draftId: 'another' })
    await database.kysely
      .updateTable('run_request')
      .set({ owner: 'dead', crashes: 2 })
      .where('id', '=', deadly)
      .execute()
    await desk.runner.idle()
    expect(await desk.startResult(old)).toEqual({ ok: false, problem: { code: 'not_taken_in' } })
    expect(await desk.startResult(deadly)).toEqual({ ok: false, problem: { code: 'crashed' } })
    expect(service.connections).toBe(0)
  })

  test('two processes, an operator and kills in any order send nothing twice and leave no run request open', {
    timeout: 180_000,
  }, async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ act: fc.constant('start' as const), of: fc.nat(2) }) },
      fc.record({ act: fc.constant('work' as const), of: fc.nat(1) }),
      fc.record({ act: fc.constant('both' as const), of: fc.constant(0) }),
      fc.record({ act: fc.constant('claimAndDie' as const), of: fc.nat(2) }),
      fc.record({ act: fc.constant('startAndDie' as const), of: fc.nat(2) }),
      fc.record({ act: fc.constant('cancel' as const), of: fc.nat(2) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async steps => {
        const { service, desk: openDesk, close } = await openStage()
        const database = await openTestDatabase()
        const desks = [
          await openDesk(async () => database, { preparation }),
          await openDesk(async () => database, { preparation, pid: process.ppid }),
        ]
        const [one, other] = desks
        if (!one || !other) return
        await one.record('check')
        await one.runner.idle()
        const runIds = [randomUUID(), randomUUID(), randomUUID()]
        const cancelled = new Set<string>()
        const recorded = new Set<string>()
        const openRow = async (clientRequestId: string | undefined) =>
          (await listOpenRunRequests(database.kysely)).find(row => row.client_request_id === clientRequestId)
        for (const { act, of } of steps) {
          const clientRequestId = runIds[of] ?? ''
          if (act === 'start') {
            await one.record('register', { clientRequestId })
            recorded.add(clientRequestId)
          } else if (act === 'work') await desks[of]?.runner.idle()
          else if (act === 'both') await Promise.all(desks.map(desk => desk.runner.idle()))
          else {
            const row = await openRow(clientRequestId)
            if (!row) continue
            if (act === 'cancel') {
              await cancelRequest(database, row.id, preparation.failure('cancelled'), 'mina', Date.now)
              cancelled.add(clientRequestId)
              continue
            }
            await database.kysely
              .updateTable('run_request')
              .set({ owner: 'dead' })
              .where('id', '=', row.id)
              .execute()
            if (act === 'claimAndDie') continue
            const dead = await openDesk(async () => database, { bootId: 'dead' })
            await preparation.prepare(database, row, {
              now: dead.ports.now,
              progress: () => {},
              start: run => startRun(dead.ports, run),
              failpoint: () => {},
            })
          }
        }
        await one.runner.idle()
        await other.runner.idle()
        expect(await listOpenRunRequests(database.kysely)).toEqual([])
        expect([...service.registered.values()].filter(count => count > 1)).toEqual([])
        // After a run request without a cancellation all orders are registered, by its run or by an earlier one.
        const isDue = [...recorded].some(request => !cancelled.has(request))
        if (isDue && cancelled.size === 0) expect(service.registered.size).toBe(3)
        await close()
      }),
      { numRuns: 12 },
    )
  })
})
