import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMessages } from '@/lib/store/connections/api-messages'
import {
  openStage,
  orders,
  prepared,
  preparedGeneral,
  preparedProduct,
  type Stage,
} from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { MessageCollector } from './collect-messages'

describeDatabases('messages of a service', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  /** A desk that counts messages, and the counts of its connection. */
  async function open() {
    const database = await openTestDatabase()
    const collector = new MessageCollector(async () => database)
    const desk = await stage.desk(async () => database, { onFailures: collector.add })
    const counted = async () => {
      await collector.flush()
      const messages = await listMessages(database.kysely, 'connection')
      return messages
        .map(({ sheet, field, code, template, count }) => [sheet, field, code, template, count])
        .toSorted()
    }
    return { database, collector, desk, counted }
  }

  test('are counted after checks, after rejections that a check explains, and for products by code', async () => {
    const { desk, counted } = await open()
    await desk.finish('checkJapanOrders', [...orders(2), prepared('B-1', 'wrong'), prepared('B-2', 'wrong')])
    await desk.finish('checkOrders', [preparedGeneral('G-1', 'wrong')])
    await desk.finish('registerProducts', [preparedProduct('P-1', 900), preparedProduct('P-2')])
    // The order passes its check and is invalid at its registration.
    await desk.finish('checkJapanOrders', orders(2, 5))
    stage.service.isNowWrong = 'A-5'
    await desk.finish('registerJapanOrders', orders(2, 5))
    const dearer = 'The discounted price is above the regular one.'
    expect(await counted()).toEqual([
      ['orders/general', 'orderinfo.incoterms', '', 'not these terms', 1],
      ['orders/japan', 'recipient.name', '', 'not this name', 3],
      ['products', '', 'INVALID_PRICE', dearer, 1],
    ])
  })

  test('are counted without the values in them', async () => {
    const { database, collector, counted } = await open()
    const order = prepared('A-17', '山田 太郎')
    const failures = [
      { field: 'data[3].items[2].price', message: '12000원은 너무 비쌉니다' },
      { field: 'recipient.name', message: '山田 太郎 님은 등록할 수 없습니다 (A-17)' },
      { field: 'recipient.name', message: ' ' },
    ]
    collector.add(
      { id: 'run', draft_id: 'draft', connection_id: 'connection', operation: 'checkJapanOrders' },
      [{ payload: order.payload, failures }],
    )
    expect(await counted()).toEqual([
      ['orders/japan', 'items.price', '', '#원은 너무 비쌉니다', 1],
      ['orders/japan', 'recipient.name', '', '… 님은 등록할 수 없습니다 (…)', 1],
    ])
    // Home counts a record once in each column, however many messages it has.
    const columns = await database.kysely
      .selectFrom('field_error')
      .select(['run_id', 'found_by', 'draft_id', 'column_id', 'count'])
      .orderBy('column_id')
      .execute()
    expect(columns).toEqual([
      { run_id: 'run', found_by: 'service', draft_id: 'draft', column_id: 'items[].price', count: 1 },
      { run_id: 'run', found_by: 'service', draft_id: 'draft', column_id: 'recipient.name', count: 1 },
    ])
  })

  test('wait while the database cannot be written, and are counted once', async () => {
    const database = await openTestDatabase()
    let isBroken = true
    const collector = new MessageCollector(async () => {
      if (isBroken) throw Object.assign(new Error('The database is down.'), { code: 'ECONNREFUSED' })
      return database
    })
    const operation = 'checkJapanOrders'
    const run = { id: 'run', draft_id: 'draft', connection_id: 'connection', operation } as const
    const report = () =>
      collector.add(run, [{ payload: '{}', failures: [{ field: 'recipient.city', message: '도시 오류' }] }])
    report()
    await collector.flush()
    expect(await listMessages(database.kysely, 'connection')).toEqual([])
    isBroken = false
    report()
    await Promise.all([collector.flush(), collector.flush()])
    expect(await listMessages(database.kysely, 'connection')).toMatchObject([{ count: 2 }])
    await collector.flush()
    expect(await listMessages(database.kysely, 'connection')).toMatchObject([{ count: 2 }])
  })
})
