import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelRun, pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import type { Db } from '@/lib/store/db/database'
import { recordUnconfirmed } from '@/lib/store/ledger/runs/runs'
import { connectionTo, openStage, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

/** Events in the order of their kinds, with the run and the code of its problem. */
async function events(db: Db) {
  const rows = await db.selectFrom('notification_event').select(['kind', 'about']).orderBy('kind').execute()
  return rows.map(({ kind, about }) => {
    const { runId, problem } = JSON.parse(about)
    return [kind, runId, problem?.code]
  })
}

describeDatabases('a run records what people are notified of', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('when it finishes', async () => {
    const desk = await stage.desk(openTestDatabase)
    const started = await desk.finish('checkJapanOrders', orders(2))
    const runId = started.ok ? started.runId : ''
    expect(await events(desk.ports.database.kysely)).toEqual([['run.finished', runId, undefined]])
  })

  test('when it stops by itself, without the text of the service', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.checkModes.push(401)
    const started = await desk.finish('checkJapanOrders', orders(1))
    const runId = started.ok ? started.runId : ''
    const { kysely } = desk.ports.database
    expect(await events(kysely)).toEqual([['run.stopped', runId, 'credential']])
    const { about } = await kysely.selectFrom('notification_event').select('about').executeTakeFirstOrThrow()
    expect(JSON.parse(about).problem).not.toHaveProperty('detail')
  })

  test('when a request leaves orders unconfirmed', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(2))
    stage.service.registerModes.push('close_before_response')
    const started = await desk.finish('registerJapanOrders', orders(2))
    const runId = started.ok ? started.runId : ''
    expect(await events(desk.ports.database.kysely)).toEqual([
      ['orders.unconfirmed', runId, undefined],
      ['run.finished', expect.any(String), undefined],
      ['run.stopped', runId, 'unknown_outcome'],
    ])
  })

  test('once for each request that leaves orders unconfirmed, however often the ledger looks at it', async () => {
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { registerSize: 1 }),
    })
    const { database } = desk.ports
    const at = () => new Date().toISOString()
    await desk.finish('checkJapanOrders', orders(3))
    stage.service.registerModes.push('close_before_response', 'close_before_response')
    const started = await desk.finish('registerJapanOrders', orders(3))
    const runId = started.ok ? started.runId : ''
    const unconfirmed = async () =>
      (await events(database.kysely)).filter(([kind]) => kind === 'orders.unconfirmed')
    const once = ['orders.unconfirmed', runId, undefined]
    expect(await unconfirmed()).toEqual([once])
    const [attempt] = await database.kysely
      .selectFrom('attempt')
      .select('id')
      .where('operation', '=', 'registerJapanOrders')
      .execute()
    // As after a crash, or from another server.
    await desk.runner.resume()
    await desk.runner.idle()
    await database.write(trx => recordUnconfirmed(trx, runId, attempt?.id ?? '', at()))
    expect(await unconfirmed()).toEqual([once])
    await resumeRun(database, runId, at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 2 })
    expect(await unconfirmed()).toEqual([once, once])
  })

  test('not when a person pauses or cancels it, nor when it has nothing to do', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    const started = await desk.start('check', orders(1))
    const runId = started.ok ? started.runId : ''
    await pauseRun(database, runId, new Date().toISOString())
    await cancelRun(database, runId, 'mina', Date.now)
    await desk.finish('registerJapanOrders', orders(1))
    expect(await events(database.kysely)).toEqual([])
  })
})
