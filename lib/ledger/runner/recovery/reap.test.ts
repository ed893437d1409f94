import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, openTestDesk, orders, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('requests of a dead process', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('a response that cannot be judged is reported, and other work goes on', async () => {
    const database = await openTestDatabase()
    const closing = new AbortController()
    const dead = openTestDesk(database, stage.origin, {
      closing,
      failpoint: at => {
        if (at !== 'after_evidence') return
        closing.abort()
        throw new Error('the process ends here')
      },
      report: () => {},
    })
    await dead.finish('checkJapanOrders', orders(2))
    const started = await dead.finish('registerJapanOrders', orders(2))
    const { resp_headers: headers } = await database.kysely
      .selectFrom('attempt')
      .select('resp_headers')
      .where('state', '=', 'RESPONDED')
      .executeTakeFirstOrThrow()
    const setHeaders = (text: string | null) =>
      database.kysely
        .updateTable('attempt')
        .set({ resp_headers: text })
        .where('state', '=', 'RESPONDED')
        .execute()
    await setHeaders('not JSON')
    const reported: unknown[] = []
    const desk = openTestDesk(database, stage.origin, { report: error => reported.push(error) })
    const check = await desk.startOperation('checkJapanOrders', orders(2, 3))
    await desk.runner.wake()
    await expect.poll(async () => (await desk.progress(check)).state).toBe('done')
    expect(reported[0]).toBeInstanceOf(SyntaxError)
    await setHeaders(headers)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2 })
    await Promise.all([dead, desk].map(one => one.runner.close()))
  })
})
