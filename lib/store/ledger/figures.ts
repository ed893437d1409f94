import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'

// Figures of Home. They count runs, because millions of orders belong to thousands of runs.

/** Instants (ISO 8601, UTC), from the first one until before the second one. */
export interface Period {
  readonly from: string
  readonly until: string
}

/** The records that a registration run registered. */
export interface RegisteredInRun {
  readonly startedAt: string
  readonly connectionId: string
  /** Its name, also after it was deleted. */
  readonly connection: string
  readonly environment: 'test' | 'production'
  readonly count: number
}

/** Registered orders and products by registration run that was started in a period, the oldest first. */
export async function listRegisteredByRun(db: Db, { from, until }: Period): Promise<RegisteredInRun[]> {
  const rows = await db
    .selectFrom('run')
    .innerJoin('run_count', 'run_count.run_id', 'run.id')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(row => ['run.started_at', 'run.connection_id', row.fn.sum('run_count.count').as('count')])
    .select(['connection.name', 'connection.environment'])
    .where('run.kind', '=', 'register')
    .where('run.started_at', '>=', from)
    .where('run.started_at', '<', until)
    .where('run_count.state', '=', 'REGISTERED')
    .groupBy(['run.id', 'run.started_at', 'run.connection_id', 'connection.name', 'connection.environment'])
    .having(row => row.fn.sum('run_count.count'), '>', 0)
    .orderBy('run.started_at')
    .execute()
  return rows.map(row => ({
    startedAt: row.started_at,
    connectionId: row.connection_id,
    connection: row.name ?? row.connection_id,
    environment: row.environment ?? 'test',
    count: Number(row.count),
  }))
}

/** Results of a draft's first check. */
export interface FirstCheck {
  readonly at: string
  readonly passed: number
  /** Orders in which Lading or the service found errors. */
  readonly failed: number
}

/** The first checks of drafts, as far as they were in a period. */
export async function listFirstChecks(db: Db, { from, until }: Period): Promise<FirstCheck[]> {
  const { rows } = await sql<{ at: string; passed: number; failed: number; withheld: number }>`
    select c.at, c.withheld,
      coalesce((select sum(n.count) from run_count n where n.run_id = c.run_id and n.state = 'passed'), 0) as passed,
      coalesce((select sum(n.count) from run_count n where n.run_id = c.run_id and n.state = 'failed'), 0) as failed
    from draft_check c
    where c.at >= ${from} and c.at < ${until}
      and not exists (select 1 from draft_check d where d.draft_id = c.draft_id and d.at < c.at)
      and not exists (
        select 1 from run r where r.draft_id = c.draft_id and r.kind = 'check' and r.started_at < c.at)
    order by c.at`.execute(db)
  return rows
    .map(row => ({
      at: row.at,
      passed: Number(row.passed),
      failed: Number(row.failed) + Number(row.withheld),
    }))
    .filter(({ passed, failed }) => passed + failed > 0)
}

/** From the first file of a draft to the end of the first run that registered any of its records. */
export interface ImportToRegistration {
  readonly importedAt: string
  readonly startedAt: string
  readonly registeredAt: string
}

/** Drafts with a file whose first successful registration was started in a period. */
export async function listImportsToRegistrations(
  db: Db,
  { from, until }: Period,
): Promise<ImportToRegistration[]> {
  const registered = (run: string) =>
    sql`exists (select 1 from run_count n where n.run_id = ${sql.ref(`${run}.id`)} and n.state = 'REGISTERED' and n.count > 0)`
  const { rows } = await sql<{ imported: string | null; started: string; finished: string | null }>`
    select (select min(s.created_at) from source s where s.draft_id = r.draft_id) as imported,
      r.started_at as started, r.finished_at as finished
    from run r
    where r.kind = 'register' and r.started_at >= ${from} and r.started_at < ${until} and ${registered('r')}
      and not exists (
        select 1 from run e where e.draft_id = r.draft_id and e.kind = 'register'
          and e.started_at < r.started_at and ${registered('e')})
    order by r.started_at`.execute(db)
  return rows.flatMap(({ imported, started, finished }) => {
    const registeredAt = finished ?? started
    // A file that was added to a draft whose other orders were registered before says nothing about this time.
    return imported === null || imported > registeredAt
      ? []
      : [{ importedAt: imported, startedAt: started, registeredAt }]
  })
}

/** How many records had errors in a column. */
export interface FieldErrorCount {
  readonly sheet: string
  readonly columnId: string
  readonly count: number
}

/**
 * Records with errors by draft and column in the runs of a period, as a common table expression `most`. Of several runs
 * of one draft the one with the most counts: an error that is found again is not a second error.
 */
const mostErrors = ({ from, until }: Period) => sql`
  found as (
    select run_id, draft_id, sheet, column_id, sum(count) as count from field_error
    where at >= ${from} and at < ${until} group by run_id, draft_id, sheet, column_id
  ), most as (
    select draft_id, sheet, column_id, max(count) as count from found group by draft_id, sheet, column_id
  )`

