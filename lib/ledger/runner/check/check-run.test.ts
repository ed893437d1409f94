import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '@/lib/client/call'
import type { Mode } from '@/testing/ledger/fake-responses'
import { connectionTo, openStage, orders, prepared, type Stage, shortLimits } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a check run', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('only the first of several orders with the same number is checked, and the others are refused', async () => {
    const desk = await stage.desk(openTestDatabase)
    const started = await desk.start('check', [prepared('A-1'), prepared('A-1', 'wrong'), prepared('A-2')])
    expect(started).toMatchObject({
      accepted: 2,
      refused: [{ mallOrderNumber: 'A-1', reason: 'repeated_number' }],
    })
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', passed: 2 })
  })

  test('refuses orders whose hash or number does not belong to their bytes', async () => {
    const desk = await stage.desk(openTestDatabase)
    const [order] = orders(1)
    if (!order) throw new Error('no order')
    for (const forged of [
      { ...order, sha256: 'ab' },
      { ...order, mallOrderNumber: 'B-1' },
      { ...order, payload: '{' },
    ]) {
      expect(await desk.start('check', [forged])).toMatchObject({ ok: false, problem: { code: 'malformed' } })
    }
  })

  test('keeps its verdicts and stops with a problem when the service keeps failing', async () => {
    const desk = await stage.desk(openTestDatabase, {
      limits: { ...shortLimits, maxCheckOrders: 2 },
      resolveConnection: async () => connectionTo(stage.origin, { checkParallel: 1 }),
    })
    stage.service.checkModes.push('ok', 503, 502, 503)
    const started = await desk.start('check', orders(6))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'stopped',
      passed: 2,
      left: 4,
      problem: { code: 'service_failed', status: 503 },
    })
    expect((await desk.outcomes()).map(one => one.mallOrderNumber)).toEqual(['A-1', 'A-2'])
  })

  test.each<[Mode, string, ('stopped' | 'paused')?]>([
    ['wrong_counts', 'does_not_fit'],
    ['foreign_numbers', 'does_not_fit'],
    ['html_200', 'not_json'],
    ['truncated', 'not_json'],
    [401, 'credential', 'paused'],
  ])('with the response %s passes no order', async (mode, code, state = 'stopped') => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.checkModes.push(mode)
    const started = await desk.start('check', [prepared('A-1'), prepared('A-2', 'wrong')])
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state, done: 0, problem: { code } })
    expect(await desk.outcomes()).toEqual([])
    expect(stage.service.requests).toHaveLength(1)
  })

  test('halves a request that is too large for the service until it fits', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.mostOrders = 12
    const list = [...orders(99), prepared('A-100', 'wrong')]
    const started = await desk.start('check', list)
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', passed: 99, failed: 1 })
  })

  test('keeps so many errors of an order that its draft can be opened, and says how many more there are', async () => {
    const errors = Array.from({ length: 20_000 }, () => ({
      errorField: 'recipient.name',
      errorMessage: 'No',
    }))
    const counts = { isSuccess: false, requestCount: 1, successCount: 0, failureCount: 1 }
    const result = { ...counts, failures: [{ mallOrderNumber: 'A-1', rowIndex: 0, failures: errors }] }
    const desk = await stage.desk(openTestDatabase, {
      call: async (...request) => ({
        ...(await call(...request)),
        body: new TextEncoder().encode(JSON.stringify(result)),
      }),
    })
    await desk.start('check', orders(1))
    await desk.runner.idle()
    const failures = (await desk.outcomes())[0]?.failures ?? []
    expect(JSON.stringify(failures).length).toBeLessThan(250_000)
    const count = 20_000 - (failures.length - 1)
    expect(failures.at(-1)).toEqual({ field: '', message: '', code: 'more_errors', count })
  })

  test('fails an order that is too large even alone, and not the others', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.mostOrders = 0
    const started = await desk.start('check', orders(3))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'done', failed: 3 })
    expect((await desk.outcomes())[0]?.failures).toEqual([
      { field: '', message: '', code: 'order_too_large' },
    ])
  })
})
