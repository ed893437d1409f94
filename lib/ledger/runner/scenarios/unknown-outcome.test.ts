import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { resumeRun } from '@/lib/ledger/runner/control'
import type { Mode } from '@/testing/ledger/fake-responses'
import {
  connectionTo,
  openStage,
  orders,
  preparedGeneral,
  preparedProduct,
  type Stage,
  shortLimits,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

const many = (count: number, make: (number: string) => PreparedOrder) =>
  Array.from({ length: count }, (_, at) => make(`N-${at}`))

describeDatabases('an unknown outcome', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const doubtful: Mode[] = [
    'execute_then_502',
    'reset_mid_response',
    'close_before_response',
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
      const desk = await stage.desk(openTestDatabase)
      stage.service.registerModes.push(mode)
      const started = await desk.checkAndRegister(orders(60))
      expect(await desk.progress(started)).toMatchObject({
        state: 'stopped',
        unknown: 50,
        left: 10,
        problem: { code: 'unknown_outcome', count: 50 },
      })
      expect(stage.service.count('/orders/japan')).toBe(1)
      expect(await desk.start('register', orders(50))).toMatchObject({ accepted: 0 })
      // A person continues the run; its unknown orders stay unknown.
      expect(
        await resumeRun(desk.ports.database, started.ok ? started.runId : '', new Date().toISOString()),
      ).toBe(true)
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({ state: 'done', unknown: 50, registered: 10 })
      expect(Math.max(...stage.service.registered.values())).toBe(1)
    },
  )

  test.each([
    ['orders to Japan', 'checkJapanOrders', 'registerJapanOrders', orders(1100), 500],
    ['general orders', 'checkOrders', 'registerOrders', many(1100, preparedGeneral), 500],
    ['products', undefined, 'registerProducts', many(250, preparedProduct), 100],
  ] as const)(
    'affects %s of one request, which never has more than 500, whatever the connection says',
    async (_, check, register, records, most) => {
      const desk = await stage.desk(openTestDatabase, {
        resolveConnection: async () => connectionTo(stage.origin, { registerSize: 100_000 }),
      })
      if (check) await desk.finish(check, records)
      const before = stage.service.requests.length
      stage.service.registerModes.push('ok', 'execute_then_502')
      const started = await desk.finish(register, records)
      expect(stage.service.requests.slice(before).map(one => one.orders)).toEqual([most, most])
      expect(await desk.progress(started)).toMatchObject({
        state: 'stopped',
        registered: most,
        unknown: most,
      })
    },
  )

  test('a response that never comes ends at the deadline as unknown', async () => {
    const desk = await stage.desk(openTestDatabase, { limits: { ...shortLimits, registerDeadlineMs: 300 } })
    stage.service.registerModes.push('hang')
    const started = await desk.checkAndRegister(orders(2))
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 2 })
  })
})
