import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { DraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { closeRestorations } from '@/lib/store/backup/restorations'
import type { ConnectionRow } from '@/lib/store/connections/connections'
import { emptySecrets } from '@/lib/store/connections/sealed-secrets'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { noteClockSkew } from '@/lib/store/ledger/environments/clock-skews'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { addCancellations, closeCancellation } from '@/lib/store/ledger/orders/shop-cancellations'
import { insertRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { plainRows } from '@/testing/store/plain-sql'
import { differingServerClock, readAttention } from './attention'

const NOW = Date.parse('2026-11-23T03:00:00.000Z')
const DAY_MS = 24 * 60 * 60 * 1000
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 1, minute)).toISOString()

const run = (id: string, draft: string, of: Partial<RunRow>) =>
  runRow(id, { draft_id: draft, started_at: at(1), ...of })

/** A draft of ten orders; the sheet finds errors in some of them. */
async function addDraft(db: Db, id: string, operatorId: string, unchecked = 0) {
  const head = { id, sheet: 'orders/japan', name: `Draft ${id}`, operatorId, records: 10 }
  const errors = { unchecked, passed: 0, failed: 0 }
  await saveLines(db, { ...head, errors }, { upserts: [], removes: [] }, new Date(at(0)))
}

async function judge(db: Db, draft: string, passed: number, failed: number) {
  await saveVerdicts(
    db,
    Array.from({ length: passed + failed }, (_, position) =>
      verdictRow(`${draft}-${position}`, {
        ...{ draft_id: draft, position, passed: position < passed ? 1 : 0, checked_at: at(2) },
      }),
    ),
  )
}

async function send(
  db: Db,
  draft: string,
  runId: string,
  states: readonly LedgerOrderState[],
  env = 'embedded',
) {
  await enqueueOrders(
    db,
    states.map((state, position) =>
      orderRow(`${draft}-${position}`, { draft_id: draft, run_id: runId, env_id: env, state, position }),
    ),
  )
}

async function operator(db: Db): Promise<string> {
  const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
  return (await addOperator(db, account)).id
}

/** A connection to a service of its own, or to the one at `base_url`. */
async function addConnection(db: Db, name: string, of: Partial<ConnectionRow>) {
  const [{ n } = { n: 0 }] = await plainRows(db, 'select count(*) as n from connection')
  const row: ConnectionRow = {
    ...emptySecrets,
    id: name,
    name,
    kind: 'remote',
    environment: 'production',
    base_url: `https://${Number(n)}.example`,
    rehearsal: null,
    idempotency: 'off',
    check_size: 100,
    register_size: 100,
    check_parallel: 1,
    warehouses: '[]',
    console_link: '',
    created_at: at(0),
    updated_at: at(0),
    deleted_at: null,
    is_default: 0,
    ...of,
  }
  await db.insertInto('connection').values(row).execute()
}

const counted = (all: readonly { readonly draft: { readonly id: string }; readonly count: number }[]) =>
  Object.fromEntries(all.map(({ draft, count }) => [draft.id, count]))

