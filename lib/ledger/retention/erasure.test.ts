import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordShopCancellations } from '@/lib/ledger/resolve/shop-cancellations'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { createConnection } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { readLines, saveLines, setDraftConnection } from '@/lib/store/drafts/drafts'
import { saveResponse } from '@/lib/store/drafts/editing-sessions'
import { archiveDraft, markErasing } from '@/lib/store/drafts/lifecycle'
import { listTimeline, searchOrders } from '@/lib/store/ledger/history/orders'
import { findCancelledNumbers } from '@/lib/store/ledger/orders/cancelled-numbers'
import { unpackOrder } from '@/lib/store/ledger/orders/orders'
import { unpack } from '@/lib/store/ledger/payload-compression'
import { acquireDailyWork, readRetention, setRetentionDays } from '@/lib/store/ledger/retention/retention'
import { iso } from '@/lib/store/stored-values'
import { openStage, orders, prepared, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { watchStatements } from '@/testing/store/seed-ledger'
import { eraseDraft, eraseOrder } from './erasure'
import { type DailyWorkContext, doDailyWork, retentionClock } from './retention'

const NAME = '山田 太郎'
const DAY = 24 * 60 * 60_000
const by = (now = Date.now()) => ({ actor: 'admin', now })

test('personal data is erased by the clock of the database, not by that of a server that is a year ahead', async () => {
  const clock = await retentionClock({ clock: async () => 5 * DAY }, () => 370 * DAY)
  expect(clock()).toBe(5 * DAY)
})

describeDatabases('erased personal data', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const orderOf = ({ kysely }: Database, number: string) =>
    kysely
      .selectFrom('ledger_order')
      .selectAll()
      .where('mall_order_number', '=', number)
      .executeTakeFirstOrThrow()
      .then(unpackOrder)

  test('is erased in all registrations of a draft, also in those with more orders than one chunk', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(230))
    await desk.checkAndRegister([prepared('B-1'), prepared('B-2')])
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 232 })
    expect(await placesOf(database, NAME)).toEqual([])
  })

  test('is nowhere in the database, while numbers, ids, states and hashes are unchanged', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    const save = { seq: 1, response: `{"recipient.name":"${NAME}"}` }
    await saveResponse(database.kysely, { draftId: 'draft', id: 'tab' }, 'mina', save, new Date())
    stage.service.checkModes.push(500, 500)
    await desk.checkAndRegister(orders(2))
    await desk.start('check', [prepared('A-3', 'wrong')])
    await desk.runner.idle()
    const before = await orderOf(database, 'A-1')
    expect(await placesOf(database, NAME)).toEqual(
      expect.arrayContaining([
        'ledger_order.packed',
        'attempt.body_gz',
        'draft_line.texts',
        'draft_sitting.answer',
      ]),
    )
    expect(await placesOf(database, 'wrong')).toContain('checked_payload.packed')
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 2 })
    expect(await placesOf(database, NAME)).toEqual([])
    expect(await placesOf(database, 'wrong')).toEqual([])
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
    expect(lines.map(line => line.texts['recipient.name'])).toEqual([undefined, NAME])
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
    expect(await placesOf(database, 'Hanako.csv')).toEqual(
      expect.arrayContaining(['shop_cancellation.source_name', 'cancelled_number.source_name']),
    )
    await eraseOrder(database, (await orderOf(database, 'A-1')).id, by())
    expect(await placesOf(database, 'Hanako.csv')).toEqual(['cancelled_number.source_name'])
    await eraseDraft(database, 'draft', by())
    expect(await placesOf(database, 'Taro.csv')).toEqual([])
    await eraseDraft(database, 'afternoon', by())
    expect(await placesOf(database, 'Hanako.csv')).toEqual([])
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
    expect(await placesOf(database, NAME)).toEqual([])
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
      NAME,
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
    for (const text of [NAME, 'wrong']) expect(await placesOf(database, text)).toEqual([])
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

  test('of a draft is erased by one person at a time: the second is told so, and the first stays protected from runs', async () => {
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
    expect(await placesOf(database, NAME)).toEqual([])
  })

  const context = (owner: string, now: number): DailyWorkContext => ({
    owner,
    now: () => now,
    pause: async () => {},
    isClosing: () => false,
  })

  test('is done again after a clock that was ahead was set right', async () => {
    const database = await openTestDatabase()
    const now = Date.now()
    expect(await doDailyWork(database, context('one', now + 300 * DAY))).toBe(0)
    expect(await doDailyWork(database, context('one', now))).toBe(0)
    expect(await doDailyWork(database, context('one', now + DAY - 1000))).toBeUndefined()
    // A server that died while its clock was ahead.
    await acquireDailyWork(database, 'dead', iso(now + 299 * DAY), iso(now), iso(now + 301 * DAY))
    expect(await doDailyWork(database, context('one', now + 2 * DAY))).toBe(0)
  })

  test('is erased by one process of the server, once a day, when its order ended long enough ago', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    stage.service.registerModes.push('ok', 'execute_then_502')
    await desk.checkAndRegister([prepared('A-1')])
    await desk.checkAndRegister([prepared('A-2')])
    const later = Date.now() + 401 * DAY
    expect(await doDailyWork(database, context('one', Date.now()))).toBe(0)
    const both = await Promise.all([
      doDailyWork(database, context('one', later)),
      doDailyWork(database, context('two', later)),
    ])
    expect(both.filter(erased => erased !== undefined)).toEqual([1])
    expect(await doDailyWork(database, context('one', later + 1000))).toBeUndefined()
    expect((await orderOf(database, 'A-1')).payload).not.toContain(NAME)
    // Its outcome is unknown, so its payload and its lines are still needed.
    expect((await orderOf(database, 'A-2')).payload).toContain(NAME)
    const lines = await readLines(database.kysely, 'draft')
    expect(lines.map(line => line.texts['recipient.name'])).toEqual([undefined, NAME])
    expect(await readRetention(database.kysely)).toMatchObject({ days: 400, erased: 1 })
  })

  /** Orders that ended in these states, with their rows in the draft; numbered from A-1. */
  async function endedOrders(states: readonly LedgerOrderState[]) {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    const numbers = states.map((_, at) => `A-${at + 1}`)
    await saveDraft(database, numbers)
    await desk.checkAndRegister(orders(states.length))
    for (const [at, state] of states.entries()) {
      await database.kysely
        .updateTable('ledger_order')
        .set({ state })
        .where('mall_order_number', '=', `A-${at + 1}`)
        .execute()
    }
    /** Numbers whose rows, and whose orders, still have their recipient. */
    const left = async () => {
      const named = (await readLines(database.kysely, 'draft')).filter(line => line.texts['recipient.name'])
      const rows = named.map(line => line.texts['orderInfo.mallOrderNumber'])
      const kept: string[] = []
      for (const number of numbers) {
        if ((await orderOf(database, number)).payload.includes(NAME)) kept.push(number)
      }
      return { rows, orders: kept }
    }
    const run = (days: number) => doDailyWork(database, context('one', Date.now() + days * DAY))
    return { desk, database, left, run }
  }

  test('stays while its order can still be corrected and registered: it ended unregistered, and its rows are in the draft', async () => {
    const open = ['REJECTED', 'CANCELLED', 'ABSENT', 'RELEASED'] as const
    const { desk, database, left, run } = await endedOrders([...open, 'REGISTERED', 'ABANDONED'])
    expect(await run(401)).toBe(2)
    const kept = ['A-1', 'A-2', 'A-3', 'A-4']
    expect(await left()).toEqual({ rows: kept, orders: kept })
    await desk.checkAndRegister([prepared('A-1')])
    expect(stage.service.registered.get('A-1')).toBe(2)
    // A row that is deleted is not worked on any more.
    await database.write(trx => saveLines(trx, draft, { upserts: [], removes: ['line A-2'] }, new Date()))
    expect(await run(403)).toBe(3)
    expect(await left()).toEqual({ rows: ['A-3', 'A-4'], orders: ['A-3', 'A-4'] })
  })

  test('of unregistered orders is erased when their draft has been archived for the retention period', async () => {
    const { database, left, run } = await endedOrders(['REJECTED', 'CANCELLED'])
    const archivedAt = iso(Date.now() + 1000 * DAY)
    await archiveDraft(database.kysely, 'draft', { operatorId: 'mina', at: archivedAt })
    expect(await run(1399)).toBe(0)
    expect((await left()).rows).toEqual(['A-1', 'A-2'])
    expect(await run(1401)).toBe(2)
    expect(await left()).toEqual({ rows: [], orders: [] })
  })

  test('of orders that were only registered for a test stays while their draft goes to production', async () => {
    const { database, left, run } = await endedOrders(['REGISTERED', 'REGISTERED'])
    const input = { name: 'Shipper', environment: 'production', baseUrl: 'https://ship.example' } as const
    const { id } = await createConnection(database.kysely, input)
    await setDraftConnection(database.kysely, 'draft', id)
    expect(await run(401)).toBe(0)
    expect((await left()).rows).toEqual(['A-1', 'A-2'])
    await setDraftConnection(database.kysely, 'draft', 'deleted since')
    expect(await run(403)).toBe(2)
    expect(await left()).toEqual({ rows: [], orders: [] })
  })

  test('of an order that ended unregistered is erased once its row is registered at another address or connection', async () => {
    const { desk, database, left, run } = await endedOrders(['CANCELLED', 'REJECTED', 'REJECTED'])
    const move = (number: string, envId: string) =>
      database.kysely
        .updateTable('ledger_order')
        .set({ env_id: envId })
        .where('mall_order_number', '=', number)
        .execute()
    await move('A-1', 'production:https://old.example')
    await move('A-2', 'test:https://old.example')
    await move('A-3', 'production:https://old.example')
    await desk.checkAndRegister([prepared('A-1'), prepared('A-2')])
    // A registration for a test does not count in production; that of A-2 replaces the test at the old address.
    expect(await run(401)).toBe(3)
    expect((await left()).rows).toEqual(['A-1', 'A-3'])
    await database.kysely
      .updateTable('ledger_order')
      .set({ env_id: 'production:https://new.example' })
      .where('state', '=', 'REGISTERED')
      .where('mall_order_number', '=', 'A-1')
      .execute()
    expect(await run(403)).toBe(1)
    expect((await left()).rows).toEqual(['A-3'])
  })

  test('is not erased before its retention period ends, not even a millisecond early', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    const finished = Date.parse((await orderOf(database, 'A-1')).updated_at)
    expect(await doDailyWork(database, context('one', finished + 398 * DAY))).toBe(0)
    expect(await doDailyWork(database, context('one', finished + 400 * DAY))).toBe(0)
    expect((await orderOf(database, 'A-1')).payload).toContain(NAME)
    expect(await doDailyWork(database, context('one', finished + 400 * DAY + 2 * DAY))).toBe(1)
    expect(await placesOf(database, NAME)).toEqual([])
  })

  test('is erased completely although the server dies at any point', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    const numbers = Array.from({ length: 60 }, (_, i) => `A-${i + 1}`)
    await saveDraft(database, numbers)
    await desk.checkAndRegister(orders(60))
    let erasedAt = 0
    for (let statement = 1; erasedAt === 0; statement += 4) {
      const dying = diesAt(database, statement)
      const now = Date.now() + 401 * DAY
      const erased = await doDailyWork(dying, context(`process ${statement}`, now)).catch(() => undefined)
      const names = await database.kysely.selectFrom('ledger_order').select(['erased_at']).execute()
      if (names.some(row => row.erased_at === null)) expect(erased).toBeUndefined()
      // The dead process had acquired the right to the daily work for an hour.
      await database.kysely.updateTable('retention').set({ owned_until: null }).execute()
      if (erased !== undefined) erasedAt = statement
    }
    expect(erasedAt).toBeGreaterThan(20)
    expect(await placesOf(database, NAME)).toEqual([])
    const events = await database.kysely
      .selectFrom('ledger_event')
      .select('ledger_order_id')
      .where('reason', '=', 'personal data erased')
      .execute()
    expect(new Set(events.map(event => event.ledger_order_id)).size).toBe(60)
    expect(events).toHaveLength(60)
  })

  test('has each stored body rewritten once, however many orders are due', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(230))
    const updates: string[] = []
    const seen = watchStatements(database, ({ text, parameters }) => {
      if (/^update "attempt"/.test(text)) updates.push(parameters.map(String).join(' '))
      return undefined
    })
    expect(await doDailyWork(seen, context('one', Date.now() + 401 * DAY))).toBe(230)
    const requests = await database.kysely.selectFrom('attempt').select('id').execute()
    for (const { id } of requests) {
      // A chunk may end within a request, which is then rewritten twice.
      expect([1, 2]).toContain(updates.filter(text => text.includes(id)).length)
    }
    expect(updates.length).toBeLessThanOrEqual(requests.length + 2)
  })

  test('of a repeated check stays as long as the younger check is kept', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.start('check', [prepared('A-1')])
    await desk.runner.idle()
    await database.kysely.updateTable('run').set({ started_at: '2025-01-01T00:00:00.000Z' }).execute()
    await desk.start('check', [prepared('A-1')])
    await desk.runner.idle()
    expect(await database.kysely.selectFrom('checked_form').select('id').execute()).toHaveLength(1)
    expect(await doDailyWork(database, context('one', Date.now()))).toBe(0)
    expect(await placesOf(database, NAME)).toContain('checked_payload.packed')
    expect(await doDailyWork(database, context('one', Date.now() + 401 * DAY))).toBe(0)
    expect(await placesOf(database, NAME)).toEqual([])
  })

  test('stays forever when an administrator chose so', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    await setRetentionDays(database.kysely, null, 'admin', new Date().toISOString())
    expect(await doDailyWork(database, context('one', Date.now() + 4000 * DAY))).toBe(0)
    expect((await orderOf(database, 'A-1')).payload).toContain(NAME)
  })
})

