import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '@/lib/client/call'
import type { Database } from '@/lib/store/db/database'
import { listAlarms } from '@/lib/store/ledger/alarms'
import { openStage, prepared, type Stage, type TestDesk } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'

type Entry = readonly [number: string, orderId: number]

/** The responses to the registrations of a desk have these entries, one list per request. */
const respondingWith = (...responses: (readonly Entry[])[]): Partial<TestDesk['ports']> => ({
  call: async (operation, body, target, options) => {
    const evidence = await call(operation, body, target, options)
    const entries = operation.path.endsWith('/validators') ? undefined : responses.shift()
    if (!entries) return evidence
    const orderSuccesses = entries.map(([mallOrderNumber, orderId]) => ({ orderId, mallOrderNumber }))
    return { ...evidence, body: Buffer.from(JSON.stringify({ isSuccess: true, orderSuccesses })) }
  },
})

const alarms = async ({ kysely }: Database, draftId?: string) =>
  (await listAlarms(kysely, 10, draftId)).map(({ kind, order_id, numbers }) => [kind, order_id, numbers])

describeDatabases('a response that cannot be right', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('orders that were not sent raise an alarm, and those that were sent are registered', async () => {
    const desk = await stage.desk(
      openTestDatabase,
      respondingWith([
        ['A-1', 1],
        ['B-9', 2],
      ]),
    )
    await desk.checkAndRegister([prepared('A-1')])
    expect(await desk.states()).toEqual(['registered'])
    expect(await alarms(desk.ports.database, 'draft')).toEqual([['foreign_order', null, '["B-9"]']])
    expect(await alarms(desk.ports.database, 'another draft')).toEqual([])
  })

  test('one id for two orders raises an alarm, in one response and in two', async () => {
    const desk = await stage.desk(
      openTestDatabase,
      respondingWith(
        [
          ['A-1', 7],
          ['A-2', 7],
        ],
        [['A-3', 8]],
        [['A-4', 8]],
      ),
    )
    await desk.checkAndRegister([prepared('A-1'), prepared('A-2')])
    expect(await desk.states()).toEqual(['unknown'])
    await desk.checkAndRegister([prepared('A-3')])
    await desk.checkAndRegister([prepared('A-4')])
    expect(await alarms(desk.ports.database)).toEqual([
      ['repeated_id', '7', '["A-1","A-2"]'],
      ['repeated_id', '8', '["A-3","A-4"]'],
    ])
    // The alarm does not change proven registrations.
    const registered = (await desk.outcomes()).filter(({ state }) => state === 'registered')
    expect(registered.map(({ mallOrderNumber, orderId }) => [mallOrderNumber, orderId])).toEqual([
      ['A-3', '8'],
      ['A-4', '8'],
    ])
  })

  test('a response that gives one id to thousands of orders of others raises a few alarms, and those about sent orders', async () => {
    const others = Array.from({ length: 2000 }, (_, at): Entry => [`X-${at}`, 1000 + Math.floor(at / 2)])
    const own: Entry[] = [
      ['A-1', 7],
      ['B-1', 7],
    ]
    const desk = await stage.desk(openTestDatabase, respondingWith([...others, ...own]))
    await desk.checkAndRegister([prepared('A-1')])
    const raised = await listAlarms(desk.ports.database.kysely, 100)
    expect(raised.map(({ kind }) => kind).filter(kind => kind === 'repeated_id')).toHaveLength(21)
    expect(raised.map(({ numbers }) => numbers)).toContain('["A-1","B-1"]')
  })

  test('an order that is listed twice, or has its own id, raises no such alarm', async () => {
    const desk = await stage.desk(
      openTestDatabase,
      respondingWith([
        ['A-1', 1],
        ['A-1', 1],
        ['A-2', 2],
      ]),
    )
    await desk.checkAndRegister([prepared('A-1'), prepared('A-2')])
    expect(await alarms(desk.ports.database)).toEqual([])
  })
})
