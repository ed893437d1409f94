import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, openTestDesk, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { cancelRun } from '../control'
import { sweep } from '../recovery/sweep'

/** Three chunks of orders. */
const COUNT = 450

describeDatabases('a run of more orders than one transaction accepts', openTestDatabase => {
  let stage: Stage
  let desk: TestDesk
  beforeEach(async () => {
    stage = await openStage()
    desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(COUNT))
  })
  afterEach(() => stage.close())

  /** Presses Register in another process, which pauses after it has queued one chunk, until `finish` is called. */
  async function halfway() {
    let goOn = () => {}
    let reached = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    const isHalfway = new Promise<void>(resolve => {
      reached = resolve
    })
    let transactions = 0
    const { database } = desk.ports
    const accept: typeof database.accept = async work => {
      // The first transaction inserts the run, the second its first chunk.
      if (++transactions === 3) {
        reached()
        await held
      }
      return database.accept(work)
    }
    const other = openTestDesk({ ...database, accept }, stage.origin, { host: 'another' })
    const starting = other.start('register', orders(COUNT), { clientRequestId: 'request' })
    await isHalfway
    const { id: runId } = await database.kysely
      .selectFrom('run')
      .select('id')
      .where('client_request_id', '=', 'request')
      .executeTakeFirstOrThrow()
    const finish = () => {
      goOn()
      return starting
    }
    return { other, runId, finish }
  }

  const registeredOnce = () => [...stage.service.registered.values()].filter(count => count === 1).length

  test('is not worked on until all orders are queued, and others write meanwhile', async () => {
    const { other, runId, finish } = await halfway()
    await other.runner.resume()
    await desk.runner.idle()
    expect(stage.service.registered.size).toBe(0)
    // The orders of the first chunk are shown as queued.
    expect(await desk.states()).toEqual(['passed', 'queued'])
    expect(await desk.progress({ ok: true, runId, accepted: 0, refused: [] })).toMatchObject({
      state: 'running',
      done: 0,
    })
    expect(await finish()).toMatchObject({ ok: true, accepted: COUNT, refused: [] })
    await other.runner.close()
    await desk.runner.idle()
    expect(registeredOnce()).toBe(COUNT)
  })

  test('that a process leaves unfinished queues nothing, and may be started again', async () => {
    const { finish } = await halfway()
    await desk.runner.idle()
    expect(await desk.states()).toEqual(['passed'])
    const again = await desk.start('register', orders(COUNT), { clientRequestId: 'request' })
    expect(again).toMatchObject({ ok: true, accepted: COUNT, refused: [] })
    // The process is still alive and finds that another process has taken over its run request.
    expect(await finish()).toEqual(again)
    await desk.runner.idle()
    expect(registeredOnce()).toBe(COUNT)
  })

  test('that is discarded because its process was taken for dead is queued again completely', async () => {
    const { finish } = await halfway()
    await desk.runner.idle()
    expect(await desk.states()).toEqual(['passed'])
    const started = await finish()
    expect(started).toMatchObject({ ok: true, accepted: COUNT, refused: [] })
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: COUNT })
    expect(registeredOnce()).toBe(COUNT)
  })

  test('whose process is taken for dead again and again reports that nothing was sent', async () => {
    const { database } = desk.ports
    const accept: typeof database.accept = async work => {
      // Another process discards the run each time after it has begun.
      await sweep(desk.ports, new Set())
      return database.accept(work)
    }
    const other = openTestDesk({ ...database, accept }, stage.origin, { host: 'another' })
    expect(await other.start('register', orders(COUNT))).toEqual({
      ok: false,
      problem: { code: 'not_taken_in' },
    })
    expect(await desk.states()).toEqual(['passed'])
  })

  test('waits for orders that another run is releasing', async () => {
    const { database } = desk.ports
    const before = await desk.start('register', orders(COUNT))
    if (!before.ok) throw new Error('nothing was begun')
    await database.kysely
      .updateTable('run')
      .set({ state: 'cancelling' })
      .where('id', '=', before.runId)
      .execute()
    const started = await desk.start('register', orders(COUNT))
    expect(started).toMatchObject({ ok: true, accepted: COUNT, refused: [] })
    await desk.runner.idle()
    expect(registeredOnce()).toBe(COUNT)
  })

  test('that a person cancels meanwhile queues nothing', async () => {
    const { runId, finish } = await halfway()
    expect(await cancelRun(desk.ports.database, runId, 'mina', Date.now)).toBe(true)
    expect(await finish()).toMatchObject({ ok: true, runId })
    await desk.runner.idle()
    expect(await desk.states()).toEqual(['passed'])
    expect(stage.service.registered.size).toBe(0)
  })

  test('whose cancelling process dies is released by another one', async () => {
    const { database } = desk.ports
    const started = await desk.start('register', orders(COUNT))
    if (!started.ok) throw new Error('nothing was begun')
    // The state after the process died before it released the first order.
    await database.kysely
      .updateTable('run')
      .set({ state: 'cancelling' })
      .where('id', '=', started.runId)
      .execute()
    expect(await desk.states()).toEqual(['queued'])
    await sweep(desk.ports, new Set())
    expect(await desk.states()).toEqual(['passed'])
    expect(await desk.progress(started)).toMatchObject({ state: 'cancelled', left: 0 })
  })

  test('that fails in between is discarded', async () => {
    const { database } = desk.ports
    let transactions = 0
    const accept: typeof database.accept = work => {
      if (++transactions === 3) return Promise.reject(new Error('the storage is away'))
      return database.accept(work)
    }
    const other = openTestDesk({ ...database, accept }, stage.origin)
    await expect(other.start('register', orders(COUNT))).rejects.toThrow('away')
    expect(await desk.states()).toEqual(['passed'])
  })
})
