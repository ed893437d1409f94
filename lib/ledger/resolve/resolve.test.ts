import { afterEach, beforeEach, expect, test } from 'vitest'
import { AFTER_RESPONSE_MS, QUARANTINE_MS } from '@/lib/ledger/rules/resolutions'
import type { Database } from '@/lib/store/db/database'
import { listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import type { Mode } from '@/testing/ledger/fake-responses'
import { openStage, orders, type Stage, type TestDesk } from '@/testing/ledger/harness'
import {
  afterQuarantine,
  decision,
  ledgerOrder,
  registerOneUnproven,
  registerUnproven,
  runOf,
} from '@/testing/ledger/unknown-orders'
import { describeDatabases, waitForBlockedWriter } from '@/testing/store/databases'
import { releaseNumber, resolveUnknown } from './resolve'

const about = { operatorId: 'mina' }

describeDatabases('unknown orders', openTestDatabase => {
  let stage: Stage
  let desk: TestDesk
  let database: Database
  beforeEach(async () => {
    stage = await openStage()
    desk = await stage.desk(openTestDatabase)
    database = desk.ports.database
  })
  afterEach(() => stage.close())

  const unproven = (count: number, mode?: Mode) => registerUnproven(stage, desk, count, mode)
  const oneUnproven = (mode?: Mode) => registerOneUnproven(stage, desk, mode)
  const events = (id: string) =>
    database.kysely
      .selectFrom('ledger_event')
      .selectAll()
      .where('ledger_order_id', '=', id)
      .orderBy('seq')
      .execute()

  test('found orders are registered, with the typed id or without one, and the resolution is stored', async () => {
    const [first, second, third] = await unproven(3)
    if (!first || !second || !third) throw new Error('three orders were sent')
    const resolved = await resolveUnknown(
      desk.ports,
      [
        decision(first, 'found', '９００７１９９２５４７４０９９３'),
        decision(second, 'found'),
        decision(third, 'found', '12a'),
      ],
      { ...about, note: 'seen in the console' },
      Date.now(),
    )
    expect(resolved.counts).toEqual({ found: 2, absent: 0, abandon: 0 })
    expect(resolved.unresolved).toMatchObject([{ number: 'A-3', why: 'not_an_id' }])
    expect(await ledgerOrder(desk, first.id)).toMatchObject({
      state: 'REGISTERED',
      order_id: '9007199254740993',
    })
    expect(await ledgerOrder(desk, second.id)).toMatchObject({ state: 'REGISTERED', order_id: null })
    const last = (await events(first.id)).at(-1)
    expect(last).toMatchObject({
      from_state: 'UNKNOWN',
      to_state: 'REGISTERED',
      actor: 'mina',
      note: 'seen in the console',
      attempt_id: first.current_attempt,
    })
    const acts = await database.kysely.selectFrom('resolution').selectAll().execute()
    expect(acts).toMatchObject([{ id: last?.resolution_id, means: 'typed', operator_id: 'mina' }])
    const ids = (await desk.outcomes()).map(one => one.orderId)
    expect(ids).toContain('9007199254740993')
  })

  test('no order is resolved as absent or given up before its quarantine is over', async () => {
    const [first, second] = await unproven(2)
    if (!first || !second) throw new Error('two orders were sent')
    const decisions = [decision(first, 'absent'), decision(second, 'abandon')]
    const end = Date.parse(first.hard_deadline ?? '') + QUARANTINE_MS
    const early = await resolveUnknown(desk.ports, decisions, about, end - 1)
    expect(early.unresolved.map(one => [one.why, one.detail])).toEqual(
      decisions.map(() => ['early', new Date(end).toISOString()]),
    )
    expect((await resolveUnknown(desk.ports, decisions, about, end)).counts).toEqual({
      found: 0,
      absent: 1,
      abandon: 1,
    })
  })

  test('a server whose clock is ahead of the database’s lets no one mark an order as absent too early', async () => {
    const first = await oneUnproven()
    const end = Date.parse(first.hard_deadline ?? '') + QUARANTINE_MS
    const behind = { ...database, clock: async () => Date.now() - 20 * 60_000 }
    const early = await resolveUnknown(
      { ...desk.ports, database: behind },
      [decision(first, 'absent')],
      about,
      end,
    )
    expect(early.unresolved).toMatchObject([{ why: 'early' }])
    const late = end + 21 * 60_000
    expect(
      (await resolveUnknown({ ...desk.ports, database: behind }, [decision(first, 'absent')], about, late))
        .counts.absent,
    ).toBe(1)
  })

  test('an order that a complete response leaves out may be absent after two minutes; other responses do not shorten the quarantine', async () => {
    const [left] = await unproven(3, 'leaves_out')
    if (!left) throw new Error('an order was left out')
    const { finished_at } = await database.kysely
      .selectFrom('attempt')
      .select('finished_at')
      .where('id', '=', left.current_attempt ?? '')
      .executeTakeFirstOrThrow()
    const soon = Date.parse(finished_at ?? '') + AFTER_RESPONSE_MS
    const early = await resolveUnknown(desk.ports, [decision(left, 'absent')], about, soon - 1)
    expect(early.unresolved).toMatchObject([{ why: 'early', detail: new Date(soon).toISOString() }])
    expect((await resolveUnknown(desk.ports, [decision(left, 'absent')], about, soon)).counts.absent).toBe(1)

    // A response with foreign orders may belong to another request, and the sent request may still be in progress.
    stage.service.registerModes.push('foreign_numbers')
    await desk.checkAndRegister(orders(2, 11))
    const [others] = await listUnknownOrders(database.kysely, { envId: 'test:fake', scope: 'orders' })
    if (!others) throw new Error('two orders are unconfirmed')
    const tooEarly = await resolveUnknown(
      desk.ports,
      [decision(others, 'absent')],
      about,
      Date.now() + AFTER_RESPONSE_MS,
    )
    expect(tooEarly.unresolved).toMatchObject([{ why: 'early' }])
  })

  test('a server whose clock is hours behind the database’s does not shorten the wait after its response', async () => {
    const [left] = await unproven(3, 'leaves_out')
    if (!left?.current_attempt) throw new Error('an order was left out')
    const hours = 3 * 60 * 60_000
    // As that server stores it: deadlines by the clock of the database, everything else by its own.
    const { sending_at, finished_at } = await database.kysely
      .selectFrom('attempt')
      .select(['sending_at', 'finished_at'])
      .where('id', '=', left.current_attempt)
      .executeTakeFirstOrThrow()
    const [sent, end] = [Date.parse(sending_at ?? ''), Date.parse(finished_at ?? '')]
    await database.kysely
      .updateTable('attempt')
      .set({
        sending_at: new Date(sent - hours).toISOString(),
        finished_at: new Date(end - hours).toISOString(),
        hard_deadline: new Date(sent + 2 * 60_000).toISOString(),
      })
      .where('id', '=', left.current_attempt)
      .execute()
    const from = end + AFTER_RESPONSE_MS
    const early = await resolveUnknown(desk.ports, [decision(left, 'absent')], about, from - 1)
    expect(early.unresolved).toMatchObject([{ why: 'early', detail: new Date(from).toISOString() }])
    expect((await resolveUnknown(desk.ports, [decision(left, 'absent')], about, from)).counts.absent).toBe(1)
  })

  test('an absent order is sent again only after a person registers it again, once', async () => {
    const order = await oneUnproven(503)
    await resolveUnknown(desk.ports, [decision(order, 'absent')], about, afterQuarantine())
    await desk.runner.resume()
    await desk.runner.idle()
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'ABSENT' })
    expect(await desk.states()).toEqual(['passed'])
    expect(stage.service.registered.get('A-1')).toBeUndefined()

    await desk.checkAndRegister(orders(1))
    expect(stage.service.registered.get('A-1')).toBe(1)
    const rows = await database.kysely.selectFrom('ledger_order').selectAll().orderBy('generation').execute()
    expect(rows.map(row => [row.state, row.generation])).toEqual([
      ['ABSENT', 1],
      ['REGISTERED', 2],
    ])
  })

  test('the number of an order that was given up is sent again only after an administrator released it', async () => {
    const order = await oneUnproven()
    await resolveUnknown(desk.ports, [decision(order, 'abandon')], about, afterQuarantine())
    const pressed = await desk.checkAndRegister(orders(1))
    expect(pressed).toMatchObject({ ok: true, accepted: 0, refused: [{ reason: 'given_up' }] })
    expect(await desk.outcomes()).toMatchObject([{ state: 'rejected', failures: [{ code: 'given_up' }] }])

    expect(await releaseNumber(desk.ports, order.id, 'root', 'the customer called')).toBe(true)
    expect(await releaseNumber(desk.ports, order.id, 'root', 'again')).toBe(false)
    expect((await events(order.id)).at(-1)).toMatchObject({
      to_state: 'RELEASED',
      note: 'the customer called',
    })
    await desk.checkAndRegister(orders(1))
    expect(await desk.states()).toEqual(['registered'])
  })

  test('of two people who resolve the same orders one wins, and the other is notified', async () => {
    const all = await unproven(20)
    const [one, other] = await Promise.all([
      resolveUnknown(
        desk.ports,
        all.map(order => decision(order, 'found')),
        about,
        afterQuarantine(),
      ),
      resolveUnknown(
        desk.ports,
        all.map(order => decision(order, 'absent')),
        { operatorId: 'jun' },
        afterQuarantine(),
      ),
    ])
    expect(one.counts.found + other.counts.absent).toBe(20)
    expect(one.unresolved.length + other.unresolved.length).toBe(20)
    for (const { why } of [...one.unresolved, ...other.unresolved]) expect(why).toBe('changed')
    for (const { id } of all) {
      const moves = (await events(id)).filter(event => event.from_state === 'UNKNOWN')
      expect(moves).toHaveLength(1)
    }
  })

  test('a decision about one request does not resolve a later one', async () => {
    const order = await oneUnproven()
    const stale = { ...decision(order, 'absent'), attemptId: 'an earlier request' }
    expect((await resolveUnknown(desk.ports, [stale], about, afterQuarantine())).unresolved).toMatchObject([
      { why: 'changed' },
    ])
    expect(await ledgerOrder(desk, order.id)).toMatchObject({ state: 'UNKNOWN' })
  })

  test('an order id of another order is refused', async () => {
    await desk.checkAndRegister(orders(1, 9))
    const taken = (await desk.outcomes())[0]?.orderId ?? ''
    const [first, second, third] = await unproven(3)
    if (!first || !second || !third) throw new Error('three orders were sent')
    const decisions = [
      decision(first, 'found', taken),
      decision(second, 'found', '70'),
      decision(third, 'found', '70'),
    ]
    const { counts, unresolved } = await resolveUnknown(desk.ports, decisions, about, Date.now())
    expect(counts.found).toBe(1)
    expect(unresolved.map(one => one.why)).toEqual(['id_taken', 'id_taken'])
  })

  test('thousands of orders are resolved in chunks, all of them', async () => {
    const order = await oneUnproven()
    const row = await ledgerOrder(desk, order.id)
    const many = Array.from({ length: 1200 }, (_, at) => ({
      ...row,
      packed: null,
      id: `m${at}`,
      mall_order_number: `M-${at}`,
    }))
    for (let at = 0; at < many.length; at += 200)
      await database.kysely
        .insertInto('ledger_order')
        .values(many.slice(at, at + 200))
        .execute()
    const decisions = many.map((one, at) => decision(one, 'found', String(5_000_000 + at)))
    const list = { evidence: '[]', sha256: 'x' }
    // Each transaction takes longer than the time that pages look back for changes.
    let now = Date.now()
    const write: Database['write'] = async work => {
      const done = await database.write(work)
      now += 5_000
      return done
    }
    const ports = { database: { ...database, write }, now: () => now }
    const began = new Date(now - 1).toISOString()
    const resolved = await resolveUnknown(ports, decisions, { ...about, list }, Date.now())
    expect(resolved.counts.found).toBe(1200)
    const changes = await database.kysely
      .selectFrom('ledger_order')
      .select(['updated_at', part => part.fn.countAll().as('count')])
      .where('updated_at', '>', began)
      .groupBy('updated_at')
      .orderBy('updated_at')
      .execute()
    const start = Date.parse(began) + 1
    expect(changes.map(one => [Date.parse(one.updated_at) - start, Number(one.count)])).toEqual([
      [0, 500],
      [5_000, 500],
      [10_000, 200],
    ])
    expect(await ledgerOrder(desk, 'm1199')).toMatchObject({ order_id: '5001199' })
    expect(await database.kysely.selectFrom('resolution').selectAll().execute()).toMatchObject([
      { means: 'paste' },
    ])
  })

  test('two people who resolve the last orders of a run at the same moment end it', async () => {
    const unknown = await unproven(2)
    const [first, second] = unknown
    if (!first || !second) throw new Error('two orders were sent')
    const resolve = (order: typeof first, by: Database) =>
      resolveUnknown({ ...desk.ports, database: by }, [decision(order, 'found')], about, Date.now())
    let other: Promise<unknown> | undefined
    const slow: Database = {
      ...database,
      write: work =>
        database.write(async trx => {
          const done = await work(trx)
          other = resolve(second, database)
          await waitForBlockedWriter(database, trx)
          return done
        }),
    }
    await resolve(first, slow)
    await other
    await desk.runner.idle()
    expect(await runOf(desk, unknown)).toMatchObject({ state: 'done', problem: null })
  })
})