/** Records with errors by column, in the runs of a period; the most frequent column first. */
export async function countFieldErrors(db: Db, period: Period): Promise<FieldErrorCount[]> {
  const { rows } = await sql<{ sheet: string; column_id: string; count: number }>`
    with ${mostErrors(period)}
    select sheet, column_id, sum(count) as count from most group by sheet, column_id
    order by sum(count) desc, sheet, column_id`.execute(db)
  return rows.map(row => ({ sheet: row.sheet, columnId: row.column_id, count: Number(row.count) }))
}

/** Records with errors by draft, in the runs of a period: a record counts once for each column. */
export async function countDraftErrors(
  db: Db,
  period: Period,
): Promise<{ readonly draftId: string; readonly count: number }[]> {
  const { rows } = await sql<{ draft_id: string; count: number }>`
    with ${mostErrors(period)}
    select draft_id, sum(count) as count from most group by draft_id order by draft_id`.execute(db)
  return rows.map(row => ({ draftId: row.draft_id, count: Number(row.count) }))
}

/** Drafts in which errors were found in a column in a period. */
export async function listDraftsWithFieldErrors(
  db: Db,
  { from, until }: Period,
  { sheet, columnId }: Pick<FieldErrorCount, 'sheet' | 'columnId'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('field_error')
    .select('draft_id')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('sheet', '=', sheet)
    .where('column_id', '=', columnId)
    .execute()
  return rows.map(row => row.draft_id)
}

/** JSON of the recipe of the first file of each draft that has a file. */
export async function listFirstRecipes(
  db: Db,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const recipes = new Map<string, string>()
  for (const some of batches(draftIds)) {
    const { rows } = await sql<{ draft_id: string; recipe: string }>`
      select s.draft_id, t.recipe from source s
      join source_table t on t.source_id = s.id
      where s.draft_id in (${sql.join(some)})
      order by s.created_at, s.id, t.reading, t.position`.execute(db)
    for (const row of rows) if (!recipes.has(row.draft_id)) recipes.set(row.draft_id, row.recipe)
  }
  return recipes
}

/** A run that needs a person, or that waits for its service. */
export interface HaltedRun {
  readonly id: string
  readonly kind: 'check' | 'register'
  readonly state: 'paused' | 'stopped' | 'waiting'
  /** JSON of why it is paused or stopped. */
  readonly problem: string | null
  readonly startedAt: string
  readonly draftId: string
  readonly draftName: string
  readonly sheet: string
  /** Records that it has not sent yet. */
  readonly left: number
  /** Until when the service asked it to wait (ISO 8601). */
  readonly waitsUntil: string | null
}

/**
 * Paused, stopped and waiting runs of drafts that are not deleted, the newest first. A stopped run counts as long as it
 * has records to send; a check only until a newer one was started.
 * @param now ISO 8601
 */
export async function listHaltedRuns(db: Db, now: string): Promise<HaltedRun[]> {
  const open = sql<boolean>`(
    r.state in ('paused', 'stopped') and (r.kind = 'register' or not exists (
      select 1 from run e where e.draft_id = r.draft_id and e.started_at > r.started_at
        and e.kind = r.kind and e.env_id = r.env_id))
    or r.state = 'running' and e.asked_until is not null and e.not_before > ${now})`
  const { rows } = await sql<HaltedRun & { left: number | string }>`
    select r.id, r.kind, case when r.state = 'running' then 'waiting' else r.state end as state, r.problem,
      r.started_at as "startedAt", r.draft_id as "draftId", d.name as "draftName", d.sheet,
      coalesce((select sum(n.count) from run_count n where n.run_id = r.id
        and n.state in ('waiting', 'QUEUED')), 0) as "left",
      case when r.state = 'running' then e.not_before end as "waitsUntil"
    from run r
    join draft d on d.id = r.draft_id and d.deleted_at is null
    left join ledger_environment e on e.env_id = r.env_id
    where r.state in ('paused', 'stopped', 'running') and ${open}
    order by r.started_at desc, r.id`.execute(db)
  return rows.map(row => ({ ...row, left: Number(row.left) })).filter(({ left }) => left > 0)
}

/** The environment in which each draft was checked or registered last. */
export async function findLatestEnvironments(
  db: Db,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (draftIds.length === 0) return new Map()
  const { rows } = await sql<{ draft_id: string; env_id: string }>`
    select r.draft_id, r.env_id from run r
    join (select draft_id, max(started_at) as at from run where draft_id in (${sql.join(draftIds)}) group by draft_id) l
      on l.draft_id = r.draft_id and l.at = r.started_at
    order by r.id`.execute(db)
  return new Map(rows.map(row => [row.draft_id, row.env_id]))
}

/** Which first steps of a workspace are done. */
export interface FirstStepsDone {
  readonly preset: boolean
  readonly file: boolean
  readonly registration: boolean
}

/** Which first steps were done, by any member. */
export async function findFirstSteps(db: Db): Promise<FirstStepsDone> {
  const { rows } = await sql<Record<keyof FirstStepsDone, number>>`
    select case when exists (select 1 from fill_preset) then 1 else 0 end as preset,
      case when exists (select 1 from source) then 1 else 0 end as file,
      case when exists (
        select 1 from run_count c join run r on r.id = c.run_id
        where c.state = 'REGISTERED' and c.count > 0 and r.operation <> 'registerProducts') then 1 else 0 end
        as registration`.execute(db)
  const [row] = rows
  return { preset: row?.preset === 1, file: row?.file === 1, registration: row?.registration === 1 }
}
