import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'
import { asKind, CERTAIN, isDecisive, isSameRecord, isVerdictOn, newestOf } from './0025-counts-terms'

// Triggers that keep the counts exact on PostgreSQL: once for each statement. Transactions that run at the same time
// write rows of their own (`slot`), so that none waits for the count of another, and there are no deadlocks.

/** Few connections are open at once; those whose process ids are equal modulo 64 wait for each other. */
const SLOT = 'pg_backend_pid() % 64'

/** Creates the functions and triggers. */
export async function createPostgresCounters(trx: Transaction<Schema>): Promise<void> {
  for (const [table, act, statements] of triggers()) await create(trx, table, act, statements)
}

type Act = 'insert' | 'update' | 'delete'

const transitions: Readonly<Record<Act, string>> = {
  insert: 'new table as fresh',
  update: 'old table as before new table as fresh',
  delete: 'old table as before',
}

async function create(trx: Transaction<Schema>, table: string, act: Act, statements: readonly string[]) {
  const name = `${table}_count_${act}`
  await sql
    .raw(`create function ${name}() returns trigger language plpgsql as $$ begin
      ${statements.map(one => `${one};`).join('\n')}
      return null; end $$`)
    .execute(trx)
  await sql
    .raw(`create trigger ${name} after ${act} on ${table}
      referencing ${transitions[act]} for each statement execute function ${name}()`)
    .execute(trx)
}

function* triggers(): Generator<[table: string, act: Act, statements: readonly string[]]> {
  yield ['run_order', 'insert', [countRuns(runsOf('fresh', 1))]]
  yield ['run_order', 'update', [countRuns(`${runsOf('before', -1)} union all ${runsOf('fresh', 1)}`)]]
  yield ['run_order', 'delete', [countRuns(runsOf('before', -1))]]
  yield ['draft_line', 'insert', [countLines(linesOf('fresh', 1))]]
  yield ['draft_line', 'update', [countLines(`${linesOf('before', -1)} union all ${linesOf('fresh', 1)}`)]]
  yield ['draft_line', 'delete', [countLines(linesOf('before', -1))]]
  yield ['ledger_order', 'insert', [countRuns(runsOf('fresh', 1)), ...countRecords(insertedOrders)]]
  yield [
    'ledger_order',
    'update',
    [
      // Most updates change nothing that is counted: how often an order came back, or its payload.
      `if not exists (${differing('id, run_id, state, updated_at, explained')}) then return null; end if`,
      countRuns(`${runsOf('before', -1)} union all ${runsOf('fresh', 1)}`),
      // In the usual steps of a registration it stays decisive, whatever the verdict is.
      `if not exists (${differing(`id, ${asKind('state')}`)})
        and not exists (select 1 from fresh where state not in ${CERTAIN})
        and not exists (select 1 from before where state not in ${CERTAIN}) then return null; end if`,
      ...countRecords(updatedOrders),
    ],
  ]
  yield ['ledger_order', 'delete', [countRuns(runsOf('before', -1))]]
  for (const act of ['insert', 'update', 'delete'] as const) {
    yield ['verdict', act, countRecords(verdicts(act))]
  }
}

/**
 * What an update changed of some columns. Not a join: of tables without an index that compares every row
 * with every other.
 */
const differing = (columns: string): string =>
  `select ${columns} from fresh except select ${columns} from before`

const runsOf = (table: string, by: 1 | -1): string => `select run_id, state, ${by} as by from ${table}`

const countRuns = (changes: string): string =>
  `insert into run_count as c (run_id, state, slot, count)
    select run_id, state, ${SLOT}, sum(by) from (${changes}) as changes
    group by run_id, state having sum(by) <> 0 order by run_id, state
    on conflict (run_id, state, slot) do update set count = c.count + excluded.count`

const linesOf = (table: string, by: 1 | -1): string =>
  `select draft_id, ${by} as by from ${table} where removed_at is null`

// Saves of a draft hold its row already: they come one after the other.
const countLines = (changes: string): string =>
  `insert into draft_line_count as c (draft_id, count)
    select draft_id, sum(by) from (${changes}) as changes group by draft_id having sum(by) <> 0 order by draft_id
    on conflict (draft_id) do update set count = c.count + excluded.count`

/** How records are counted before and after a statement. */
interface Changes {
  /** Locks rows of the other table, so that what is read of it is committed. */
  readonly lock: string
  /** draft_id, env_id, kind, by. */
  readonly orders: string
  /** draft_id, env_id, checked_at, passed, by. */
  readonly verdicts: string
  /** A table with the rows that changed. */
  readonly rows: 'fresh' | 'before'
}

const countRecords = ({ lock, orders, verdicts, rows }: Changes): readonly string[] =>
  recordStatements({ lock, orders, verdicts, rows }).map(
    // Planned each time: a plan that was made while the ledger was empty would scan all of it later on.
    statement => `execute $statement$ ${statement} $statement$`,
  )