describeDatabases('what needs attention', openTestDatabase => {
  test('unconfirmed, failing and ready orders are those that a count of all orders finds', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const [id, own] of [
      ['mixed', 2],
      ['unsaved', 3],
      ['done', 0],
      ['fresh', 0],
    ] as const) {
      await addDraft(kysely, id, mina, own)
    }
    await insertRun(kysely, run('check mixed', 'mixed', {}))
    await judge(kysely, 'mixed', 6, 2)
    await insertRun(kysely, run('register mixed', 'mixed', { kind: 'register', started_at: at(3) }))
    await send(kysely, 'mixed', 'register mixed', ['REGISTERED', 'UNKNOWN', 'UNKNOWN'])
    // It passed at a sandbox, and was registered in production.
    await insertRun(kysely, run('check done', 'done', {}))
    await judge(kysely, 'done', 2, 0)
    const production = { kind: 'register', env_id: 'production:https://a', started_at: at(4) } as const
    await insertRun(kysely, run('register done', 'done', production))
    await send(kysely, 'done', 'register done', ['REGISTERED', 'REGISTERED'], 'production:https://a')

    const attention = await readAttention(kysely, NOW)
    const open = `not exists (select 1 from ledger_order o where o.draft_id = v.draft_id and o.env_id = v.env_id
      and o.mall_order_number = v.mall_order_number)`
    const latest = `v.env_id = (select r.env_id from run r where r.draft_id = v.draft_id
      order by r.started_at desc limit 1)`
    const byDraft = async (text: string) =>
      Object.fromEntries((await plainRows(kysely, text)).map(row => [row.id, Number(row.n)]))
    expect(counted(attention.unconfirmed)).toEqual(
      await byDraft(
        `select draft_id as id, count(*) as n from ledger_order where state = 'UNKNOWN' group by draft_id`,
      ),
    )
    expect(counted(attention.ready)).toEqual(
      await byDraft(`select v.draft_id as id, count(*) as n from verdict v
        where v.passed = 1 and ${open} and ${latest} group by v.draft_id`),
    )
    expect(counted(attention.errors)).toEqual(
      await byDraft(`select id, sum(n) as n from (
        select v.draft_id as id, count(*) as n from verdict v where v.passed = 0 and ${open} and ${latest}
        group by v.draft_id union all select id, errors from draft where errors > 0) both_kinds group by id`),
    )
    expect(counted(attention.errors)).toEqual({ mixed: 4, unsaved: 3 })
    expect(counted(attention.ready)).toEqual({ mixed: 3 })
  })

  test('the orders of a draft are not named while it is checked or registered', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const id of ['idle', 'busy']) {
      await addDraft(kysely, id, mina)
      await insertRun(kysely, run(`check ${id}`, id, {}))
      await judge(kysely, id, 2, 1)
    }
    const running = { kind: 'register', started_at: at(3), state: 'running' } as const
    await insertRun(kysely, run('register busy', 'busy', running))
    const named = async () => {
      const { ready, errors } = await readAttention(kysely, NOW)
      return [counted(ready), counted(errors)]
    }
    expect(await named()).toEqual([{ idle: 2 }, { idle: 1 }])
    await kysely.updateTable('run').set({ state: 'done' }).where('id', '=', 'register busy').execute()
    expect(await named()).toEqual([
      { idle: 2, busy: 2 },
      { idle: 1, busy: 1 },
    ])
  })

  test('orders past the limit of their shop come before those that are due today, by the day in Korea and Japan', async () => {
    const { kysely, dialect } = await openTestDatabase()
    const mina = await operator(kysely)
    const addDue = (id: string, limits: readonly string[]) =>
      saveLines(
        kysely,
        { id, sheet: 'orders/japan', name: id, operatorId: mina, records: limits.length },
        {
          upserts: limits.map((limit, rank) => ({
            ...{ id: `${id} ${rank}`, rank },
            texts: { 'orderInfo.mallOrderNumber': `${id} ${rank}`, '[].$dispatchBy': limit },
          })),
          removes: [],
        },
        new Date(at(0)),
      )
    await addDue('later', ['2026-11-25'])
    await addDue('today', ['2026-11-24', '2026-11-24 12:00'])
    await addDue('both', ['2026/11/24', '2026/11/22', '2026/11/23'])
    await addDue('longest', ['2026-11-12'])
    await addDue('long ago', ['2026-10-01'])
    // In Seoul the day has begun, where the clock of UTC is at 15:30 of the day before.
    const { due } = await readAttention(kysely, Date.parse('2026-11-23T15:30:00.000Z'))
    expect(due.map(({ draft, state, count, day }) => [draft.id, state, count, day])).toEqual([
      ['longest', 'past', 1, '2026-11-12'],
      ['both', 'past', 2, '2026-11-22'],
      ['both', 'today', 1, '2026-11-24'],
      ['today', 'today', 2, '2026-11-24'],
    ])
    const limit = dialect === 'sqlite' ? `texts ->> '$."[].$dispatchBy"'` : `texts::json ->> '[].$dispatchBy'`
    const rows = await plainRows(
      kysely,
      `select draft_id, case when day < '2026-11-24' then 'past' else 'today' end as state, count(*) as n from (
         select draft_id, replace(substr(${limit}, 1, 10), '/', '-') as day from draft_line) d
       where day between '2026-11-10' and '2026-11-24' group by 1, 2`,
    )
    expect(due.map(({ draft, state, count }) => `${draft.id} ${state} ${count}`).sort()).toEqual(
      rows.map(row => `${row.draft_id} ${row.state} ${row.n}`).sort(),
    )
  })

  test('a draft whose orders were not counted is due until one of them is registered', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const id of ['registered', 'open']) {
      const texts = { 'orderInfo.mallOrderNumber': `${id}-0`, '[].$dispatchBy': '2026-11-23' }
      await saveLines(
        kysely,
        { id, sheet: 'orders/japan', name: id, operatorId: mina },
        { upserts: [{ id: `${id} 0`, rank: 0, texts }], removes: [] },
        new Date(at(0)),
      )
      await insertRun(kysely, run(`of ${id}`, id, { kind: 'register', state: 'done' }))
    }
    await send(kysely, 'registered', 'of registered', ['REGISTERED'])
    const { due } = await readAttention(kysely, NOW)
    expect(due.map(({ draft, count }) => [draft.id, count])).toEqual([['open', 1]])
  })

  test('a server whose clock differs from its database by a minute or more is named', async () => {
    const database = await openTestDatabase()
    expect(await differingServerClock(database)).toEqual([])
    const skewed = (ms: number) => differingServerClock(database, () => Date.now() + ms)
    // Processes that share a SQLite file run on one host, and have one clock.
    const isShared = database.dialect === 'postgres'
    const named = (way: 'ahead' | 'behind') =>
      isShared ? [{ host: hostname(), difference: { way, count: 3, unit: 'hours' } }] : []
    expect(await skewed(3 * 3_600_000)).toEqual(named('ahead'))
    expect(await skewed(-3 * 3_600_000)).toEqual(named('behind'))
    expect(await skewed(30_000)).toEqual([])
    // A database that takes too long to say its time says nothing about the clock.
    let now = 0
    const slow = { clock: async () => 500_000 }
    expect(await differingServerClock(slow, () => (now += 2_000))).toEqual([])
  })

  test('a page that lists the same drafts counts each of them once', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const id of ['one', 'two']) await addDraft(kysely, id, mina, 1)
    const { db, counts } = countStatements(kysely)
    const statuses = new DraftStatuses(db)
    await Promise.all([statuses.of(['two', 'one']), readAttention(kysely, NOW, statuses)])
    await statuses.of(['one'])
    expect(counts.statements).toBe(2)
    await statuses.of(['one', 'three'])
    expect(counts.statements).toBe(4)
  })

  test('an order that the shop cancelled is named while it may be at the shipping company and is not resolved', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    await addDraft(kysely, 'morning', mina)
    await insertRun(kysely, run('r1', 'morning', { kind: 'register' }))
    await send(kysely, 'morning', 'r1', ['REGISTERED', 'UNKNOWN', 'CANCELLED', 'ABSENT', 'REGISTERED'])
    const row = (position: number) => ({
      id: `c${position}`,
      ledger_order_id: orderRow(`morning-${position}`, { env_id: 'embedded' }).id,
      env_id: 'embedded',
      mall_order_number: `morning-${position}`,
      source_name: 'afternoon.csv',
      source_digest: 'd',
      source_draft_id: null,
      found_at: at(4),
      found_by: mina,
    })
    await addCancellations(kysely, [0, 1, 2, 3, 4].map(row))
    await closeCancellation(kysely, 'c4', 'cancelled', mina, at(5))
    const { cancelled } = await readAttention(kysely, NOW)
    const expected = await plainRows(
      kysely,
      `select o.mall_order_number as number, o.state from shop_cancellation c, ledger_order o
        where o.id = c.ledger_order_id and c.resolved_at is null and o.state in ('REGISTERED', 'UNKNOWN')
        order by number`,
    )
    expect(cancelled.map(({ number }) => number)).toEqual(expected.map(({ number }) => number))
    expect(cancelled.map(({ number, isUnconfirmed, draft }) => [number, isUnconfirmed, draft])).toEqual([
      ['morning-0', false, 'Draft morning'],
      ['morning-1', true, 'Draft morning'],
    ])
  })

  test('a registration counts while orders wait in it, a stopped check until a newer one was started', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const id of ['stopped', 'sent', 'behind', 'again', 'asked']) await addDraft(kysely, id, mina)
    const register = { kind: 'register', state: 'stopped' } as const
    await insertRun(kysely, run('r1', 'stopped', { ...register, problem: '{"code":"unreachable"}' }))
    await send(kysely, 'stopped', 'r1', ['REGISTERED', 'QUEUED', 'QUEUED'])
    await insertRun(kysely, run('r2', 'sent', register))
    await send(kysely, 'sent', 'r2', ['REGISTERED'])
    // A later registration, perhaps of another connection, sends none of these.
    await insertRun(kysely, run('r3', 'behind', register))
    await send(kysely, 'behind', 'r3', ['QUEUED'])
    await insertRun(kysely, run('r4', 'behind', { kind: 'register', started_at: at(5) }))
    await insertRun(kysely, run('r6', 'again', { state: 'stopped' }))
    await kysely
      .insertInto('run_count')
      .values({ run_id: 'r6', state: 'waiting', slot: 0, count: 1 })
      .execute()
    await insertRun(kysely, run('r7', 'again', { started_at: at(5) }))
    const env = 'test:https://slow'
    await ensureEnvironment(kysely, env)
    const until = new Date(NOW + DAY_MS).toISOString()
    await updateEnvironment(kysely, env, { not_before: until, asked_until: until })
    await insertRun(kysely, run('r5', 'asked', { kind: 'register', state: 'running', env_id: env }))
    await send(kysely, 'asked', 'r5', ['QUEUED'], env)

    const { runs } = await readAttention(kysely, NOW)
    expect(runs.map(({ draft, state, left, waitsUntil }) => [draft.id, state, left, waitsUntil])).toEqual([
      ['stopped', 'stopped', 2, undefined],
      ['behind', 'stopped', 1, undefined],
      ['asked', 'waiting', 1, until],
    ])
    const rows = await plainRows(
      kysely,
      `select draft_id, count(*) as n from ledger_order where state = 'QUEUED' group by draft_id`,
    )
    const queued = new Map(rows.map(row => [row.draft_id, Number(row.n)]))
    for (const { draft, left } of runs) expect(left).toBe(queued.get(draft.id))
    expect((await readAttention(kysely, NOW + 2 * DAY_MS)).runs.map(({ draft }) => draft.id)).toEqual([
      'stopped',
      'behind',
    ])
  })

  test('a token is named two weeks before it expires, one for a day in its last hours, and a credential whose test failed', async () => {
    const { kysely } = await openTestDatabase()
    const add = (name: string, expiresIn: number | null, test: string | null, age?: number) =>
      addConnection(kysely, name, {
        access_token_at: age === undefined ? null : new Date(NOW - age * DAY_MS).toISOString(),
        access_token_expires_at: expiresIn === null ? null : new Date(NOW + expiresIn * DAY_MS).toISOString(),
        secret_key_test: test && JSON.stringify({ code: test, at: at(0) }),
      })
    await add('a: soon', 13, 'works')
    await add('b: later', 15, null)
    await add('c: over', -1, 'refused')
    await add('d: unknown', null, null)
    await add('e: new, for a day', 0.9, null, 0.1)
    await add('f: old, for a day', 0.1, null, 0.9)
    // A test that found no fault is not listed, even where it cannot prove that products are accepted.
    for (const code of ['key-known', 'key-unproven', 'turned-down', 'none', 'busy'])
      await add(`g: ${code}`, null, code)
    const { credentials } = await readAttention(kysely, NOW)
    expect(credentials.map(({ connection, credential, state }) => [connection, credential, state])).toEqual([
      ['a: soon', 'accessToken', 'expires'],
      ['c: over', 'accessToken', 'expired'],
      ['c: over', 'secretKey', 'failed'],
      ['f: old, for a day', 'accessToken', 'expires'],
    ])
  })

  test('a clock that differs by a minute or more is named for each connection to its service, until it does not', async () => {
    const { kysely } = await openTestDatabase()
    const ahead = 'https://ahead.example'
    await addConnection(kysely, 'a', { base_url: ahead })
    await addConnection(kysely, 'b', { base_url: ahead })
    await addConnection(kysely, 'c', { base_url: ahead, environment: 'test' })
    await addConnection(kysely, 'd', { base_url: 'https://behind.example' })
    await addConnection(kysely, 'e', { base_url: 'https://seconds.example' })
    await noteClockSkew(kysely, `production:${ahead}`, 10 * 60_000)
    await noteClockSkew(kysely, 'production:https://behind.example', -60_000)
    await noteClockSkew(kysely, 'production:https://seconds.example', 59_000)
    const clocks = async () => (await readAttention(kysely, NOW)).clocks
    expect(await clocks()).toEqual([
      { connectionId: 'a', connection: 'a', difference: { way: 'ahead', count: 10, unit: 'minutes' } },
      { connectionId: 'b', connection: 'b', difference: { way: 'ahead', count: 10, unit: 'minutes' } },
      { connectionId: 'd', connection: 'd', difference: { way: 'behind', count: 1, unit: 'minutes' } },
    ])
    await noteClockSkew(kysely, `production:${ahead}`, 800)
    expect((await clocks()).map(({ connection }) => connection)).toEqual(['d'])
  })

  test('connections where registering waits since a restore are named until it is resumed', async () => {
    const { kysely, write } = await openTestDatabase()
    const mina = await operator(kysely)
    for (const [id, of] of [
      ['a', { base_url: 'https://a.example' }],
      ['b', { base_url: 'https://b.example' }],
      ['sandbox', { kind: 'embedded', environment: 'test' }],
    ] as const)
      await addConnection(kysely, id, of)
    const restored = async () => (await readAttention(kysely, NOW)).restored
    const set = async (envId: string, time: string | null) => {
      await ensureEnvironment(kysely, envId)
      await updateEnvironment(kysely, envId, { restored_at: time })
    }
    await set('production:https://a.example', null)
    expect(await restored()).toEqual([])
    for (const env of ['production:https://a.example', 'production:https://b.example', 'embedded'])
      await set(env, at(5))
    // A sandbox that was never used has nothing to compare.
    const waiting = { at: at(5), connections: ['a', 'b'] }
    expect(await restored()).toEqual([{ ...waiting, isBackup: false }])
    await write(trx => closeRestorations(trx, at(5)))
    expect(await restored()).toEqual([{ ...waiting, isBackup: true }])
    await addDraft(kysely, 'morning', mina)
    await insertRun(kysely, run('r1', 'morning', { kind: 'register' }))
    await send(kysely, 'morning', 'r1', ['REGISTERED'])
    expect((await restored()).map(({ connections }) => connections)).toEqual([['sandbox', 'a', 'b']])
    await set('production:https://a.example', null)
    expect((await restored()).map(({ connections }) => connections)).toEqual([['sandbox', 'b']])
  })

  test('accounts and keys of a restored backup are named for a week', async () => {
    const { kysely, write } = await openTestDatabase()
    const restored = async (now: number) => (await readAttention(kysely, now)).restoredAccess
    expect(await restored(NOW)).toEqual([])
    const add = (id: string, madeAt: string, restoredAt: string) =>
      kysely
        .insertInto('restoration')
        .values({ id, made_at: madeAt, version: '1', restored_at: restoredAt, handled_at: restoredAt })
        .execute()
    await add('first', at(1), at(2))
    await add('second', at(0), at(3))
    expect(await restored(NOW)).toEqual([{ madeAt: at(0), restoredAt: at(3) }])
    expect(await restored(NOW + 8 * DAY_MS)).toEqual([])
    // Nothing says when the backup was made whose file is put in place by hand.
    await write(trx => closeRestorations(trx, at(4)))
    expect(await restored(NOW)).toEqual([{ madeAt: null, restoredAt: at(4) }])
  })

  test('a failed backup is named until one is made', async () => {
    const { kysely } = await openTestDatabase()
    const record = (id: string, hours: number, problem: string | null) =>
      kysely
        .insertInto('backup_record')
        .values({
          ...{
            id,
            host: 'desk-1',
            started_at: at(hours),
            beat_at: at(hours),
            finished_at: at(hours),
            problem,
          },
          ...(problem === null && { path: 'a.backup', bytes: 5, encrypted: 0 }),
        })
        .execute()
    const backups = async () => (await readAttention(kysely, NOW)).backups
    await record('first', 1, null)
    expect(await backups()).toEqual([])
    await record('second', 2, 'no space')
    expect(await backups()).toEqual([{ at: at(2), host: 'desk-1', problem: 'no space' }])
    await record('third', 3, null)
    expect(await backups()).toEqual([])
    // None is begun any more.
    const made = Date.parse(at(3))
    const later = async (ms: number, every: number | undefined) =>
      (await readAttention(kysely, made + ms, undefined, undefined, every)).backups
    expect(await later(2 * DAY_MS - 1, DAY_MS)).toEqual([])
    expect(await later(2 * DAY_MS, DAY_MS)).toEqual([{ at: at(3), host: 'desk-1', problem: null }])
    expect(await later(20 * DAY_MS, undefined)).toEqual([])
  })
})
