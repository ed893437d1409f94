import 'server-only'
import { type KyselyPlugin, type RawBuilder, SqliteQueryCompiler, sql } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'
import { pack } from '@/lib/store/ledger/payload-compression'
import { fillCounts } from '@/lib/store/migrations/0020-0029/0025-counts'

// A large ledger for measurements, created by statements of the database with the counting triggers disabled
// and counted once at the end. It has the rows of drafts that were checked twice and registered.

/** Orders per draft and registration, and per request. */
const DRAFT = 2000
export const REQUEST = 50

/**
 * Shared by all orders of a seeded ledger: the payload, and the gzipped body of a request of `REQUEST`
 * orders.
 */
export interface Sample {
  readonly payload: string
  readonly body: Uint8Array
}

/** Ids and times of a seeded ledger. */
export interface Seeded {
  readonly orders: number
  readonly drafts: number
  /** When the registration of a draft began, in milliseconds since the epoch. */
  startedAt(draft: number): number
  readonly draftId: (draft: number) => string
  readonly runId: (draft: number) => string
}

/** The start of the first registration; one follows every hour. */
const BEGIN = Date.UTC(2024, 0, 1)
const HOUR_MS = 60 * 60_000

/** The last migration before orders were stored as they are now. */
export const EARLIER = '0024-crashes'

/**
 * Fills an empty, migrated database with `orders` orders (a multiple of 2,000).
 * @param form `earlier`: for a database that was migrated up to `EARLIER`
 */
