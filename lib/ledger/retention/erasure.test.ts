import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordShopCancellations } from '@/lib/ledger/resolve/shop-cancellations'
import type { Database } from '@/lib/store/db/database'
import { readLines } from '@/lib/store/drafts/drafts'
import { saveResponse } from '@/lib/store/drafts/editing-sessions'
import { markErasing } from '@/lib/store/drafts/lifecycle'
import { listTimeline, searchOrders } from '@/lib/store/ledger/history/orders'
import { findCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import { openStage, orders, prepared, type Stage } from '@/testing/ledger/harness'
import { columnsWith, orderOf, RECIPIENT, saveDraft } from '@/testing/ledger/personal-data'
import { describeDatabases } from '@/testing/store/databases'
import { eraseDraft, eraseOrder } from './erasure'

const by = (now = Date.now()) => ({ actor: 'admin', now })

describeDatabases('erased personal data', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('is erased in all registrations of a draft, also in those with more orders than one chunk', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(230))
    await desk.checkAndRegister([prepared('B-1'), prepared('B-2')])
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 232 })
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
  })

  test('is nowhere in the database, while numbers, ids, states and hashes are unchanged', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    const save = { seq: 1, response: `{"recipient.name":"${RECIPIENT}"}` }
    await saveResponse(database.kysely, { draftId: 'draft', id: 'tab' }, 'mina', save, new Date())
    stage.service.checkModes.push(500, 500)
    await desk.checkAndRegister(orders(2))
    await desk.start('check', [prepared('A-3', 'wrong')])
    await desk.runner.idle()
    const before = await orderOf(database, 'A-1')
    expect(await columnsWith(database, RECIPIENT)).toEqual(
      expect.arrayContaining([
        'ledger_order.packed',
        'attempt.body_gz',
        'draft_line.texts',
        'draft_sitting.answer',
      ]),
    )
    expect(await columnsWith(database, 'wrong')).toContain('checked_payload.packed')
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 2 })
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
    expect(await columnsWith(database, 'wrong')).toEqual([])
    const after = await orderOf(database, 'A-1')
    expect(after).toEqual({ ...before, payload: after.payload, erased_at: after.erased_at })
    expect(JSON.parse(after.payload)).toEqual({ orderInfo: { mallOrderNumber: 'A-1' }, recipient: {} })
    expect((await listTimeline(database.kysely, before.id)).at(-1)).toMatchObject({
      from_state: 'REGISTERED',
      to_state: 'REGISTERED',
      actor: 'admin',
      reason: 'personal data erased',
    })
    expect((await searchOrders(database, '山田', 9)).orders).toEqual([])
    expect((await searchOrders(database, 'A-1', 9)).orders).toMatchObject([{ orderId: '9007199254740993' }])
  })

  test('still prevents a second registration of its number, unchanged or changed', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    const { id } = await orderOf(database, 'A-1')
    expect(await eraseOrder(database, id, by())).toEqual({ ok: true, orders: 1 })
    expect(await eraseOrder(database, id, by())).toMatchObject({ obstacle: { why: 'already' } })
    for (const again of [prepared('A-1'), prepared('A-1', 'another name')]) {
      expect(await desk.checkAndRegister([again])).toMatchObject({
        accepted: 0,
        refused: [{ reason: 'already_registered', orderId: '9007199254740993' }],
      })
    }
    expect(stage.service.registered.get('A-1')).toBe(1)
  })

  test('of one order of a request leaves the others as they were sent, byte for byte', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    await desk.checkAndRegister(orders(2))
    await eraseOrder(database, (await orderOf(database, 'A-1')).id, by())
    const [request] = await database.kysely
      .selectFrom('attempt')
      .selectAll()
      .where('operation', '=', 'registerJapanOrders')
      .execute()
    const body = gunzipSync(new Uint8Array(request?.body_gz ?? [])).toString()
    expect(body).toBe(
      `{"data":[{"orderInfo":{"mallOrderNumber":"A-1"},"recipient":{}},${prepared('A-2').payload}]}`,
    )
    const lines = await readLines(database.kysely, 'draft')
    expect(lines.map(line => line.texts['recipient.name'])).toEqual([undefined, RECIPIENT])
  })

  test('includes the names of files that cancelled orders, of the draft and into the draft', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    await desk.checkAndRegister(orders(2))
    const report = (draftId: string, file: string, numbers: readonly string[]) =>
      recordShopCancellations(database, { draftId, file, digest: 'd1', numbers }, 'jun', Date.now)
    await report('afternoon', 'Hanako.csv', ['A-1'])
    await report('draft', 'Taro.csv', ['X-1'])
    expect(await columnsWith(database, 'Hanako.csv')).toEqual(
      expect.arrayContaining(['shop_cancellation.source_name', 'cancelled_number.source_name']),
    )
    await eraseOrder(database, (await orderOf(database, 'A-1')).id, by())
    expect(await columnsWith(database, 'Hanako.csv')).toEqual(['cancelled_number.source_name'])
    await eraseDraft(database, 'draft', by())
    expect(await columnsWith(database, 'Taro.csv')).toEqual([])
    await eraseDraft(database, 'afternoon', by())
    expect(await columnsWith(database, 'Hanako.csv')).toEqual([])
    const numbers = await findCancelledNumbers(database.kysely, ['A-1', 'X-1'])
    expect(numbers.map(one => one.mall_order_number).sort()).toEqual(['A-1', 'X-1'])
  })

  test('stays while its order is queued or unknown, and the refusal says which', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    stage.service.registerModes.push('execute_then_502')
    await desk.checkAndRegister(orders(1))
    const unknown = await orderOf(database, 'A-1')
    const obstacle = { ok: false, obstacle: { why: 'unknown', count: 1 } }
    expect(await eraseOrder(database, unknown.id, by())).toEqual(obstacle)
    expect(await eraseDraft(database, 'draft', by())).toEqual(obstacle)
    expect(await orderOf(database, 'A-1')).toEqual(unknown)
    await desk.start('check', [prepared('A-2')])
    await desk.runner.idle()
    await desk.start('register', [prepared('A-2')])
    const queued = await orderOf(database, 'A-2')
    expect(await eraseOrder(database, queued.id, by())).toMatchObject({ obstacle: { why: 'busy' } })
    expect(await eraseDraft(database, 'draft', by())).toMatchObject({ obstacle: { why: 'running' } })
  })

  test('of one order waits for a check that explains why it was rejected, and would store it again', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.finish('checkJapanOrders', [prepared('A-1')])
    stage.service.isNowWrong = 'A-1'
    let erasing: Promise<unknown> | undefined
    stage.service.onRequest = path => {
      if (!path.endsWith('/validators')) return
      erasing ??= orderOf(database, 'A-1').then(({ id }) => eraseOrder(database, id, by()))
    }
    stage.service.holdUntil = () => erasing?.then(() => undefined)
    await desk.finish('registerJapanOrders', [prepared('A-1')])
    expect(await erasing).toMatchObject({ ok: false, obstacle: { why: 'running' } })
    const { id, state } = await orderOf(database, 'A-1')
    expect(state).toBe('REJECTED')
    expect(await eraseOrder(database, id, by())).toEqual({ ok: true, orders: 1 })
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
  })

  /** The same database, which waits for `work` before its second transaction. */
  function interrupted(database: Database, work: () => Promise<unknown>): Database {
    let transactions = 0
    const write: Database['write'] = async act => {
      if (++transactions === 2) await work()
      return database.write(act)
    }
    return { ...database, write }
  }

  test('of a draft is erased completely or not at all: no run starts meanwhile, and one that started before is named first', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    await desk.checkAndRegister(orders(1))
    await desk.start('check', [prepared('A-2', 'wrong')])
    expect(await eraseDraft(database, 'draft', by())).toMatchObject({ obstacle: { why: 'running' } })
    expect((await readLines(database.kysely, 'draft')).map(({ texts }) => texts['recipient.name'])).toEqual([
      RECIPIENT,
    ])
    await desk.runner.idle()
    const refused: unknown[] = []
    const pressed = interrupted(database, async () => {
      for (const kind of ['check', 'register'] as const)
        refused.push(await desk.start(kind, [prepared('A-3', 'wrong')]))
    })
    expect(await eraseDraft(pressed, 'draft', by())).toEqual({ ok: true, orders: 1 })
    const refusal = { ok: false, problem: { code: 'draft_erasing' } }
    expect(refused).toEqual([refusal, refusal])
    for (const text of [RECIPIENT, 'wrong']) expect(await columnsWith(database, text)).toEqual([])
    expect(await desk.start('check', [prepared('A-3', 'corrected')])).toMatchObject({ ok: true })
  })

  test('of a draft whose server died meanwhile does not hold up runs for longer than a minute', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    const start = () => desk.start('check', [prepared('A-1')])
    const mark = await markErasing(database.kysely, 'draft', Date.now(), null)
    expect(await start()).toMatchObject({ problem: { code: 'draft_erasing' } })
    await markErasing(database.kysely, 'draft', Date.now() - 61_000, mark)
    expect(await start()).toMatchObject({ ok: true })
  })

  test('of a draft is erased by one person at a time: the second reads why it is refused, and no run starts during the first', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    await desk.checkAndRegister(orders(1))
    const seen: unknown[] = []
    const first = interrupted(database, async () => {
      seen.push(await eraseDraft(database, 'draft', by()))
      seen.push(await desk.start('check', [prepared('A-2')]))
    })
    expect(await eraseDraft(first, 'draft', by())).toEqual({ ok: true, orders: 1 })
    expect(seen).toMatchObject([
      { ok: false, obstacle: { why: 'erasing' } },
      { ok: false, problem: { code: 'draft_erasing' } },
    ])
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 0 })
  })

  test('of a draft that another server erases after this one hung stays marked when this one ends', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    let second: Promise<unknown> | undefined
    const started: unknown[] = []
    const hung = interrupted(database, async () => {
      const other = interrupted(database, async () => {
        await isFirstOver
        started.push(await desk.start('check', [prepared('A-2')]))
      })
      second = eraseDraft(other, 'draft', by())
    })
    const isFirstOver = eraseDraft(hung, 'draft', by(Date.now() - 61_000))
    expect(await isFirstOver).toMatchObject({ ok: true })
    expect(await second).toMatchObject({ ok: true })
    expect(started).toMatchObject([{ ok: false, problem: { code: 'draft_erasing' } }])
  })

  test('of one order is not stored again by a check that starts meanwhile', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    await desk.checkAndRegister(orders(1))
    const { id } = await orderOf(database, 'A-1')
    const begun = interrupted(database, async () => {
      const lines = await readLines(database.kysely, 'draft')
      await desk.start(
        'check',
        lines.map(({ texts }) => prepared('A-1', texts['recipient.name'] ?? '')),
      )
    })
    expect(await eraseOrder(begun, id, by())).toEqual({ ok: true, orders: 1 })
    await desk.runner.idle()
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
  })
})
