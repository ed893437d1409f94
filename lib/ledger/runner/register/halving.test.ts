import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordShopCancellations } from '@/lib/ledger/resolve/shop-cancellations'
import type { PreparedOrder } from '@/lib/ledger/rules/prepared'
import { openDatabase } from '@/lib/store/db/database'
import { unpackOrder } from '@/lib/store/ledger/orders/orders'
import { closeCancellation, listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import {
  openStage,
  openTestDesk,
  orders,
  prepared,
  type Stage,
  type TestDesk,
} from '@/testing/ledger/harness'
import { describeDatabases, type OpenTestDatabase } from '@/testing/store/databases'
import { cancelRun, pauseRun, resumeRun } from '../control'
import { halvingOffers } from './halving'

describeDatabases('a request that was rejected without a reason', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const at = () => new Date().toISOString()
  const offers = ({ ports }: TestDesk) => halvingOffers(ports.database.kysely, 'draft', 'test:fake')

  /** A desk whose `list` was rejected as a whole, without a reason. */
  async function refusedDesk(
    open: OpenTestDatabase,
    list: readonly PreparedOrder[],
    isWrong: (numbers: readonly string[]) => boolean,
  ) {
    const desk = await stage.desk(open)
    stage.service.refuses = isWrong
    await desk.checkAndRegister(list)
    const [offer] = await offers(desk)
    if (!offer) throw new Error('nothing is offered')
    return { desk, offer }
  }

  const halve = (desk: TestDesk, attemptId: string, list: readonly PreparedOrder[]) =>
    desk.start('register', list, { halving: attemptId })

  const numbersOf = (from: number) =>
    stage.service.requests
      .slice(from)
      .map(({ body }) => [...body.matchAll(/"mallOrderNumber":"([^"]+)"/g)].map(([, number]) => number))

  test.each([
    ['open', undefined],
    ['cancelled at the company', 'cancelled'],
  ] as const)('is sent in halves without an order that the shop cancelled (%s)', async (_, decision) => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.start('check', orders(4))
    await desk.runner.idle()
    stage.service.refuses = sent => sent.includes('A-4')
    const file = { draftId: 'd2', file: 'afternoon.csv', digest: 'd', numbers: ['A-2'] }
    let recorded: Promise<unknown> | undefined
    stage.service.holdUntil = async () => {
      recorded ??= recordShopCancellations(database, file, 'mina', Date.now)
      await recorded
    }
    await desk.start('register', orders(4))
    await desk.runner.idle()
    expect(await recorded).toEqual({ removed: [], sent: ['A-2'] })
    const [held] = await listCancellations(database.kysely, 'held', 1)
    // A person decided while the order could still be at the company.
    if (decision) await closeCancellation(database.kysely, held?.id ?? '', decision, 'mina', at())
    const [offer] = await offers(desk)
    expect(await halve(desk, offer?.attemptId ?? '', orders(4))).toMatchObject({
      accepted: 3,
      refused: [{ mallOrderNumber: 'A-2', reason: 'cancelled_by_shop' }],
    })
    await desk.runner.idle()
    expect([...stage.service.registered.keys()].sort()).toEqual(['A-1', 'A-3'])
  })

  test('can be halved at a known cost, and the order to blame is found', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(8), sent => sent.includes('A-6'))
    expect(offer).toMatchObject({ orders: 8, likely: 6, most: 14 })
    const before = stage.service.requests.length
    const started = await halve(desk, offer.attemptId, orders(8))
    expect(started).toMatchObject({ ok: true, accepted: 8, refused: [] })
    await desk.runner.idle()
    expect(numbersOf(before)).toEqual([
      ['A-1', 'A-2', 'A-3', 'A-4'],
      ['A-5', 'A-6', 'A-7', 'A-8'],
      ['A-5', 'A-6'],
      ['A-5'],
      ['A-6'],
      ['A-7', 'A-8'],
    ])
    expect(await desk.progress(started)).toMatchObject({
      state: 'done',
      registered: 7,
      rejected: 1,
      halving: { alone: ['A-6'], together: [] },
    })
    const found = (await desk.outcomes()).find(one => one.mallOrderNumber === 'A-6')
    expect(found).toMatchObject({ state: 'failing', failures: [{ code: 'refused_alone' }] })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    expect(await offers(desk)).toEqual([])
  })

  test('orders that are rejected only together are registered one by one, and reported as such', async () => {
    const isWrong = (sent: readonly string[]) => sent.includes('A-3') && sent.includes('A-4')
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(4), isWrong)
    const started = await halve(desk, offer.attemptId, orders(4))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'done',
      registered: 4,
      halving: { alone: [], together: [['A-3', 'A-4']] },
    })
  })

  test('an order whose number is held meanwhile is left out, and all others are sent', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(4), sent => sent.includes('A-4'))
    const { kysely } = desk.ports.database
    const rows = await kysely.selectFrom('ledger_order').selectAll().orderBy('position').execute()
    const [first] = rows
    if (!first) throw new Error('four orders were sent')
    // A late response proved that an earlier registration of this order had succeeded.
    const earlier = { ...unpackOrder(first), id: 'earlier', generation: 0, state: 'REGISTERED' as const }
    await kysely.insertInto('ledger_order').values(earlier).execute()
    const started = await halve(desk, offer.attemptId, orders(4))
    expect(started).toMatchObject({ accepted: 3, refused: [{ mallOrderNumber: 'A-1' }] })
    await desk.runner.idle()
    const { state, registered, halving } = await desk.progress(started)
    expect({ state, registered, halving }).toEqual({
      state: 'done',
      registered: 2,
      halving: { alone: ['A-4'], together: [] },
    })
    const known = (await desk.outcomes()).find(one => one.mallOrderNumber === 'A-1')
    expect(known).toMatchObject({ state: 'registered' })
    expect(await desk.start('register', orders(1))).toMatchObject({
      refused: [{ reason: 'already_registered' }],
    })
  })

  test('an order that was alone in its request is to blame without a search', async () => {
    const desk = await stage.desk(openTestDatabase)
    stage.service.refuses = sent => sent.includes('A-1')
    await desk.checkAndRegister(orders(1))
    expect(await desk.outcomes()).toMatchObject([{ state: 'failing', failures: [{ code: 'refused_alone' }] }])
    expect(await offers(desk)).toEqual([])
  })

  test('an unknown outcome stops the search, which continues once it is resolved', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(8), sent => sent.includes('A-8'))
    stage.service.registerModes.push('execute_then_502')
    const started = await halve(desk, offer.attemptId, orders(8))
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({
      state: 'stopped',
      unknown: 4,
      left: 4,
      problem: { code: 'unknown_outcome' },
    })
    await resumeRun(desk.ports.database, started.ok ? started.runId : '', at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ unknown: 4, registered: 3, rejected: 1 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
  })

  test('another process continues the search of a dead one', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(8), sent => sent.includes('A-6'))
    const { database } = desk.ports
    const started = await halve(desk, offer.attemptId, orders(8))
    let responses = 0
    stage.service.onRequest = () => {
      if (++responses === 3) desk.ports.closing.abort()
    }
    await desk.runner.idle()
    await desk.runner.close()
    expect(await desk.progress(started)).toMatchObject({ state: 'running', registered: 4, left: 4 })
    stage.service.onRequest = () => {}
    const place = (database as { place?: Parameters<typeof openDatabase>[0] }).place
    if (!place) throw new Error('no place')
    const other = await openDatabase(place)
    const next = openTestDesk(other, stage.origin)
    await next.runner.idle()
    expect(await next.progress(started)).toMatchObject({ state: 'done', registered: 7, rejected: 1 })
    expect(Math.max(...stage.service.registered.values())).toBe(1)
    await next.runner.close()
    await other.close()
  })

  test('a cancelled search releases its queued orders, which stay rejected, and can start again', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(8), sent => sent.includes('A-8'))
    const { database } = desk.ports
    const started = await halve(desk, offer.attemptId, orders(8))
    if (!started.ok) throw new Error('not started')
    stage.service.onRequest = () => void pauseRun(database, started.runId, at())
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ state: 'paused', registered: 4, left: 4 })
    stage.service.onRequest = () => {}
    await cancelRun(database, started.runId, 'mina', Date.now)
    expect(await desk.states()).toEqual(['registered', 'rejected'])
    const [again] = await offers(desk)
    expect(again).toMatchObject({ attemptId: offer.attemptId, orders: 4 })
    const second = await halve(desk, offer.attemptId, orders(8))
    await desk.runner.idle()
    expect(await desk.progress(second)).toMatchObject({ state: 'done', registered: 3, rejected: 1 })
  })

  test('orders that were edited since are not sent in their old form', async () => {
    const { desk, offer } = await refusedDesk(openTestDatabase, orders(4), sent => sent.includes('A-2'))
    const edited = [prepared('A-1', 'somebody else'), ...orders(3, 2)]
    const started = await halve(desk, offer.attemptId, edited)
    expect(started).toMatchObject({
      accepted: 3,
      refused: [{ mallOrderNumber: 'A-1', reason: 'not_checked' }],
    })
    await desk.runner.idle()
    expect(await desk.progress(started)).toMatchObject({ registered: 2, rejected: 1 })
  })
})
