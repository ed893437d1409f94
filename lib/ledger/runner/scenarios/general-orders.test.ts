import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, prepared, preparedGeneral, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a registration of general orders', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const bodies = () => stage.service.requests.map(one => one.body)

  test('checks and registers different forms of an order', async () => {
    const desk = await stage.desk(openTestDatabase)
    const order = preparedGeneral('G-1')
    await desk.finish('checkOrders', [order])
    const [passed] = await desk.outcomes()
    expect(passed).toMatchObject({ state: 'passed', sha256: order.checked?.sha256 })
    const started = await desk.finish('registerOrders', [order])
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 1 })
    expect(stage.service.requests.map(one => one.path)).toEqual([
      '/open-api/v1/orders/validators',
      '/open-api/v1/orders',
    ])
    expect(bodies()).toEqual([`{"data":[${order.checked?.payload}]}`, `{"data":[${order.payload}]}`])
    expect((await desk.outcomes())[0]).toMatchObject({
      state: 'registered',
      sha256: order.checked?.sha256,
    })
  })

  test('an order whose incoterms were edited since must be checked again', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkOrders', [preparedGeneral('G-1', 'DDP')])
    const edited = preparedGeneral('G-1', 'DDU')
    expect(edited.sha256).toBe(preparedGeneral('G-1', 'DDP').sha256)
    expect(await desk.finish('registerOrders', [edited])).toMatchObject({
      accepted: 0,
      refused: [{ mallOrderNumber: 'G-1', reason: 'not_checked' }],
    })
    expect(bodies()).toHaveLength(1)
  })

  test('a rejected registration is explained by a check of the checked form', async () => {
    const desk = await stage.desk(openTestDatabase)
    const list = [preparedGeneral('G-1'), preparedGeneral('G-2')]
    await desk.finish('checkOrders', list)
    stage.service.isNowWrong = 'G-2'
    const started = await desk.finish('registerOrders', list)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', rejected: 2 })
    expect(bodies()[2]).toBe(bodies()[0])
    const shown = await desk.outcomes()
    expect(shown.map(one => one.state)).toEqual(['passed', 'failing'])
    expect(shown[1]).toMatchObject({ payload: list[1]?.checked?.payload, sha256: list[1]?.checked?.sha256 })
    // The order without an error of its own may be registered.
    expect(await desk.finish('registerOrders', list)).toMatchObject({
      accepted: 1,
      refused: [{ mallOrderNumber: 'G-2', reason: 'not_checked' }],
    })
  })

  test('a failing check keeps the checked form, by which its reasons are located', async () => {
    const desk = await stage.desk(openTestDatabase)
    const order = preparedGeneral('G-1', 'wrong')
    await desk.finish('checkOrders', [order])
    expect(await desk.outcomes()).toMatchObject([
      {
        state: 'failing',
        failures: [{ field: 'orderInfo.incoterms', message: 'not these terms' }],
        payload: order.checked?.payload,
      },
    ])
  })

  test('an order that passed as an order to Japan is not registered as a general one', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', [prepared('A-1')])
    expect(await desk.finish('registerOrders', [prepared('A-1')])).toMatchObject({
      accepted: 0,
      refused: [{ reason: 'not_checked' }],
    })
  })

  test('orders of both variants share their numbers', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister([prepared('A-1')])
    await desk.finish('checkOrders', [preparedGeneral('A-1')])
    expect(await desk.finish('registerOrders', [preparedGeneral('A-1')])).toMatchObject({
      accepted: 0,
      refused: [{ reason: 'already_registered', orderId: '9007199254740993' }],
    })
  })

  test('a queued order is adopted by a new run only in the form that passed', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkOrders', [preparedGeneral('G-1')])
    stage.service.registerModes.push(401)
    await desk.finish('registerOrders', [preparedGeneral('G-1')])
    await desk.finish('checkOrders', [preparedGeneral('G-1', 'DDU')])
    expect(await desk.finish('registerOrders', [preparedGeneral('G-1', 'DDU')])).toMatchObject({
      accepted: 0,
      refused: [{ mallOrderNumber: 'G-1', reason: 'already_queued' }],
    })
    await desk.finish('checkOrders', [preparedGeneral('G-1')])
    expect(await desk.finish('registerOrders', [preparedGeneral('G-1')])).toMatchObject({ accepted: 1 })
    expect(await desk.states()).toEqual(['registered'])
  })

  test('refuses an order whose checked form has another number or another hash', async () => {
    const desk = await stage.desk(openTestDatabase)
    const order = preparedGeneral('G-1')
    const other = preparedGeneral('G-2').checked
    const forged = { payload: order.checked?.payload ?? '', sha256: 'ab' }
    for (const checked of [other, forged]) {
      expect(
        await desk.startOperation('registerOrders', [{ ...order, ...(checked && { checked }) }]),
      ).toMatchObject({
        ok: false,
        problem: { code: 'malformed' },
      })
    }
  })
})
