import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '@/lib/store/database'
import { keepAnswer } from '@/lib/store/draft-sittings'
import { readLines, saveLines } from '@/lib/store/drafts'
import { lifeOf, searchOrders } from '@/lib/store/history-orders'
import { keepFor, readRetention } from '@/lib/store/retention'
import { describeDatabases } from '@/lib/store/suite'
import { eraseDraft, eraseOrder } from './erasure'
import { doDailyWork, type Upkeep } from './retention'
import { openStage, orders, prepared, type Stage } from './runner-fixtures'

const NAME = '山田 太郎'
const DAY = 24 * 60 * 60_000
const by = (now = Date.now()) => ({ actor: 'admin', now })

describeDatabases('personal data that is erased', openTestDatabase => {
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

  test('is nowhere in the database any more, while numbers, ids, states and hashes are as they were', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    const answer = { seq: 1, answer: `{"recipient.name":"${NAME}"}` }
    await keepAnswer(database.kysely, { draftId: 'draft', id: 'tab' }, 'mina', answer, new Date())
    stage.service.checkModes.push(500, 500)
    await desk.checkAndRegister(orders(2))
    await desk.start('check', [prepared('A-3', 'wrong')])
    await desk.runner.idle()
    const before = await orderOf(database, 'A-1')
    expect(await placesOf(database, NAME)).toEqual(
      expect.arrayContaining([
        'ledger_order.payload',
        'attempt.body_gz',
        'draft_line.texts',
        'draft_sitting.answer',
        'run_order.payload',
      ]),
    )
    expect(await eraseDraft(database, 'draft', by())).toEqual({ ok: true, orders: 2 })
    expect(await placesOf(database, NAME)).toEqual([])
    expect(await placesOf(database, 'wrong')).toEqual([])
    const after = await orderOf(database, 'A-1')
    expect(after).toEqual({ ...before, payload: after.payload, erased_at: after.erased_at })
    expect(JSON.parse(after.payload)).toEqual({ orderInfo: { mallOrderNumber: 'A-1' }, recipient: {} })
    expect((await lifeOf(database.kysely, before.id)).at(-1)).toMatchObject({
      from_state: 'REGISTERED',
      to_state: 'REGISTERED',
      actor: 'admin',
      reason: 'personal data erased',
    })
    expect((await searchOrders(database, '山田', 9)).orders).toEqual([])
    expect((await searchOrders(database, 'A-1', 9)).orders).toMatchObject([{ orderId: '9007199254740993' }])
  })

  test('still keeps its number from being registered twice, as it was or changed', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    const { id } = await orderOf(database, 'A-1')
    expect(await eraseOrder(database, id, by())).toEqual({ ok: true, orders: 1 })
    expect(await eraseOrder(database, id, by())).toMatchObject({ needed: { why: 'already' } })
    for (const again of [prepared('A-1'), prepared('A-1', 'another name')]) {
      expect(await desk.checkAndRegister([again])).toMatchObject({
        taken: 0,
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

  test('stays while its order waits or is in doubt, and the refusal says which', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1'])
    stage.service.registerModes.push('execute_then_502')
    await desk.checkAndRegister(orders(1))
    const unknown = await orderOf(database, 'A-1')
    const needed = { ok: false, needed: { why: 'unknown', count: 1 } }
    expect(await eraseOrder(database, unknown.id, by())).toEqual(needed)
    expect(await eraseDraft(database, 'draft', by())).toEqual(needed)
    expect(await orderOf(database, 'A-1')).toEqual(unknown)
    await desk.start('check', [prepared('A-2')])
    await desk.runner.idle()
    await desk.start('register', [prepared('A-2')])
    const queued = await orderOf(database, 'A-2')
    expect(await eraseOrder(database, queued.id, by())).toMatchObject({ needed: { why: 'busy' } })
    expect(await eraseDraft(database, 'draft', by())).toMatchObject({ needed: { why: 'running' } })
  })

  const upkeep = (owner: string, now: number): Upkeep => ({
    owner,
    now: () => now,
    rest: async () => {},
    isClosing: () => false,
  })

  test('is erased by the server once its order was finished so many days ago, by one process, once a day', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await saveDraft(database, ['A-1', 'A-2'])
    stage.service.registerModes.push('ok', 'execute_then_502')
    await desk.checkAndRegister([prepared('A-1')])
    await desk.checkAndRegister([prepared('A-2')])
    const later = Date.now() + 401 * DAY
    expect(await doDailyWork(database, upkeep('one', Date.now()))).toBe(0)
    const both = await Promise.all([
      doDailyWork(database, upkeep('one', later)),
      doDailyWork(database, upkeep('two', later)),
    ])
    expect(both.filter(erased => erased !== undefined)).toEqual([1])
    expect(await doDailyWork(database, upkeep('one', later + 1000))).toBeUndefined()
    expect((await orderOf(database, 'A-1')).payload).not.toContain(NAME)
    // Nobody knows what became of it, so what was sent is needed still, and so are its lines.
    expect((await orderOf(database, 'A-2')).payload).toContain(NAME)
    const lines = await readLines(database.kysely, 'draft')
    expect(lines.map(line => line.texts['recipient.name'])).toEqual([undefined, NAME])
    expect(await readRetention(database.kysely)).toMatchObject({ days: 400, erased: 1 })
  })

  test('stays for ever where an administrator chose so', async () => {
    const desk = await stage.desk(openTestDatabase)
    const { database } = desk.ports
    await desk.checkAndRegister(orders(1))
    await keepFor(database.kysely, null, 'admin', new Date().toISOString())
    expect(await doDailyWork(database, upkeep('one', Date.now() + 4000 * DAY))).toBe(0)
    expect((await orderOf(database, 'A-1')).payload).toContain(NAME)
  })
})

const saveDraft = ({ write }: Database, numbers: readonly string[]) =>
  write(trx =>
    saveLines(
      trx,
      { id: 'draft', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' },
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

/** Columns of the whole database in which a text stands, packed bodies included. */
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

function readable(value: unknown): string {
  if (!(value instanceof ArrayBuffer || value instanceof Uint8Array)) return String(value)
  const bytes = new Uint8Array(value)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
}