const recordStatements = ({ lock, orders, verdicts, rows }: Changes): readonly string[] => [
  ...(lock === '' ? [] : [lock]),
  `insert into draft_order_count as c (draft_id, env_id, kind, slot, count)
    select draft_id, env_id, kind, ${SLOT}, sum(by) from (${orders}) as changes
    group by draft_id, env_id, kind having sum(by) <> 0 order by draft_id, env_id, kind
    on conflict (draft_id, env_id, kind, slot) do update set count = c.count + excluded.count`,
  `insert into draft_verdict_count as c (draft_id, env_id, checked_at, passed, failing)
    select draft_id, env_id, checked_at, sum(passed * by), sum((1 - passed) * by) from (${verdicts}) as changes
    group by draft_id, env_id, checked_at having sum(passed * by) <> 0 or sum((1 - passed) * by) <> 0
    order by draft_id, env_id, checked_at
    on conflict (draft_id, env_id, checked_at) do update
    set passed = c.passed + excluded.passed, failing = c.failing + excluded.failing`,
  `delete from draft_verdict_count where passed = 0 and failing = 0
    and draft_id in (select draft_id from ${rows})`,
]

const isNewest = `not exists (select 1 from ledger_order o
  where ${isSameRecord('o', 'n')} and o.generation > n.generation)`

/** Locks the verdicts on the records that changed: a check of the same records waits, or is seen. */
const holdVerdicts = (changed: string): string =>
  `select 1 from verdict v where (v.draft_id, v.env_id, v.mall_order_number) in (
    select n.draft_id, n.env_id, n.mall_order_number from ${changed})
    order by v.draft_id, v.env_id, v.mall_order_number collate "C" for update`

/** How registrations are counted, given their verdicts. */
const ofOrders = (from: string, l: string, by: 1 | -1): string =>
  `select ${l}.draft_id, ${l}.env_id, ${asKind(`${l}.state`)} as kind, ${by} as by
    from ${from} left join verdict v on ${isVerdictOn('v', l)} where ${isDecisive(l, 'v')}`

/** How the verdicts on records are counted: where the registration is not decisive. */
const ofVerdictsOn = (from: string, l: string, by: 1 | -1): string =>
  `select v.draft_id, v.env_id, v.checked_at, v.passed, ${by} as by
    from ${from} join verdict v on ${isVerdictOn('v', 'n')} where ${l}.id is null or not ${isDecisive(l, 'v')}`

const previous = `left join lateral (select * from ledger_order p
  where ${isSameRecord('p', 'n')} and p.id <> n.id order by p.generation desc limit 1) p on true`

const newestFresh = `(select * from fresh n where ${isNewest}) n`

const insertedOrders: Changes = {
  lock: holdVerdicts('fresh n'),
  orders: `${ofOrders(`${newestFresh} ${previous}`, 'p', -1)} and p.id is not null
    union all ${ofOrders(newestFresh, 'n', 1)}`,
  verdicts: `${ofVerdictsOn(`${newestFresh} ${previous}`, 'p', -1)}
    union all ${ofVerdictsOn(newestFresh, 'n', 1)}`,
  rows: 'fresh',
}

/** Rows that may be counted differently now. */
const moved = `(select n.* from fresh n join before b on b.id = n.id
  where (n.state <> b.state or n.updated_at <> b.updated_at or n.explained is distinct from b.explained)
  and ${isNewest}) n join before b on b.id = n.id`

const uncertain = `(select n.* from fresh n join before b on b.id = n.id
  where not (n.state in ${CERTAIN} and b.state in ${CERTAIN})
  and (n.state <> b.state or n.updated_at <> b.updated_at or n.explained is distinct from b.explained)
  and ${isNewest}) n join before b on b.id = n.id`

const updatedOrders: Changes = {
  lock: holdVerdicts(uncertain),
  orders: `${ofOrders(moved, 'b', -1)} union all ${ofOrders(moved, 'n', 1)}`,
  verdicts: `${ofVerdictsOn(uncertain, 'b', -1)} union all ${ofVerdictsOn(uncertain, 'n', 1)}`,
  rows: 'fresh',
}

/** How the registrations of checked records are counted, given a row of their verdicts, or none. */
const ofRegistrations = (rows: string, isWithout: boolean, by: 1 | -1): string =>
  `select l.draft_id, l.env_id, ${asKind('l.state')} as kind, ${by} as by
    from ${rows} n join ledger_order l on l.id = ${newestOf('n')}
    where l.state = 'REJECTED'${isWithout ? '' : ` and ${isDecisive('l', 'n')}`}`

const ofVerdicts = (rows: string, by: 1 | -1): string =>
  `select n.draft_id, n.env_id, n.checked_at, n.passed, ${by} as by
    from ${rows} n left join ledger_order l on l.id = ${newestOf('n')}
    where l.id is null or not ${isDecisive('l', 'n')}`

function verdicts(act: Act): Changes {
  const hasBefore = act !== 'insert'
  const hasAfter = act !== 'delete'
  return {
    lock: '',
    orders: `${hasBefore ? ofRegistrations('before', false, -1) : ofRegistrations('fresh', true, -1)}
      union all ${hasAfter ? ofRegistrations('fresh', false, 1) : ofRegistrations('before', true, 1)}`,
    verdicts: [hasBefore && ofVerdicts('before', -1), hasAfter && ofVerdicts('fresh', 1)]
      .filter(Boolean)
      .join(' union all '),
    rows: hasAfter ? 'fresh' : 'before',
  }
}