export async function seedLedger(
  database: Database,
  orders: number,
  sample: Sample,
  form: 'now' | 'earlier' = 'now',
): Promise<Seeded> {
  const drafts = orders / DRAFT
  const seed = new Seed(database.dialect === 'sqlite', form === 'now')
  const restore = await withoutTriggers(database)
  for (const statement of seed.statements(orders, drafts, sample)) {
    await database.write(async trx => {
      if (database.dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
      await statement.execute(trx)
    })
  }
  if (form === 'now')
    await database.write(async trx => {
      if (database.dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
      await fillCounts(trx)
    })
  await restore()
  if (database.dialect === 'postgres') {
    await database.kysely.connection().execute(async one => {
      await sql`set statement_timeout = 0`.execute(one)
      await sql`vacuum analyze`.execute(one)
      await sql`set statement_timeout = '15s'`.execute(one)
    })
  }
  const name = (prefix: string) => (draft: number) => `${prefix}-${String(draft).padStart(8, '0')}`
  return {
    orders,
    drafts,
    startedAt: draft => BEGIN + draft * HOUR_MS,
    draftId: name('draft'),
    runId: name('register'),
  }
}

const COUNTED = ['draft_line', 'run_order', 'ledger_order', 'verdict'] as const

/** Disables the counting triggers. @returns how to enable them again */
async function withoutTriggers({ dialect, kysely }: Database): Promise<() => Promise<void>> {
  const all = (act: 'enable' | 'disable') => async () => {
    for (const table of COUNTED) await sql.raw(`alter table ${table} ${act} trigger user`).execute(kysely)
  }
  if (dialect === 'postgres') {
    await all('disable')()
    return all('enable')
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(COUNTED)})`.execute(
    kysely,
  )
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(kysely)
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(kysely)
  }
}

const ENV = 'test:https://shop.example'
const SURNAMES = '佐藤鈴木高橋田中渡辺伊藤山本中村小林加藤吉田山田佐木山口松本井上木村清水斎藤森本'
const GIVEN = '一二三太郎花子美咲翔大輝結衣陽菜蓮悠真優愛莉央樹健明'

/** The statements; `i` counts orders, `d` drafts, from 0. */
class Seed {
  constructor(
    private readonly isSqlite: boolean,
    private readonly isNow: boolean,
  ) {}

  statements(orders: number, drafts: number, { payload, body }: Sample): readonly RawBuilder<unknown>[] {
    const packed = Buffer.from(pack(payload))
    const response = new Uint8Array()
    const hash = 'a'.repeat(64)
    const [i, d] = [this.from('i', orders), this.from('d', drafts)]
    const draftOf = this.id('draft', `i / ${DRAFT}`)
    const runOf = this.id('register', `i / ${DRAFT}`)
    const requestOf = this.id('request', `i / ${REQUEST}`)
    const order = this.id('order', 'i')
    const number = this.id('N', 'i')
    const line = this.id('line-0000-0000-0000', 'i')
    const at = (draft: string) => this.time(draft)
    const state = sql.raw(`case when i >= ${orders - 500} then 'UNKNOWN' when i % 997 = 0 then 'REJECTED'
      else 'REGISTERED' end`)
    const name =
      sql.raw(`substr('${SURNAMES}', 1 + 2 * (i % 20), 2) || substr('${GIVEN}', 1 + (i / 20) % 27, 1)
      || substr('${GIVEN}', 1 + (i / 540) % 27, 1)`)
    const run = (kind: 'check' | 'register', prefix: string) => sql`
      insert into run (id, kind, operation, draft_id, connection_id, env_id, client_request_id, started_by,
        started_at, finished_at, state, problem, owner, total, refused)
      select ${this.id(prefix, 'd')}, ${kind}, ${kind === 'check' ? 'checkJapanOrders' : 'registerJapanOrders'},
        ${this.id('draft', 'd')}, 'connection', ${ENV}, ${this.id(`press-${prefix}`, 'd')}, 'operator',
        ${at('d')}, ${at('d')}, 'done', null, null, ${sql.lit(DRAFT)}, '[]' ${d}`
    const lineIds = sql`'["' || ${line} || '"]'`
    const checked = (prefix: string) =>
      this.isNow
        ? sql`
      insert into run_order (run_id, position, mall_order_number, payload, sha256, fingerprint, line_ids, state, form_id)
      select ${this.id(prefix, `i / ${DRAFT}`)}, i % ${sql.lit(DRAFT)}, '', '', '', '', '', 'passed', i + 1 ${i}`
        : sql`
      insert into run_order (run_id, position, mall_order_number, payload, sha256, fingerprint, line_ids, state)
      select ${this.id(prefix, `i / ${DRAFT}`)}, i % ${sql.lit(DRAFT)}, ${number}, ${sql.lit(payload)}, ${hash}, 'f',
        ${lineIds}, 'passed' ${i}`
    const texts = this.isNow
      ? sql`'{"A":"' || ${number} || '","D":"' || ${name} || '"}'`
      : sql`'{"orderInfo.mallOrderNumber":"' || ${number} || '","recipient.name":"' || ${name} || '"}'`
    const names = this.isNow
      ? [
          sql`insert into order_recipient (seq, ledger_order_id, folded) select i + 1, ${order}, ${name} ${i}`,
          ...[1, 2, 3].map(
            place => sql`insert into recipient_gram (gram, seq)
              select substr(folded, ${sql.lit(place)}, 2), seq from order_recipient where true on conflict do nothing`,
          ),
        ]
      : [
          sql`insert into order_recipient (ledger_order_id, created_at, folded)
            select ${order}, ${at(`i / ${DRAFT}`)}, ${name} ${i}`,
        ]
    const form = sql`insert into checked_form (id, draft_id, mall_order_number, sha256, fingerprint, line_ids, used_at)
      select i + 1, ${draftOf}, ${number}, ${hash}, 'f', ${lineIds}, ${at(`i / ${DRAFT}`)} ${i}`
    const [kept, keeps] = this.isNow
      ? [sql`payload, packed`, sql`'', ${this.bytes(packed)}`]
      : [sql`payload`, sql.lit(payload)]
    return [
      sql`insert into draft (id, sheet, name, created_by, created_at, updated_at, edited_by, records)
        select ${this.id('draft', 'd')}, case when d % 10 = 9 then 'orders/general' else 'orders/japan' end,
          ${this.id('Draft', 'd')}, 'operator', ${at('d')}, ${at('d')}, 'operator', ${sql.lit(DRAFT)} ${d}`,
      sql`insert into draft_line (draft_id, line_id, rank, texts, trail)
        select ${draftOf}, ${line}, i, ${texts}, '{"":[1,""]}' ${i}`,
      run('check', 'check'),
      run('check', 'again'),
      run('register', 'register'),
      ...(this.isNow ? [form] : []),
      checked('check'),
      checked('again'),
      sql`insert into attempt (id, run_id, env_id, origin, operation, state, order_count, body_sha256, body_gz, owner,
          owner_pid, prepared_at, sending_at, hard_deadline, finished_at, connected, request_complete, http_status,
          resp_headers, resp_body, resp_sha256, classified_as)
        select ${this.id('request', 'r')}, ${this.id('register', `r / ${DRAFT / REQUEST}`)}, ${ENV},
          'https://shop.example', 'registerJapanOrders', 'DONE', ${sql.lit(REQUEST)}, ${hash}, ${this.bytes(body)},
          'boot', 1, ${at(`r / ${DRAFT / REQUEST}`)}, ${at(`r / ${DRAFT / REQUEST}`)},
          ${at(`r / ${DRAFT / REQUEST}`)}, ${at(`r / ${DRAFT / REQUEST}`)}, 1, 1, 200, '{}', ${this.bytes(response)},
          ${hash}, 'registered' ${this.from('r', orders / REQUEST)}`,
      sql`insert into ledger_order (id, env_id, variant, scope, mall_order_number, ${kept}, sha256, fingerprint,
          line_ids, state, generation, order_id, current_attempt, returned, draft_id, run_id, position, created_by,
          created_at, updated_at)
        select ${order}, ${ENV}, 'japan', 'orders', ${number}, ${keeps}, ${hash}, 'f',
          ${lineIds}, ${state}, 1, ${this.text('1000000000 + i')}, ${requestOf}, 0, ${draftOf},
          ${runOf}, i % ${sql.lit(DRAFT)}, 'operator', ${at(`i / ${DRAFT}`)}, ${at(`i / ${DRAFT}`)} ${i}`,
      sql`insert into ledger_order_line (draft_id, line_id, ledger_order_id) select ${draftOf}, ${line}, ${order} ${i}`,
      sql`insert into ledger_event (ledger_order_id, attempt_id, from_state, to_state, actor, reason, at)
        select ${order}, ${requestOf}, 'SENDING', 'REGISTERED', 'runner', 'registered', ${at(`i / ${DRAFT}`)} ${i}`,
      sql`insert into attempt_order (attempt_id, position, ledger_order_id, outcome)
        select ${requestOf}, i % ${sql.lit(REQUEST)}, ${order}, 'registered' ${i}`,
      sql`insert into verdict (draft_id, env_id, mall_order_number, variant, sha256, fingerprint, line_ids, position,
          passed, failures, attempt_id, connection_id, checked_at)
        select ${draftOf}, ${ENV}, ${number}, 'japan', ${hash}, 'f', ${lineIds},
          i % ${sql.lit(DRAFT)}, 1, '[]', 'a', 'connection', ${at(`i / ${DRAFT}`)} ${i}`,
      ...names,
    ]
  }

  /** A FROM clause that counts from 0. */
  private from(name: string, count: number): RawBuilder<unknown> {
    return sql.raw(
      this.isSqlite
        ? `from (with recursive n(${name}) as (select 0 union all select ${name} + 1 from n where ${name} < ${count - 1})
            select ${name} from n) as n`
        : `from generate_series(0, ${count - 1}) as n(${name})`,
    )
  }

  /** A text with a number of eight digits. */
  private id(prefix: string, expression: string): RawBuilder<unknown> {
    return sql.raw(
      this.isSqlite
        ? `printf('${prefix}-%08d', ${expression})`
        : `('${prefix}-' || lpad((${expression})::text, 8, '0'))`,
    )
  }

  private text(expression: string): RawBuilder<unknown> {
    return sql.raw(`cast(${expression} as text)`)
  }

  private bytes(value: Uint8Array): RawBuilder<unknown> {
    const hex = Buffer.from(value).toString('hex')
    return sql.raw(this.isSqlite ? `x'${hex}'` : `'\\x${hex}'::bytea`)
  }

  /** When a draft was registered (ISO 8601). */
  private time(draft: string): RawBuilder<unknown> {
    return sql.raw(
      this.isSqlite
        ? `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || (${draft}) || ' hours')`
        : `to_char(timestamp '2024-01-01' + (${draft}) * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    )
  }
}

