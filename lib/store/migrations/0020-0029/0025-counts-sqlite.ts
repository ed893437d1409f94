import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'
import { asKind, CERTAIN, isDecisive, isSameRecord, isVerdictOn, newestOf } from './0025-counts-terms'

/** Triggers that keep the counts exact on SQLite: once for each row, in the transaction that changes it. */
export async function createSqliteCounters(trx: Transaction<Schema>): Promise<void> {
  for (const trigger of [...runTriggers(), ...lineTriggers(), ...orderTriggers(), ...verdictTriggers()]) {
    await sql.raw(trigger).execute(trx)
  }
}

const trigger = (name: string, when: string, statements: readonly string[]): string =>
  `create trigger ${name} ${when} begin ${statements.map(one => `${one};`).join('\n')} end`

const countRun = (row: 'old' | 'new', by: 1 | -1): string =>
  `insert into run_count (run_id, state, slot, count) values (${row}.run_id, ${row}.state, 0, ${by})
    on conflict (run_id, state, slot) do update set count = count + excluded.count`

const runTriggers = (): string[] =>
  ['ledger_order', 'run_order'].flatMap(table => [
    trigger(`${table}_run_insert`, `after insert on ${table}`, [countRun('new', 1)]),
    trigger(
      `${table}_run_update`,
      `after update of state, run_id on ${table} when old.state <> new.state or old.run_id <> new.run_id`,
      [countRun('old', -1), countRun('new', 1)],
    ),
    trigger(`${table}_run_delete`, `after delete on ${table}`, [countRun('old', -1)]),
  ])

const countLine = (row: 'old' | 'new', by: 1 | -1): string =>
  `insert into draft_line_count (draft_id, count) values (${row}.draft_id, ${by})
    on conflict (draft_id) do update set count = count + excluded.count`

const lineTriggers = (): string[] => [
  trigger('draft_line_count_insert', 'after insert on draft_line when new.removed_at is null', [
    countLine('new', 1),
  ]),
  trigger(
    'draft_line_count_remove',
    'after update of removed_at on draft_line when old.removed_at is null and new.removed_at is not null',
    [countLine('new', -1)],
  ),
  trigger(
    'draft_line_count_revive',
    'after update of removed_at on draft_line when old.removed_at is not null and new.removed_at is null',
    [countLine('new', 1)],
  ),
  trigger('draft_line_count_delete', 'after delete on draft_line when old.removed_at is null', [
    countLine('old', -1),
  ]),
]

/** Adds what a query selects: draft, environment, kind, 0, count. */
const addOrders = (select: string): string =>
  `insert into draft_order_count (draft_id, env_id, kind, slot, count) ${select}
    on conflict (draft_id, env_id, kind, slot) do update set count = count + excluded.count`

/** Adds what a query selects: draft, environment, time, passed, failing. */
const addVerdicts = (select: string): string =>
  `insert into draft_verdict_count (draft_id, env_id, checked_at, passed, failing) ${select}
    on conflict (draft_id, env_id, checked_at) do update
    set passed = passed + excluded.passed, failing = failing + excluded.failing`

const dropEmpty = (row: string, at: string): string =>
  `delete from draft_verdict_count where draft_id = ${row}.draft_id and env_id = ${row}.env_id
    and checked_at = ${at} and passed = 0 and failing = 0`

const isNewest = `not exists (select 1 from ledger_order o
  where ${isSameRecord('o', 'new')} and o.generation > new.generation)`

/** How the registration in the row `l` is counted: not at all where it is not decisive. */
const ofOrder = (l: string, by: number): string =>
  `select ${l}.draft_id, ${l}.env_id, ${asKind(`${l}.state`)}, 0, ${by}
    from (select 1) left join verdict v on ${isVerdictOn('v', l)} where ${isDecisive(l, 'v')}`

/**
 * The verdict on the record of `new` counts as long as the registration is not decisive.
 * @param before whether it was
 */
const ofItsVerdict = (before: string): string =>
  `select draft_id, env_id, checked_at, passed * d, (1 - passed) * d from (
    select v.draft_id, v.env_id, v.checked_at, v.passed,
      (case when ${before} then 1 else 0 end) - (case when ${isDecisive('new', 'v')} then 1 else 0 end) as d
    from verdict v where ${isVerdictOn('v', 'new')}) where d <> 0`