const draft = { id: 'draft', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }

const saveDraft = ({ write }: Database, numbers: readonly string[]) =>
  write(trx =>
    saveLines(
      trx,
      draft,
      {
        upserts: numbers.map((number, rank) => ({
          id: `line ${number}`,
          rank,
          texts: { 'orderInfo.mallOrderNumber': number, 'recipient.name': NAME },
        })),
        removes: [],
      },
      new Date(),
    ),
  )

/** Columns of the whole database that contain a text, including compressed bodies. */
async function placesOf({ kysely }: Database, text: string): Promise<string[]> {
  const places = new Set<string>()
  for (const { name } of await kysely.introspection.getTables()) {
    const rows: Record<string, unknown>[] = await kysely
      .selectFrom(name as 'draft')
      .selectAll()
      .execute()
    for (const [column, value] of rows.flatMap(row => Object.entries(row))) {
      if (readable(value).includes(text)) places.add(`${name}.${column}`)
    }
  }
  return [...places].sort()
}

/** A database whose process dies at a statement: no later statement runs. */
function diesAt(database: Database, statement: number): Database {
  let asked = 0
  return watchStatements(database, () => {
    if (++asked >= statement) throw new Error('kill -9')
    return undefined
  })
}

function readable(value: unknown): string {
  if (!(value instanceof ArrayBuffer || value instanceof Uint8Array)) return String(value)
  const bytes = new Uint8Array(value)
  if (bytes[0] === 1) return unpack(bytes)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
}
