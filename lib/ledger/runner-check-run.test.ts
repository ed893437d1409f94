import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '@/lib/store/suite'
import { FakeService, type Mode } from './fake-service'
import { type Desk, openDesk, orders, prepared, shortLimits } from './runner-fixtures'
import { draftOutcomes, runProgress } from './runner-progress'

describeDatabases('a check run', openTestDatabase => {
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

  const outcomes = (desk: Desk) => draftOutcomes(desk.ports.database.kysely, 'draft', 'test:fake')
  async function progressOf(desk: Desk, run: { ok: boolean; runId?: string }) {
    const found = await runProgress(desk.ports.database.kysely, run.runId ?? '')
    if (!found) throw new Error('no such run')
    return found
  }

  test('of orders that share a number only the first is checked, the others are named', async () => {
    const desk = await newDesk()
    const started = await desk.start('check', [prepared('A-1'), prepared('A-1', 'wrong'), prepared('A-2')])
    expect(started).toMatchObject({
      taken: 2,
      refused: [{ mallOrderNumber: 'A-1', reason: 'repeated_number' }],
    })
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', passed: 2 })
  })

  test('refuses orders whose hash or number is not that of their bytes', async () => {
    const desk = await newDesk()
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

  test('a check keeps its verdicts and stops with a reason when the service fails for long', async () => {
    const desk = await newDesk({ limits: { ...shortLimits, checkOrders: 2, checkParallel: 1 } })
    service.checkModes.push('ok', 503, 502, 503)
    const started = await desk.start('check', orders(6))
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({
      state: 'stopped',
      passed: 2,
      left: 4,
      problem: { code: 'service_failed', status: 503 },
    })
    expect((await outcomes(desk)).map(one => one.mallOrderNumber)).toEqual(['A-1', 'A-2'])
  })

  test.each<[Mode, string]>([
    ['wrong_counts', 'does_not_fit'],
    ['foreign_numbers', 'does_not_fit'],
    ['html_200', 'not_json'],
    ['truncated', 'not_json'],
    [401, 'credential'],
  ])('a check answered by %s passes no order', async (mode, code) => {
    const desk = await newDesk()
    service.checkModes.push(mode)
    const started = await desk.start('check', [prepared('A-1'), prepared('A-2', 'wrong')])
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'stopped', done: 0, problem: { code } })
    expect(await outcomes(desk)).toEqual([])
    expect(service.requests).toHaveLength(1)
  })

  test('a check that is too large for the service is halved until it fits', async () => {
    const desk = await newDesk()
    service.mostOrders = 12
    const list = [...orders(99), prepared('A-100', 'wrong')]
    const started = await desk.start('check', list)
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', passed: 99, failed: 1 })
  })

  test('an order that is too large even alone fails, the others do not', async () => {
    const desk = await newDesk()
    service.mostOrders = 0
    const started = await desk.start('check', orders(3))
    await desk.runner.idle()
    expect(await progressOf(desk, started)).toMatchObject({ state: 'done', failed: 3 })
    expect((await outcomes(desk))[0]?.failures).toEqual([{ field: '', message: '', code: 'order_too_large' }])
  })
})
