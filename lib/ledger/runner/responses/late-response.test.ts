import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveUnknown } from '@/lib/ledger/resolve/resolve'
import type { Database } from '@/lib/store/db/database'
import { countDraftStatuses } from '@/lib/store/drafts/status'
import { listAlarms } from '@/lib/store/ledger/alarms'
import { REAPED, storeEvidence } from '@/lib/store/ledger/requests/attempts'
import { connectionTo, openStage, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
import {
  afterQuarantine,
  decision,
  ledgerOrder,
  registerOneUnproven,
  registerUnproven,
  runOf,
} from '@/testing/ledger/unknown-orders'
import { describeDatabases, waitForBlockedWriter } from '@/testing/store/databases'
import { judgeAttempt } from './judge'

const about = { operatorId: 'mina' }

describeDatabases('when a response arrives after the reaper', openTestDatabase => {
  let stage: Stage
  let desk: TestDesk
  let database: Database
  beforeEach(async () => {
    stage = await openStage()
    desk = await stage.desk(openTestDatabase)
    database = desk.ports.database
  })
  afterEach(() => stage.close())

  const unproven = (count: number) => registerUnproven(stage, desk, count)
  const oneUnproven = () => registerOneUnproven(stage, desk)

  /** Stores a late response to the request of the orders, without judging it. */
  async function keepLate(attemptId: string | null, entries: object[]) {
    if (attemptId === null) throw new Error('nothing was sent')
    await database.kysely
      .updateTable('attempt')
      .set({ classified_as: REAPED, finished_at: null })
      .where('id', '=', attemptId)
      .execute()
    const body = Buffer.from(JSON.stringify({ isSuccess: true, orderSuccesses: entries }))
    const times = { startedAt: Date.now(), finishedAt: Date.now() }
    const evidence = { connected: true, status: 200, headers: {}, body, requestComplete: true, ...times }
    await storeEvidence(database.kysely, attemptId, evidence, createHash('sha256').update(body).digest('hex'))
    return attemptId
  }
  const respondLate = async (attemptId: string | null, entries: object[]) =>
    judgeAttempt(desk.ports, await keepLate(attemptId, entries))
  const proof = [{ orderId: 77, mallOrderNumber: 'A-1' }]
  const kinds = async () => (await listAlarms(database.kysely, 10)).map(alarm => alarm.kind)

  test('an unknown order is registered, without an alarm', async () => {
    const order = await oneUnproven()
    await respondLate(order.current_attempt, proof)
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
    expect(await kinds()).toEqual([])
  })

  test.each(['absent', 'abandon'] as const)(
    'an order that was resolved as %s is registered again, with an alarm',
    async resolution => {
      const order = await oneUnproven()
      await resolveUnknown(desk.ports, [decision(order, resolution)], about, afterQuarantine())
      await respondLate(order.current_attempt, proof)
      expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
      expect(await kinds()).toEqual(['taken_back'])
      expect(await desk.checkAndRegister(orders(1))).toMatchObject({ accepted: 0 })
    },
  )

  test('an order that was sent again since raises an alarm about a possible double', async () => {
    const order = await oneUnproven()
    await resolveUnknown(desk.ports, [decision(order, 'absent')], about, afterQuarantine())
    await desk.checkAndRegister(orders(1))
    await respondLate(order.current_attempt, proof)
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'ABSENT' })
    expect(await kinds()).toEqual(['possible_double'])
  })

  test('an order that waits to be sent again is not sent, because the first one is registered', async () => {
    const order = await oneUnproven()
    await resolveUnknown(desk.ports, [decision(order, 'absent')], about, afterQuarantine())
    await desk.finish('checkJapanOrders', orders(1))
    const again = await desk.start('register', orders(1))
    const sent = stage.service.count('/orders/japan')
    await respondLate(order.current_attempt, proof)
    await desk.runner.idle()
    expect(stage.service.count('/orders/japan')).toBe(sent)
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
    expect(await kinds()).toEqual(['taken_back'])
    expect(await desk.progress(again)).toMatchObject({ state: 'done', left: 0, registered: 0 })
    expect(await desk.outcomes()).toMatchObject([{ state: 'registered', orderId: '77' }])
    // Home and the list of drafts go by these counts.
    const counts = await countDraftStatuses(database.kysely, ['draft'], ['checkJapanOrders'])
    expect(counts).toMatchObject([{ registered: 1, passed: 0, failing: 0, busy: 0 }])
  })

  test('its run continues with the orders that wait behind it', async () => {
    const unknown = await unproven(60)
    await respondLate(unknown[0]?.current_attempt ?? null, proofOf(unknown))
    await desk.runner.idle()
    expect(await runOf(desk, unknown)).toMatchObject({ state: 'done' })
    expect(stage.service.requests.at(-1)).toMatchObject({ orders: 10 })
  })

  test('its run waits for a person when its connection was changed meanwhile', async () => {
    let revision = 'as it was'
    desk = await stage.desk(openTestDatabase, {
      resolveConnection: async () => connectionTo(stage.origin, { revision }),
    })
    database = desk.ports.database
    const unknown = await unproven(60)
    revision = 'another token'
    const sent = stage.service.count('/orders/japan')
    await respondLate(unknown[0]?.current_attempt ?? null, proofOf(unknown))
    await desk.runner.idle()
    const { state, problem } = await runOf(desk, unknown)
    expect([state, JSON.parse(problem ?? '')]).toEqual(['paused', { code: 'connection_changed' }])
    expect(stage.service.count('/orders/japan')).toBe(sent)
  })

  const proofOf = (unknown: readonly { mall_order_number: string }[]) =>
    unknown.map(({ mall_order_number: mallOrderNumber }, at) => ({ orderId: 77 + at, mallOrderNumber }))

  test('an order that a person resolves at the same moment is registered as well', async () => {
    const order = await oneUnproven()
    let responded: Promise<void> | undefined
    const slow: Database = {
      ...database,
      write: work =>
        database.write(async trx => {
          const done = await work(trx)
          responded = respondLate(order.current_attempt, proof)
          await waitForBlockedWriter(database, trx)
          return done
        }),
    }
    await resolveUnknown(
      { ...desk.ports, database: slow },
      [decision(order, 'absent')],
      about,
      afterQuarantine(),
    )
    await responded
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
    expect(await kinds()).toEqual(['taken_back'])
  })

  test('another process judges it when its own process dies before that', async () => {
    const order = await oneUnproven()
    await keepLate(order.current_attempt, proof)
    await desk.runner.resume()
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
  })

  test('an order that was found gets its id, or an alarm when another id was typed', async () => {
    const [first, second] = await unproven(2)
    if (!first || !second) throw new Error('two orders were sent')
    await resolveUnknown(
      desk.ports,
      [decision(first, 'found'), decision(second, 'found', '5')],
      about,
      Date.now(),
    )
    await respondLate(first.current_attempt, [...proof, { orderId: 78, mallOrderNumber: 'A-2' }])
    expect(await ledgerOrder(desk, first.id)).toMatchObject({ state: 'REGISTERED', order_id: '77' })
    expect(await ledgerOrder(desk, second.id)).toMatchObject({ state: 'REGISTERED', order_id: '5' })
    expect(await kinds()).toEqual(['other_id'])
  })
})
