import { afterEach, beforeEach, expect, test } from 'vitest'
import { pauseRun, resumeRun } from '@/lib/ledger/runner/control'
import { openDatabase } from '@/lib/store/db/database'
import { listTimeline } from '@/lib/store/ledger/history/orders'
import { dropOldCancelledNumbers, findCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import { listCancellations } from '@/lib/store/ledger/orders/shop-cancellations'
import {
  connectionTo,
  openStage,
  openTestDesk,
  orders,
  type Stage,
  type TestDesk,
} from '@/testing/ledger/harness'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { plainRows } from '@/testing/store/plain-sql'
import { recordShopCancellations, resolveShopCancellation } from './shop-cancellations'

const afternoon = (numbers: readonly string[], digest = 'afternoon') => ({
  draftId: 'afternoon',
  file: 'afternoon.csv',
  digest,
  numbers,
})
const cancel = (desk: TestDesk, numbers: readonly string[], digest?: string) =>
  recordShopCancellations(desk.ports.database, afternoon(numbers, digest), 'jun', Date.now)
const open = async ({ ports }: TestDesk) => listCancellations(ports.database.kysely, 'sent', 100)
const resolve = async (desk: TestDesk, id: string, what: 'cancelled' | 'shipped' | 'kept', by = 'mina') =>
  resolveShopCancellation(desk.ports.database, id, what, { operatorId: by, now: desk.ports.now })
const stateOf = async ({ ports }: TestDesk, number: string) => {
  const rows = await plainRows(
    ports.database.kysely,
    `select state from ledger_order where mall_order_number = '${number}' order by generation desc`,
  )
  return rows.map(row => row.state)
}

describeDatabases('orders that the shop cancels after they were sent here', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  /** Queues orders behind a paused run: nothing of them is sent. */
  async function queued(count: number) {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(count))
    const started = await desk.start('register', orders(count))
    if (!started.ok) throw new Error('not started')
    await pauseRun(desk.ports.database, started.runId, new Date().toISOString())
    return { desk, started, runId: started.runId }
  }

  test('queued orders leave the queue and are not sent; the others are', async () => {
    const { desk, started, runId } = await queued(4)
    expect(await cancel(desk, ['A-2', 'A-3', 'X-9'])).toEqual({ removed: ['A-2', 'A-3'], sent: [] })
    await resumeRun(desk.ports.database, runId, new Date().toISOString())
    await desk.runner.idle()
    expect([...stage.service.registered.keys()].sort()).toEqual(['A-1', 'A-4'])
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 2, left: 0 })
    // Lists of drafts count none of them as ready.
    const { kysely } = desk.ports.database
    const passed = await plainRows(kysely, 'select mall_order_number as number from verdict where passed = 1')
    expect(passed.map(row => row.number).sort()).toEqual(['A-1', 'A-4'])
    const outcomes = await desk.outcomes()
    expect(outcomes.map(one => [one.mallOrderNumber, one.state, one.failures?.[0]?.code])).toEqual([
      ['A-1', 'registered', undefined],
      ['A-2', 'rejected', 'cancelled_by_shop'],
      ['A-3', 'rejected', 'cancelled_by_shop'],
      ['A-4', 'registered', undefined],
    ])
  })

  test('a cancelled order is not queued again, from this draft or another, until a person keeps it', async () => {
    const { desk } = await queued(2)
    await cancel(desk, ['A-1'])
    await desk.finish('checkJapanOrders', orders(1))
    const again = await desk.start('register', orders(1))
    expect(again).toMatchObject({
      ok: true,
      accepted: 0,
      refused: [{ mallOrderNumber: 'A-1', reason: 'cancelled_by_shop' }],
    })
    await desk.start('check', orders(1), { draftId: 'other' })
    await desk.runner.idle()
    expect(await desk.start('register', orders(1), { draftId: 'other' })).toMatchObject({ accepted: 0 })
    const [held] = await listCancellations(desk.ports.database.kysely, 'held', 10)
    expect(await resolve(desk, held?.id ?? '', 'kept')).toBe('done')
    expect((await desk.outcomes())[0]).toMatchObject({ mallOrderNumber: 'A-1', state: 'passed' })
    await desk.checkAndRegister(orders(1))
    expect(await stateOf(desk, 'A-1')).toEqual(['REGISTERED', 'CANCELLED'])
  })

  test('registered and unconfirmed orders wait for a person, in every environment', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(1))
    const connection = connectionTo(stage.origin, { envId: 'production:fake', environment: 'production' })
    const elsewhere = openTestDesk(desk.ports.database, stage.origin, {
      resolveConnection: async () => connection,
    })
    await elsewhere.finish('checkJapanOrders', orders(1))
    await elsewhere.start('register', orders(1), { confirmed: 1 })
    await elsewhere.runner.idle()
    stage.service.registerModes.push('close_before_response')
    await desk.checkAndRegister(orders(1, 2))
    expect(await cancel(desk, ['A-1', 'A-2'])).toEqual({ removed: [], sent: ['A-1', 'A-2'] })
    // The sheet warns about both.
    expect((await desk.outcomes()).map(one => [one.state, one.isCancelledByShop])).toEqual([
      ['registered', true],
      ['unknown', true],
    ])
    const found = await open(desk)
    expect(found.map(one => [one.number, one.envId, one.state, one.orderId !== null]).sort()).toEqual([
      ['A-1', 'production:fake', 'REGISTERED', true],
      ['A-1', 'test:fake', 'REGISTERED', true],
      ['A-2', 'test:fake', 'UNKNOWN', false],
    ])
    await elsewhere.runner.close()
  })

  test('the same file adds nothing twice, and does not raise an order again that was kept', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(2))
    await cancel(desk, ['A-1', 'A-2'])
    const nothing = { removed: [], sent: [] }
    expect(await cancel(desk, ['A-1', 'A-2'])).toEqual(nothing)
    expect(await cancel(desk, ['A-1', 'A-2'], 'evening')).toEqual(nothing)
    const [kept, done] = await open(desk)
    expect(await resolve(desk, kept?.id ?? '', 'kept')).toBe('done')
    expect(await resolve(desk, done?.id ?? '', 'cancelled')).toBe('done')
    expect((await desk.outcomes()).map(one => one.isCancelledByShop)).toEqual([undefined, undefined])
    expect(await cancel(desk, ['A-1', 'A-2'])).toEqual(nothing)
    // A later file that still has it as cancelled says something new; what was cancelled at the shipping
    // company is done.
    expect(await cancel(desk, ['A-1', 'A-2'], 'evening')).toEqual({ removed: [], sent: ['A-1'] })
  })

  test('of two operators who resolve one order at once, the first decides and the second learns of it', async () => {
    const desk = await stage.desk(openTestDatabase)
    const other = await openDatabase(openedAs(desk).place)
    await desk.checkAndRegister(orders(1))
    await cancel(desk, ['A-1'])
    const [found] = await open(desk)
    const id = found?.id ?? ''
    const results = await Promise.all([
      resolve(desk, id, 'cancelled', 'mina'),
      resolveShopCancellation(other, id, 'shipped', { operatorId: 'jun', now: Date.now }),
    ])
    expect([...results].sort()).toEqual(['done', 'resolved'])
    const [resolved] = await listCancellations(desk.ports.database.kysely, 'resolved', 10)
    expect(resolved?.resolution).toBe(results[0] === 'done' ? 'cancelled' : 'shipped')
    const events = await listTimeline(desk.ports.database.kysely, found?.ledgerOrderId ?? '')
    expect(events.filter(event => event.reason.startsWith('shop_cancellation'))).toHaveLength(1)
    await other.close()
  })

  test('a number is remembered also if no order has it yet, until a person keeps the order', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    const remembered = async () =>
      (await findCancelledNumbers(kysely, ['A-1', 'X-9', 'Y-1'])).map(one => [
        one.mall_order_number,
        one.source_name,
      ])
    await desk.checkAndRegister(orders(1))
    await cancel(desk, ['A-1', 'X-9'])
    expect((await remembered()).sort()).toEqual([
      ['A-1', 'afternoon.csv'],
      ['X-9', 'afternoon.csv'],
    ])
    const [found] = await open(desk)
    await resolve(desk, found?.id ?? '', 'kept')
    expect(await remembered()).toEqual([['X-9', 'afternoon.csv']])
    await dropOldCancelledNumbers(kysely, new Date(Date.now() + 1).toISOString())
    expect(await remembered()).toEqual([])
  })

  test('an order that was never sent cannot be marked as cancelled or shipped at the shipping company', async () => {
    const { desk } = await queued(2)
    await cancel(desk, ['A-2'])
    const [held] = await listCancellations(desk.ports.database.kysely, 'held', 10)
    expect(await resolve(desk, held?.id ?? '', 'cancelled')).toBe('not_sent')
    expect(await resolve(desk, held?.id ?? '', 'shipped')).toBe('not_sent')
    expect(await resolve(desk, held?.id ?? '', 'kept')).toBe('done')
  })

  test('its history names the file, who imported it, the decision and the note', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    await cancel(desk, ['A-1'])
    const [found] = await open(desk)
    const by = { operatorId: 'mina', note: 'called at 15:40', now: Date.now }
    await resolveShopCancellation(database, found?.id ?? '', 'cancelled', by)
    const events = await listTimeline(database.kysely, found?.ledgerOrderId ?? '')
    expect(events.slice(-2).map(({ actor, reason, note }) => [actor, reason, note])).toEqual([
      ['jun', 'shop_cancelled', 'afternoon.csv'],
      ['mina', 'shop_cancellation_cancelled', 'called at 15:40'],
    ])
    expect(await stateOf(desk, 'A-1')).toEqual(['REGISTERED'])
  })

  test('an order whose request is under way is not sent again when the service did not execute it', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(2))
    stage.service.registerModes.push(429)
    stage.service.statusHeaders = { 'retry-after': '1' }
    let cancelled: Promise<unknown> | undefined
    stage.service.holdUntil = async () => {
      cancelled ??= cancel(desk, ['A-1'])
      await cancelled
    }
    const started = await desk.start('register', orders(2))
    await desk.runner.idle()
    expect(await cancelled).toEqual({ removed: [], sent: ['A-1'] })
    expect([...stage.service.registered]).toEqual([['A-2', 1]])
    expect(await stateOf(desk, 'A-1')).toEqual(['CANCELLED'])
    expect(await desk.progress(started)).toMatchObject({ state: 'done', registered: 1 })
  })

  test('a decision about an order waits until its request has ended', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.finish('checkJapanOrders', orders(1))
    let tried: Promise<unknown> | undefined
    const tryNow = async () => {
      await cancel(desk, ['A-1'])
      const [found] = await open(desk)
      return resolve(desk, found?.id ?? '', 'cancelled')
    }
    stage.service.holdUntil = async () => {
      tried ??= tryNow()
      await tried
    }
    await desk.start('register', orders(1))
    await desk.runner.idle()
    expect(await tried).toBe('sending')
    const [found] = await open(desk)
    expect(found?.state).toBe('REGISTERED')
    expect(await resolve(desk, found?.id ?? '', 'cancelled')).toBe('done')
  })

  test('a process that dies after it claimed an order leaves it to the next one, which does not send it', async () => {
    const { desk, runId } = await queued(2)
    const { database } = desk.ports
    const other = await openDatabase(openedAs(desk).place)
    let stop = () => {}
    const dead = openTestDesk(database, stage.origin, {
      failpoint: name => {
        if (name === 'after_claim') throw new Killed()
      },
      report: () => stop(),
    })
    const died = new Promise<void>(resolve => {
      stop = resolve
    })
    await resumeRun(database, runId, new Date().toISOString())
    void dead.runner.resume()
    await died
    expect(await cancel(desk, ['A-1'])).toEqual({ removed: [], sent: ['A-1'] })
    const awake = openTestDesk(other, stage.origin, { now: () => Date.now() + 86_400_000 })
    await dead.runner.close()
    await awake.runner.idle()
    expect([...stage.service.registered]).toEqual([['A-2', 1]])
    expect(await stateOf(desk, 'A-1')).toEqual(['CANCELLED'])
    await awake.runner.close()
    await other.close()
  })

  test('a file that comes while a run claims its orders removes each in time, or lists it', async () => {
    const desk = await stage.desk(openTestDatabase, {
      failpoint: name => {
        if (name === 'after_claim' && ++claims === 2) cancelling = cancel(desk, numbers)
      },
      resolveConnection: async () => connectionTo(stage.origin, { registerSize: 5 }),
    })
    const numbers = orders(40).flatMap((one, at) => (at % 3 === 0 ? one.mallOrderNumber : []))
    let claims = 0
    let cancelling: ReturnType<typeof cancel> | undefined
    await desk.checkAndRegister(orders(40))
    const found = await cancelling
    expect([...(found?.removed ?? []), ...(found?.sent ?? [])].sort()).toEqual([...numbers].sort())
    for (const number of found?.removed ?? []) expect(stage.service.registered.has(number)).toBe(false)
    for (const number of found?.sent ?? []) expect(stage.service.registered.get(number)).toBe(1)
    expect(stage.service.registered.size).toBe(40 - (found?.removed.length ?? 0))
    expect(found?.removed.length).toBeGreaterThan(0)
  })
})

/** Ends the work of a process at a named point. */
class Killed extends Error {}

const openedAs = ({ ports }: TestDesk) => ports.database as TestDatabase