const dropItsEmpty = dropEmpty('new', `(select v.checked_at from verdict v where ${isVerdictOn('v', 'new')})`)

function orderTriggers(): string[] {
  const previous = `(select p.id from ledger_order p where ${isSameRecord('p', 'new')} and p.id <> new.id
    order by p.generation desc limit 1)`
  const moved = `old.state <> new.state or old.updated_at <> new.updated_at or old.explained is not new.explained`
  const isCertain = `old.state in ${CERTAIN} and new.state in ${CERTAIN}`
  return [
    trigger('ledger_order_count_insert', `after insert on ledger_order when ${isNewest}`, [
      addOrders(`select p.draft_id, p.env_id, ${asKind('p.state')}, 0, -1 from ledger_order p
        left join verdict v on ${isVerdictOn('v', 'p')} where p.id = ${previous} and ${isDecisive('p', 'v')}`),
      addOrders(ofOrder('new', 1)),
      addVerdicts(
        ofItsVerdict(
          `exists (select 1 from ledger_order p where p.id = ${previous} and ${isDecisive('p', 'v')})`,
        ),
      ),
      dropItsEmpty,
    ]),
    // On its way to the service a registration is decisive before and after, so the usual step costs little.
    trigger(
      'ledger_order_count_step',
      `after update of state on ledger_order when ${isCertain}
        and ${asKind('old.state')} <> ${asKind('new.state')} and ${isNewest}`,
      [
        addOrders(`values (old.draft_id, old.env_id, ${asKind('old.state')}, 0, -1)`),
        addOrders(`values (new.draft_id, new.env_id, ${asKind('new.state')}, 0, 1)`),
      ],
    ),
    trigger(
      'ledger_order_count_update',
      `after update of state, updated_at, explained on ledger_order
        when not (${isCertain}) and (${moved}) and ${isNewest}`,
      [
        addOrders(ofOrder('old', -1)),
        addOrders(ofOrder('new', 1)),
        addVerdicts(ofItsVerdict(isDecisive('old', 'v'))),
        dropItsEmpty,
      ],
    ),
  ]
}

/** How a rejection is counted, given one row of a verdict: only a rejection can be superseded by one. */
const ofRefusal = (row: 'old' | 'new', by: 1 | -1): string =>
  addOrders(`select l.draft_id, l.env_id, ${asKind('l.state')}, 0, ${by} from ledger_order l
    where l.id = ${newestOf(row)} and l.state = 'REJECTED' and ${isDecisive('l', row)}`)

/** How a rejection is counted without a verdict. */
const ofPlainRefusal = (row: 'old' | 'new', by: 1 | -1): string =>
  addOrders(`select l.draft_id, l.env_id, ${asKind('l.state')}, 0, ${by} from ledger_order l
    where l.id = ${newestOf(row)} and l.state = 'REJECTED'`)

const ofVerdict = (row: 'old' | 'new', by: 1 | -1): string =>
  `select ${row}.draft_id, ${row}.env_id, ${row}.checked_at, ${row}.passed * ${by}, (1 - ${row}.passed) * ${by}
    where not exists (select 1 from ledger_order l where l.id = ${newestOf(row)} and ${isDecisive('l', row)})`

function verdictTriggers(): string[] {
  const dropOldEmpty = dropEmpty('old', 'old.checked_at')
  return [
    trigger('verdict_count_insert', 'after insert on verdict', [
      ofPlainRefusal('new', -1),
      ofRefusal('new', 1),
      addVerdicts(ofVerdict('new', 1)),
    ]),
    trigger('verdict_count_update', 'after update on verdict', [
      ofRefusal('old', -1),
      ofRefusal('new', 1),
      addVerdicts(ofVerdict('old', -1)),
      addVerdicts(ofVerdict('new', 1)),
      dropOldEmpty,
    ]),
    trigger('verdict_count_delete', 'after delete on verdict', [
      ofRefusal('old', -1),
      ofPlainRefusal('old', 1),
      addVerdicts(ofVerdict('old', -1)),
      dropOldEmpty,
    ]),
  ]
}