/** Bytes of tables and indexes, the largest first. */
export async function measureSizes({
  dialect,
  kysely,
}: Database): Promise<readonly { name: string; bytes: number }[]> {
  const rows = await (dialect === 'sqlite' ? sqliteSizes(kysely) : postgresSizes(kysely))
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) })).sort((a, b) => b.bytes - a.bytes)
}

/** Removes the dead rows of PostgreSQL, whose space later rows would reuse. SQLite has none. */
export async function vacuumFull({ dialect, kysely }: Database): Promise<void> {
  if (dialect === 'postgres') await sql`vacuum full`.execute(kysely)
}

async function sqliteSizes(kysely: Db) {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select name, sum(pgsize) as bytes from dbstat group by name`.execute(kysely)
  return rows
}

// Without the maps of free space and visibility: they take 32 KB a table as soon as autovacuum has visited it.
async function postgresSizes(kysely: Db) {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) as bytes
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(kysely)
  return rows
}

/** A statement in the dialect of SQLite, and its parameters. */
interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** A database that reports each statement before it runs (an error of `onStatement` rejects it) and after it. */
export function watchStatements(
  database: Database,
  onStatement: (statement: Statement) => (() => void) | undefined,
): Database {
  const ends = new WeakMap<object, () => void>()
  const compiler = new SqliteQueryCompiler()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql: text, parameters } = compiler.compileQuery(node, queryId)
      const end = onStatement({ text, parameters })
      if (end) ends.set(queryId, end)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      ends.get(queryId)?.()
      return result
    },
  }
  const kysely: Db = database.kysely.withPlugin(plugin)
  const write: Database['write'] = work => kysely.transaction().execute(work)
  return { ...database, kysely, write, accept: write }
}
