import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '@/lib/store/db/migrate'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases, waitForBlockedWriter } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { listPassed } from '../checks/verdicts'
import { insertRun } from '../runs/runs'
import { enqueueOrders } from './enqueue-orders'
import {
  findOrdersByNumber,
  findOrdersByServiceId,
  listOrders,
  listUnexplained,
  withServiceIds,
} from './orders'
import { registering } from './registered-orders'
import { moveOrdersToRun, moving, returnOrders, transitionOrders } from './transition-orders'

const at = '2026-11-21T00:00:00.000Z'

describeDatabases('the ledger', openTestDatabase => {
  /** A database from before the ledger accepted products. */
  const openOld = () => openTestDatabase(migrations.filter(step => step.name < '0008'))

  test('keeps numbers and passed checks from before it accepted products', async () => {
    const { kysely, dialect } = await openOld()
    await sql`insert into run (id, kind, operation, draft_id, connection_id, env_id, client_request_id, started_by,
        started_at, state, total, refused)
      values ('run', 'register', 'registerJapanOrders', 'draft', 'c', 'test:a', 'request', 'mina', ${at}, 'done', 1, '[]')
    `.execute(kysely)
    await sql`insert into ledger_order (id, env_id, variant, mall_order_number, payload, sha256, fingerprint, line_ids,
        state, generation, returned, draft_id, run_id, position, created_by, created_at, updated_at)
      values ('old', 'test:a', 'japan', 'A-1', '{}', 'h', 'f', '[]', 'REGISTERED', 1, 0, 'draft', 'run', 0, 'mina',
        ${at}, ${at})`.execute(kysely)
    await sql`insert into verdict (draft_id, env_id, mall_order_number, sha256, fingerprint, line_ids, position, passed,
        failures, attempt_id, checked_at)
      values ('draft', 'test:a', 'A-2', 'h', 'f', '[]', 0, 1, '[]', 'attempt', ${at})`.execute(kysely)

    await migrate(kysely, dialect, migrations)

    expect(
      await listPassed(kysely, 'draft', { envId: 'test:a', connectionId: '' }, 'japan', '', ['A-1', 'A-2']),
    ).toEqual(new Map([['A-2', 'h']]))
    expect((await findOrdersByNumber(kysely, 'test:a', 'products', ['A-1'])).size).toBe(0)
    const held = (await findOrdersByNumber(kysely, 'test:a', 'orders', ['A-1'])).get('A-1')
    if (!held) throw new Error('the number is not held any more')
    expect(held).toMatchObject({ id: 'old', scope: 'orders', checked_payload: null })
    const insert = (change: Partial<typeof held>) =>
      kysely
        .insertInto('ledger_order')
        .values({ ...held, ...change })
        .execute()
    await expect(insert({ id: 'other variant', variant: 'general' })).rejects.toThrow(/unique/i)
    await insert({ id: 'product', scope: 'products', variant: 'product' })
    await expect(insert({ id: 'again', scope: 'products', variant: 'product' })).rejects.toThrow(/unique/i)
  })

  test('an order that another run takes over at the same moment is not changed by its former run', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    for (const id of ['former', 'next']) await insertRun(kysely, runRow(id))
    await enqueueOrders(
      kysely,
      ['A-1', 'A-2'].map(number => orderRow(number, { run_id: 'former', state: 'QUEUED' })),
    )
    const cancel = {
      from: 'QUEUED',
      to: 'CANCELLED',
      attemptId: null,
      actor: 'mina',
      reason: '',
      at,
    } as const
    const ids = ['A-1/1/', 'A-2/1/']
    let cancelled: Promise<readonly string[]> | undefined
    await database.write(async trx => {
      await moveOrdersToRun(trx, [{ id: 'A-1/1/', run_id: 'former' }], 'next', at)
      // It has read its orders already, and waits for this transaction.
      cancelled = database.write(other => transitionOrders(other, ids, { ...cancel, ofRun: 'former' }))
    })
    expect(await cancelled).toEqual(['A-2/1/'])
  })

  test('an order that one run takes over is not taken from it by a run that read it before, nor given back by its former run', async () => {
    const database = await openTestDatabase()
    const { kysely, write } = database
    for (const id of ['former', 'first', 'second']) await insertRun(kysely, runRow(id))
    const read = { id: 'A-1/1/', run_id: 'former' }
    await enqueueOrders(kysely, [orderRow('A-1', { run_id: 'former', state: 'QUEUED' })])
    await moveOrdersToRun(kysely, [read], 'first', at)
    let returned: Promise<number> | undefined
    await write(async trx => {
      await moveOrdersToRun(trx, [{ ...read, run_id: 'first' }], 'second', at)
      returned = write(other => returnOrders(other, { runId: 'first', formerRunId: 'former' }, 10, at))
      await waitForBlockedWriter(database, trx)
    })
    expect(await returned).toBe(0)
    expect(await moveOrdersToRun(kysely, [read], 'first', at)).toEqual(new Set())
    expect(await listOrders(kysely, 'second', 'QUEUED', 10)).toMatchObject([{ id: 'A-1/1/' }])
  })

  test('finds the rejected orders of a large run without reading those that are registered', async () => {
    const { kysely, dialect } = await openTestDatabase()
    // PostgreSQL decides by statistics, which a test database has none of.
    if (dialect === 'postgres') return
    const query = listUnexplained(kysely, 'run', 500).compile()
    const { rows } = await sql<{
      detail: string
    }>`explain query plan ${sql.raw(query.sql.replaceAll('?', "'1'"))}`.execute(kysely)
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('ledger_order_unexplained')])
  })

  test('claims the orders of a request by their ids, however many wait in their run', async () => {
    const { kysely, dialect } = await openTestDatabase()
    if (dialect === 'postgres') return
    const ids = Array.from({ length: 50 }, (_, at) => String(at))
    const claim = { from: 'QUEUED', to: 'PREPARED', attemptId: 'a', actor: 'runner', reason: '', at } as const
    const query = moving(kysely, ids, { ...claim, ofRun: 'run' }, { current_attempt: 'a' }).compile()
    const { rows } = await sql<{
      detail: string
    }>`explain query plan ${sql.raw(query.sql.replaceAll('?', "'1'"))}`.execute(kysely)
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH ledger_order .*\(id=\?\)$/),
    ])
  })

  test('finds each registered order of a request by its id', async () => {
    const { kysely, dialect } = await openTestDatabase()
    if (dialect === 'postgres') return
    const move = {
      from: 'SENDING',
      to: 'REGISTERED',
      attemptId: 'a',
      actor: 'runner',
      reason: '',
      at,
    } as const
    const steps = ['one', 'two'].map(id => ({ id, orderId: id }))
    const { rows } = await sql<{
      detail: string
    }>`explain query plan ${registering(kysely, steps, move)}`.execute(kysely)
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SCAN jsonb_each/),
      expect.stringMatching(/^SEARCH ledger_order .*\(id=\?\)$/),
    ])
  })

  test('finds the orders of an environment that have one of many ids of the service', async () => {
    const { kysely } = await openTestDatabase()
    await insertRun(kysely, runRow('r1', { kind: 'register' }))
    const ids = Array.from({ length: 600 }, (_, at) => String(at))
    await enqueueOrders(kysely, [
      ...ids.map(id => orderRow(`A-${id}`, { env_id: 'test:a', order_id: id })),
      orderRow('B-1', { env_id: 'production:a', order_id: '1' }),
      orderRow('P-1', { env_id: 'test:a', order_id: '1', scope: 'products', variant: 'product' }),
      orderRow('A-none', { env_id: 'test:a', state: 'UNKNOWN' }),
    ])
    const found = await findOrdersByServiceId(kysely, 'test:a', 'orders', [...ids, 'other'])
    expect(found.map(({ orderId, number }) => [orderId, number]).toSorted()).toEqual(
      ids.map(id => [id, `A-${id}`]).toSorted(),
    )
    expect(await findOrdersByServiceId(kysely, 'production:a', 'orders', ['0', '1'])).toEqual([
      { orderId: '1', number: 'B-1' },
    ])
  })

  test('finds orders by ids of the service without reading all orders of their environment', async () => {
    const { kysely, dialect } = await openTestDatabase()
    if (dialect === 'postgres') return
    const query = withServiceIds(kysely, Array<string>(500).fill('1')).compile()
    const { rows } = await sql<{
      detail: string
    }>`explain query plan ${sql.raw(query.sql.replaceAll('?', "'1'"))}`.execute(kysely)
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/ledger_order_id_given \(order_id=\?\)$/),
    ])
  })
})
