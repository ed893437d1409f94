import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveLines } from '@/lib/store/drafts/drafts'
import { archiveDraft, deleteDraft, findLedgerUse } from '@/lib/store/drafts/lifecycle'
import { listHeldLines } from '@/lib/store/ledger/orders/held-lines'
import { openStage, openTestDesk, orders, prepared, type Stage } from '@/testing/ledger/harness'
import { countStatements, describeDatabases } from '@/testing/store/databases'

describeDatabases('a registration', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  test('registers orders that passed their check, each with the service’s id, digit by digit', async () => {
    const desk = await stage.desk(openTestDatabase)
    const started = await desk.checkAndRegister(orders(120))
    expect(await desk.progress(started)).toMatchObject({
      state: 'done',
      total: 120,
      done: 120,
      registered: 120,
    })
    expect([...stage.service.registered.values()]).toEqual(Array(120).fill(1))
    expect(stage.service.requests.map(one => one.orders)).toEqual([120, 50, 50, 20])
    expect(stage.service.requests[1]?.authorization).toBe('Bearer token')
    const shown = await desk.outcomes()
    expect(shown.map(one => one.mallOrderNumber)).toEqual(orders(120).map(one => one.mallOrderNumber))
    expect(shown[0]).toMatchObject({
      state: 'registered',
      orderId: '9007199254740993',
      lineIds: ['line A-1'],
    })
    expect(shown[1]?.orderId).toBe('9007199254740994')
    const held = await listHeldLines(desk.ports.database.kysely, 'draft', 'test:fake')
    expect(held.get('line A-120')).toBe('REGISTERED')
    // A registration in a test environment does not lock the lines for production.
    expect(await listHeldLines(desk.ports.database.kysely, 'draft', 'production:fake')).toEqual(new Map())
  })

  test('needs as many statements for a request of many orders as for one of few', async () => {
    const database = await openTestDatabase()
    let most = 0
    const write: typeof database.write = work =>
      database.write(async trx => {
        const { db, counts } = countStatements(trx)
        // A database with an additional plugin still belongs to the transaction.
        const result = await work(db as typeof trx)
        most = Math.max(most, counts.statements)
        return result
      })
    const desk = openTestDesk({ ...database, write }, stage.origin)
    await desk.finish('checkJapanOrders', orders(50))
    most = 0
    await desk.finish('registerJapanOrders', orders(50))
    expect(stage.service.registered.size).toBe(50)
    const ids = (await desk.outcomes()).map(one => one.orderId)
    expect(ids).toEqual(orders(50).map((_, at) => String(9007199254740993n + BigInt(at))))
    expect(most).toBeLessThan(40)
    await desk.runner.close()
  })

  test('does not start for a draft that was archived or deleted meanwhile', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { kysely } = desk.ports.database
    const draft = { id: 'draft', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
    await saveLines(kysely, draft, { upserts: [], removes: [] }, new Date())
    await desk.start('check', orders(1))
    await desk.runner.idle()
    const away = { ok: false, problem: { code: 'draft_away' } }
    const at = new Date().toISOString()
    await archiveDraft(kysely, 'draft', { operatorId: 'mina', at })
    expect(await desk.start('register', orders(1))).toEqual(away)
    await archiveDraft(kysely, 'draft', null)
    await deleteDraft(kysely, 'draft', 'mina', at)
    expect(await desk.start('register', orders(1))).toEqual(away)
    expect(await findLedgerUse(kysely, 'draft')).toEqual({
      isRunning: false,
      busy: 0,
      unknown: 0,
      registered: 0,
    })
  })

  test('sends no order twice: not by a second click, a repeated request, or another tab', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(3))
    const again = await desk.start('register', orders(3))
    expect(again).toMatchObject({
      accepted: 0,
      refused: [{ reason: 'already_registered', orderId: '9007199254740993' }, {}, {}],
    })
    const request = { clientRequestId: 'one request' }
    await desk.start('check', orders(2, 10))
    await desk.runner.idle()
    const [one, two, other] = await Promise.all([
      desk.start('register', orders(2, 10), request),
      desk.start('register', orders(2, 10), request),
      desk.start('register', orders(2, 10)),
    ])
    expect(one).toEqual(two)
    expect([one, other].map(run => run.ok && run.accepted).sort()).toEqual([0, 2])
    await desk.runner.idle()
    expect([...stage.service.registered.values()]).toEqual(Array(5).fill(1))
  })

  test('accepts only orders that passed a check of the same bytes recently', async () => {
    let now = Date.now()
    const desk = await stage.desk(openTestDatabase, { now: () => now })
    await desk.start('check', [...orders(2), prepared('A-3', 'wrong')])
    await desk.runner.idle()
    const records = [
      prepared('A-1', 'edited since'),
      prepared('A-2'),
      prepared('A-2'),
      prepared('A-3', 'wrong'),
      prepared('A-4'),
    ]
    expect(await desk.start('register', records)).toMatchObject({
      accepted: 1,
      refused: [
        { mallOrderNumber: 'A-1', reason: 'not_checked' },
        { mallOrderNumber: 'A-2', reason: 'repeated_number' },
        { mallOrderNumber: 'A-3', reason: 'not_checked' },
        { mallOrderNumber: 'A-4', reason: 'not_checked' },
      ],
    })
    await desk.runner.idle()
    now += 16 * 60_000
    expect(await desk.start('register', orders(1))).toMatchObject({ refused: [{ reason: 'not_checked' }] })
  })

  test('the history of an order has every step and cannot be changed', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(1))
    const { kysely } = desk.ports.database
    const events = await kysely
      .selectFrom('ledger_event')
      .select(['from_state', 'to_state', 'actor'])
      .orderBy('seq')
      .execute()
    expect(events.map(one => `${one.from_state} ${one.to_state} ${one.actor}`)).toEqual([
      'VALIDATED QUEUED mina',
      'QUEUED PREPARED runner',
      'PREPARED SENDING runner',
      'SENDING REGISTERED runner',
    ])
    await expect(kysely.updateTable('ledger_event').set({ reason: 'nothing' }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(kysely.deleteFrom('ledger_event').execute()).rejects.toThrow('never changed')
  })

  test('the database itself rejects a number that is held in its environment', async () => {
    const desk = await stage.desk(openTestDatabase)
    await desk.checkAndRegister(orders(1))
    const { kysely } = desk.ports.database
    const row = await kysely.selectFrom('ledger_order').selectAll().executeTakeFirstOrThrow()
    const copy = kysely
      .insertInto('ledger_order')
      .values({ ...row, packed: null, id: 'copy', state: 'QUEUED' })
      .execute()
    await expect(copy).rejects.toThrow(/unique/i)
  })
})
