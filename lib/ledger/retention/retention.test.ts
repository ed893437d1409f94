import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { createConnection } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { readLines, saveLines, setDraftConnection } from '@/lib/store/drafts/drafts'
import { archiveDraft } from '@/lib/store/drafts/lifecycle'
import { acquireDailyWork, readRetention, setRetentionDays } from '@/lib/store/ledger/retention/retention'
import { iso } from '@/lib/store/stored-values'
import { openStage, orders, prepared, type Stage } from '@/testing/ledger/harness'
import { columnsWith, draft, orderOf, RECIPIENT, saveDraft } from '@/testing/ledger/personal-data'
import { describeDatabases } from '@/testing/store/databases'
import { watchStatements } from '@/testing/store/seed-ledger'
import { type DailyWorkContext, doDailyWork, retentionClock } from './retention'

const DAY = 24 * 60 * 60_000

test('personal data is erased by the clock of the database, not by that of a server that is a year ahead', async () => {
  const clock = await retentionClock({ clock: async () => 5 * DAY }, () => 370 * DAY)
  expect(clock()).toBe(5 * DAY)
})

describeDatabases('personal data after its retention period', openTestDatabase => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage()
  })
  afterEach(() => stage.close())

  const context = (owner: string, now: number): DailyWorkContext => ({
    owner,
    now: () => now,
    pause: async () => {},
    isClosing: () => false,
  })

  test('is looked for again after a clock that was ahead was set right', async () => {
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
    expect((await orderOf(database, 'A-1')).payload).not.toContain(RECIPIENT)
    // Its outcome is unknown, so its payload and its lines are still needed.
    expect((await orderOf(database, 'A-2')).payload).toContain(RECIPIENT)
    const lines = await readLines(database.kysely, 'draft')
    expect(lines.map(line => line.texts['recipient.name'])).toEqual([undefined, RECIPIENT])
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
        if ((await orderOf(database, number)).payload.includes(RECIPIENT)) kept.push(number)
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
    expect((await orderOf(database, 'A-1')).payload).toContain(RECIPIENT)
    expect(await doDailyWork(database, context('one', finished + 400 * DAY + 2 * DAY))).toBe(1)
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
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
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
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
    expect(await columnsWith(database, RECIPIENT)).toContain('checked_payload.packed')
    expect(await doDailyWork(database, context('one', Date.now() + 401 * DAY))).toBe(0)
    expect(await columnsWith(database, RECIPIENT)).toEqual([])
  })

  test('stays forever when an administrator chose so', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    await setRetentionDays(database.kysely, null, 'admin', new Date().toISOString())
    expect(await doDailyWork(database, context('one', Date.now() + 4000 * DAY))).toBe(0)
    expect((await orderOf(database, 'A-1')).payload).toContain(RECIPIENT)
  })
})

/** A database whose process dies at a statement: no later statement runs. */
function diesAt(database: Database, statement: number): Database {
  let asked = 0
  return watchStatements(database, () => {
    if (++asked >= statement) throw new Error('kill -9')
    return undefined
  })
}
