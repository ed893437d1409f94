import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveLines } from '@/lib/store/drafts/drafts'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import type { LedgerOrderRow } from '@/lib/store/ledger/orders/orders'
import { insertRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { dayBounds } from '@/lib/words/time/zoned-time'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { searchOrders } from './orders'
import { backfillRecipients } from './recipients'
import { findListedRun, listRuns, type RunFilter } from './runs'

const at = (minute: number, day = 21) => new Date(Date.UTC(2026, 10, day, 1, minute)).toISOString()

const run = (id: string, of: Partial<RunRow> = {}): RunRow =>
  runRow(id, { kind: 'register', started_by: 'mina', started_at: at(0), ...of })

const order = (number: string, name: string, of: Partial<LedgerOrderRow> = {}): LedgerOrderRow =>
  orderRow(number, {
    id: randomUUID(),
    payload: JSON.stringify({ orderInfo: { mallOrderNumber: number }, recipient: { name } }),
    created_at: at(1),
    updated_at: at(1),
    ...of,
  })

async function withOrders(database: TestDatabase, rows: readonly LedgerOrderRow[]) {
  await insertRun(database.kysely, run('r1'))
  await enqueueOrders(database.kysely, rows)
  return async (text: string, limit = 50) =>
    (await searchOrders(database, text, limit)).orders.map(one => one.number)
}

describeDatabases('the history', openTestDatabase => {
  test('finds an order by its number, by how the number begins, and by the id of the service', async () => {
    const find = await withOrders(await openTestDatabase(), [
      order('1120-7728', '山田 太郎', { order_id: '9007199254740993' }),
      order('1120-7729', '佐藤 花子'),
      order('2120-7728', '鈴木 一郎'),
      order('주문-1', '김민수'),
    ])
    expect(await find('1120-7728')).toEqual(['1120-7728'])
    expect(await find('1120-')).toEqual(['1120-7728', '1120-7729'])
    expect(await find(' 주문 ')).toEqual(['주문-1'])
    expect(await find('9007199254740993')).toEqual(['1120-7728'])
    expect(await find('900719925474099')).toEqual([])
    expect(await find('%')).toEqual([])
    expect(await find('')).toEqual([])
  })

  test('finds an order by a part of the name, whatever its width, case, form of Hangul or spaces', async () => {
    const find = await withOrders(await openTestDatabase(), [
      order('A-1', 'ﾔﾏﾀﾞ ﾀﾛｳ'),
      order('A-2', '山田　太郎'),
      order('A-3', 'Dana Miller'),
      order('A-4', '김민수'.normalize('NFD')),
    ])
    expect(await find('ヤマダ')).toEqual(['A-1'])
    expect(await find('田太')).toEqual(['A-2'])
    expect(await find('ｄａｎａ ｍ')).toEqual(['A-3'])
    expect(await find('민수')).toEqual(['A-4'])
    expect(await find('_')).toEqual([])
  })

  test('lists the newest of many orders of a name, and continues with the next page', async () => {
    const database = await openTestDatabase()
    const rows = Array.from({ length: 5 }, (_, i) => order(`A-${i}`, '山田', { created_at: at(i) }))
    await withOrders(database, rows)
    const first = await searchOrders(database, '山田', 2)
    expect(first.orders.map(one => one.number)).toEqual(['A-4', 'A-3'])
    const second = await searchOrders(database, '山田', 2, first.next)
    expect(second.orders.map(one => one.number)).toEqual(['A-2', 'A-1'])
  })

  test('finds orders from before the recipient index once their names are indexed', async () => {
    const database = await openTestDatabase()
    const find = await withOrders(database, [
      order('A-1', '山田'),
      order('A-2', '山田'),
      order('A-3', '佐藤'),
    ])
    const { kysely } = database
    for (const table of ['order_recipient', 'recipient_gram'] as const) {
      await kysely.deleteFrom(table).execute()
    }
    await kysely.updateTable('retention').set({ named_to: '' }).execute()
    expect(await find('山田')).toEqual([])
    let looks = 1
    while (!(await backfillRecipients(database, 2))) looks++
    expect(looks).toBe(2)
    expect((await find('山田')).sort()).toEqual(['A-1', 'A-2'])
    await enqueueOrders(kysely, [order('A-4', '山田')])
    expect((await find('山田'))[0]).toBe('A-4')
  })

  test('finds names by two characters or three Latin letters, shorter texts as a whole name', async () => {
    const find = await withOrders(await openTestDatabase(), [
      order('1', 'Li'),
      order('2', 'Lina Park'),
      order('3', '이'),
      order('4', '이민호'),
    ])
    expect(await find('li')).toEqual(['1'])
    expect(await find('LIN')).toEqual(['2'])
    expect(await find('이')).toEqual(['3'])
    expect(await find('민호')).toEqual(['4'])
  })

  test('searches names only if no number has this prefix', async () => {
    const find = await withOrders(await openTestDatabase(), [
      order('Yamada-1', '佐藤 花子'),
      order('1', 'Yamada'),
    ])
    expect(await find('Yamada')).toEqual(['Yamada-1'])
    expect(await find('yamada')).toEqual(['1'])
  })

  test('lists runs newest first, in pages in both directions, with filters', async () => {
    const { kysely, write } = await openTestDatabase()
    const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
    await write(trx => saveLines(trx, draft, { upserts: [], removes: [] }, new Date()))
    for (let i = 0; i < 5; i++) await insertRun(kysely, run(`r${i}`, { started_at: at(i) }))
    await insertRun(kysely, run('check', { kind: 'check', started_at: at(0, 20), state: 'stopped' }))
    const ids = async (choice: RunFilter, ...rest: [number?, Parameters<typeof listRuns>[3]?]) =>
      (await listRuns(kysely, choice, rest[0] ?? 50, rest[1])).map(one => one.id)
    expect(await ids({})).toEqual(['r4', 'r3', 'r2', 'r1', 'r0', 'check'])
    expect(await ids({}, 2, { older: { value: at(3), id: 'r3' } })).toEqual(['r2', 'r1'])
    expect(await ids({}, 2, { newer: { value: at(1), id: 'r1' } })).toEqual(['r3', 'r2'])
    expect(await ids({ kind: 'check' })).toEqual(['check'])
    expect(await ids({ state: 'stopped' })).toEqual(['check'])
    expect(await ids({ startedBefore: at(0) })).toEqual(['check'])
    expect(await ids({ draftId: 'd2' })).toEqual([])
    expect(await ids({ operatorId: 'mina', connectionId: 'c1', startedFrom: at(0) })).toHaveLength(5)
    expect(await findListedRun(kysely, 'r1')).toMatchObject({ draftName: 'Qoo10', isDraftGone: false })
  })

  test('lists the runs of a day of a time zone, also where the day has 23 or 25 hours', async () => {
    const { kysely } = await openTestDatabase()
    const times = [
      '2026-03-08T07:59:59.999Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-09T06:59:59.999Z',
      '2026-03-09T07:00:00.000Z',
      '2026-11-01T06:59:59.999Z',
      '2026-11-01T07:00:00.000Z',
      '2026-11-02T07:59:59.999Z',
      '2026-11-02T08:00:00.000Z',
      '2026-11-20T14:59:59.999Z',
      '2026-11-20T15:00:00.000Z',
      '2026-11-21T14:59:59.999Z',
      '2026-11-21T15:00:00.000Z',
    ]
    for (const time of times) await insertRun(kysely, run(time, { started_at: time }))
    const listed = async (day: string, timeZone: string) => {
      const { from, until } = dayBounds(day, timeZone)
      const started = { startedFrom: from.toISOString(), startedBefore: until.toISOString() }
      return (await listRuns(kysely, started, 50)).map(({ startedAt }) => startedAt)
    }
    expect(await listed('2026-03-08', 'America/Los_Angeles')).toEqual([times[2], times[1]])
    expect(await listed('2026-11-01', 'America/Los_Angeles')).toEqual([times[6], times[5]])
    expect(await listed('2026-11-21', 'Asia/Seoul')).toEqual([times[10], times[9]])
    expect(await listed('2026-11-21', 'Asia/Tokyo')).toEqual([times[10], times[9]])
    expect(await listed('2026-11-20', 'America/Los_Angeles')).toEqual([times[9], times[8]])
    expect(await listed('2026-11-21', 'UTC')).toEqual([times[11], times[10]])
  })
})
