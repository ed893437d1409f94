import { afterEach, beforeEach, expect, test } from 'vitest'
import { resumeRun } from '@/lib/ledger/runner/control'
import { clearRejections } from '@/lib/store/ledger/checks/verdicts'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import type { Mode } from '@/testing/ledger/fake-responses'
import {
  connectionTo,
  openStage,
  prepared,
  preparedProduct,
  products,
  type Stage,
  testPlace,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

describeDatabases('a registration of products', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const sizes = () => stage.service.requests.map(one => one.orders)

  test('sends 250 products in three requests of at most 100, without a check, with the secret key', async () => {
    const desk = await stage.desk(openTestDatabase)
    const started = await desk.finish('registerProducts', products(250))
    expect(started).toMatchObject({ accepted: 250, refused: [] })
    expect(await desk.progress(started)).toMatchObject({
      state: 'done',
      total: 250,
      registered: 250,
      left: 0,
    })
    expect(sizes()).toEqual([100, 100, 50])
    expect(stage.service.requests[0]).toMatchObject({
      path: '/open-api/v1/link/products',
      authorization: 'the key',
    })
    expect(JSON.parse(stage.service.requests[2]?.body ?? '').products[49]).toMatchObject({
      shopProductId: 'P-250',
    })
    expect([...stage.service.products.values()]).toEqual(Array(250).fill(1))
    const [first] = await desk.outcomes()
    expect(first).toMatchObject({ mallOrderNumber: 'P-1', state: 'registered', lineIds: ['line P-1'] })
    expect(first).not.toHaveProperty('orderId')
    expect((await listHeldLines(desk.ports.database.kysely, 'draft', 'test:fake')).size).toBe(250)
  })

  test('judges each product by itself: of 250 seven are rejected with reasons, the others registered', async () => {
    const desk = await stage.desk(openTestDatabase)
    const wrong = [3, 40, 99, 100, 101, 200, 250]
    const list = products(250).map((one, at) =>
      wrong.includes(at + 1) ? preparedProduct(one.mallOrderNumber, 120) : one,
    )
    const started = await desk.finish('registerProducts', list)
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 243, rejected: 7 })
    const failing = (await desk.outcomes()).filter(one => one.state !== 'registered')
    expect(failing.map(one => one.mallOrderNumber)).toEqual(wrong.map(at => `P-${at}`))
    expect(failing[0]).toMatchObject({
      state: 'failing',
      failures: [
        {
          field: '',
          errorCode: 'INVALID_PRICE',
          message: 'The discounted price is above the regular one.',
        },
      ],
      payload: list[2]?.payload,
      sha256: list[2]?.sha256,
    })
    expect((await listHeldLines(desk.ports.database.kysely, 'draft', 'test:fake')).has('line P-3')).toBe(
      false,
    )

    const refused = await desk.ports.database.kysely
      .selectFrom('ledger_order')
      .select('explained')
      .where('state', '=', 'REJECTED')
      .execute()
    expect(refused).toEqual(Array(7).fill({ explained: 'here' }))

    // After an operator clears its rejection, the unchanged product passes.
    const [one] = wrong.map(at => `P-${at}`)
    const later = new Date(Date.now() + 1000).toISOString()
    await clearRejections(desk.ports.database.kysely, 'draft', testPlace, [one ?? ''], later)
    const states = new Map(
      (await desk.outcomes()).map(({ mallOrderNumber, state }) => [mallOrderNumber, state]),
    )
    expect([states.get('P-3'), states.get('P-40')]).toEqual(['passed', 'failing'])

    // The corrected products are registered without a check, and the others are not sent again.
    const mended = wrong.map(at => preparedProduct(`P-${at}`, 80))
    expect(await desk.finish('registerProducts', [...products(2), ...mended])).toMatchObject({
      accepted: 7,
      refused: [
        { mallOrderNumber: 'P-1', reason: 'already_registered' },
        { mallOrderNumber: 'P-2', reason: 'already_registered' },
      ],
    })
    expect(await desk.states()).toEqual(['registered'])
    expect([...stage.service.products.values()]).toEqual(Array(250).fill(1))
  })

  test('a rejected product may be sent again unchanged', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push('refuse')
    await desk.finish('registerProducts', products(2))
    expect((await desk.outcomes()).map(one => one.failures)).toEqual(
      Array(2).fill([{ field: '', errorCode: 'SHOP_CLOSED', message: 'The shop is closed.' }]),
    )
    expect(await desk.finish('registerProducts', products(2))).toMatchObject({ accepted: 2 })
    expect(await desk.states()).toEqual(['registered'])
  })

  test('a registered product is not sent again, even when its bytes differ', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('registerProducts', products(1))
    expect(await desk.finish('registerProducts', [preparedProduct('P-1', 50)])).toMatchObject({
      accepted: 0,
      refused: [{ mallOrderNumber: 'P-1', reason: 'already_registered' }],
    })
    expect(sizes()).toEqual([1])
  })

  test('no product is sent twice, neither in one run nor in two at the same time', async () => {
    const desk = await stage.desk(openTestDatabase)
    const twice = await desk.startOperation('registerProducts', [...products(3), ...products(1)])
    expect(twice).toMatchObject({ accepted: 3, refused: [{ reason: 'repeated_number' }] })
    const again = await desk.startOperation('registerProducts', products(3))
    expect(again).toMatchObject({ accepted: 0, refused: Array(3).fill({ reason: 'already_queued' }) })
    await desk.runner.idle()
    expect([...stage.service.products.values()]).toEqual([1, 1, 1])
  })

  test('the number of an order and the id of a product may be equal', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister([prepared('X-1')])
    expect(await desk.finish('registerProducts', [preparedProduct('X-1')])).toMatchObject({ accepted: 1 })
    expect([stage.service.registered.get('X-1'), stage.service.products.get('X-1')]).toEqual([1, 1])
    const rows = await desk.ports.database.kysely
      .selectFrom('ledger_order')
      .select(['scope', 'variant', 'state', 'generation'])
      .orderBy('scope')
      .execute()
    expect(rows).toEqual([
      { scope: 'orders', variant: 'japan', state: 'REGISTERED', generation: 1 },
      { scope: 'products', variant: 'product', state: 'REGISTERED', generation: 1 },
    ])
  })

  test('an expired access token does not stop products', async () => {
    const ended = `x.${Buffer.from('{"exp":1}').toString('base64url')}.x`
    const desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () =>
        connectionTo(stage.origin, {
          target: { baseUrl: stage.origin, accessToken: ended, secretKey: 'k', allowed: [stage.origin] },
        }),
    })
    const started = await desk.finish('registerProducts', products(1))
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 1 })
    const order = await desk.finish('checkJapanOrders', [prepared('A-1')])
    expect(await desk.progress(order)).toMatchObject({ state: 'paused', problem: { code: 'token_ended' } })
  })

  test('a rejected secret key pauses the run and is named', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push(401)
    const started = await desk.finish('registerProducts', products(2))
    expect(await desk.progress(started)).toMatchObject({
      state: 'paused',
      left: 2,
      problem: { code: 'credential', status: 401, credential: 'key' },
    })
    expect(await desk.finish('registerProducts', products(2))).toMatchObject({ accepted: 2 })
    expect(await desk.states()).toEqual(['registered'])
  })

  test.each<Mode>(['execute_then_502', 'reset_mid_response', 'html_200', 'truncated', 500, 400])(
    '%s makes the products of one request unknown and stops; none of them is sent again',
    async mode => {
      const desk = await stage.desk(openTestDatabase)
      stage.service.registerModes.push(mode)
      const started = await desk.finish('registerProducts', products(150))
      expect(await desk.progress(started)).toMatchObject({
        state: 'stopped',
        unknown: 100,
        left: 50,
        problem: { code: 'unknown_outcome', count: 100 },
      })
      expect(await desk.startOperation('registerProducts', products(100))).toMatchObject({
        accepted: 0,
        refused: Array(100).fill({ reason: 'unknown' }),
      })
      const { database } = desk.ports
      await resumeRun(database, started.ok ? started.runId : '', new Date().toISOString())
      await desk.runner.idle()
      expect(await desk.progress(started)).toMatchObject({ state: 'done', unknown: 100, registered: 50 })
      expect(Math.max(...stage.service.products.values())).toBe(1)
    },
  )

  test('a response that does not account for all products rejects the listed ones and leaves the others unknown', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.registerModes.push('wrong_counts')
    const started = await desk.finish('registerProducts', [...products(2), preparedProduct('P-3', 120)])
    expect(await desk.progress(started)).toMatchObject({ state: 'stopped', unknown: 2, rejected: 1 })
    const shown = await desk.outcomes()
    expect(shown.map(one => [one.mallOrderNumber, one.state]).sort()).toEqual([
      ['P-1', 'unknown'],
      ['P-2', 'unknown'],
      ['P-3', 'failing'],
    ])
  })

  test('when the server dies during a request, its products are unknown and the others continue', async () => {
    const database = await openTestDatabase()
    const dying = await stage.desk(async () => database, {
      host: 'gone',
      report: () => {},
      failpoint: at => {
        if (at === 'after_sending') throw new Error('the light went out')
      },
    })
    const started = await dying.startOperation('registerProducts', products(150))
    await dying.runner.idle()
    const next = await stage.desk(async () => database, { now: () => Date.now() + 86_400_000 })
    await next.runner.idle()
    expect(await next.progress(started)).toMatchObject({ state: 'stopped', unknown: 100, left: 50 })
    await resumeRun(database, started.ok ? started.runId : '', new Date().toISOString())
    await next.runner.idle()
    expect(await next.progress(started)).toMatchObject({ unknown: 100, registered: 50 })
    expect(sizes()).toEqual([50])
  })

  test('a product that a late response rejects stays unknown', async () => {
    const database = await openTestDatabase()
    const awake = await stage.desk(async () => database, { now: () => Date.now() + 86_400_000 })
    const late = await stage.desk(async () => database, { host: 'sleeper' })
    let woken: Promise<void> | undefined
    stage.service.onRequest = () => {
      woken ??= awake.runner.idle()
    }
    stage.service.holdUntil = () => woken
    await late.finish('registerProducts', [...products(1), preparedProduct('P-2', 120)])
    expect((await late.outcomes()).map(one => [one.mallOrderNumber, one.state])).toEqual([
      ['P-1', 'registered'],
      ['P-2', 'unknown'],
    ])
  })

  test('refuses a product whose id does not belong to its bytes', async () => {
    const desk = await stage.desk(openTestDatabase)
    const forged = { ...preparedProduct('P-1'), mallOrderNumber: 'P-2' }
    expect(await desk.startOperation('registerProducts', [forged])).toMatchObject({
      ok: false,
      problem: { code: 'malformed' },
    })
  })
})
