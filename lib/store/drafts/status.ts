import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'

/** Counts of a draft's records by status in one environment. Edits after the check are not considered. */
export interface DraftStatusCounts {
  readonly draftId: string
  readonly envId: string
  readonly registered: number
  /** Passed their last check and are not registered. */
  readonly passed: number
  readonly failing: number
  readonly unknown: number
  /** Queued or being sent. */
  readonly busy: number
  /** Their numbers are held by orders of other drafts. */
  readonly elsewhere: number
  /** When the draft was checked as a whole there (ISO 8601); null: it was not. */
  readonly checkedAt: string | null
}

/**
 * Counts the records of drafts by environment and status, from counters that triggers maintain. A record
 * counts once: by its newest registration if that decides, else by its verdict. Verdicts older than the last
 * run over the whole draft (`judging`: its operations), and than the recent passes that it relied on, belong to removed
 * or renumbered records and are ignored.
 */
export async function countDraftStatuses(
  db: Db,
  draftIds: readonly string[],
  judging: readonly string[],
): Promise<DraftStatusCounts[]> {
  if (draftIds.length === 0) return []
  const ids = sql.join(draftIds)
  const { rows } = await sql<DraftStatusCounts>`
    with asked as (
      select l.draft_id, l.env_id, l.at, min(coalesce(c.counts_from, l.at)) as since
      from (
        select draft_id, env_id, max(started_at) as at from run
        where draft_id in (${ids}) and operation in (${sql.join(judging)})
        group by draft_id, env_id
      ) l
      join run r on r.draft_id = l.draft_id and r.env_id = l.env_id and r.started_at = l.at
      left join draft_check c on c.run_id = r.id
      group by l.draft_id, l.env_id, l.at
    ), held as (
      select draft_id, env_id, count(*) as count from draft_elsewhere where draft_id in (${ids})
      group by draft_id, env_id
    ), overruled as (
      -- What is held elsewhere is neither ready nor failing here, whatever the result of an earlier check. Only of drafts that
      -- have such verdicts each number is looked at.
      select e.draft_id, e.env_id, v.passed, v.checked_at
      from (select distinct draft_id, env_id from draft_verdict_count where draft_id in (${ids})) c
      join draft_elsewhere e on e.draft_id = c.draft_id and e.env_id = c.env_id
      join verdict v on v.draft_id = e.draft_id and v.env_id = e.env_id
        and v.mall_order_number = e.mall_order_number
    ), counted as (
      select draft_id, env_id, kind, count from draft_order_count where draft_id in (${ids})
      union all
      select v.draft_id, v.env_id, 'passed', v.passed from draft_verdict_count v
      left join asked a on a.draft_id = v.draft_id and a.env_id = v.env_id
      where v.draft_id in (${ids}) and (a.at is null or v.checked_at >= a.since)
      union all
      select v.draft_id, v.env_id, 'failing', v.failing from draft_verdict_count v
      left join asked a on a.draft_id = v.draft_id and a.env_id = v.env_id
      where v.draft_id in (${ids}) and (a.at is null or v.checked_at >= a.since)
      union all
      select draft_id, env_id, 'elsewhere', count from held
      union all
      select o.draft_id, o.env_id, case when o.passed = 1 then 'passed' else 'failing' end, -1 from overruled o
      left join asked a on a.draft_id = o.draft_id and a.env_id = o.env_id
      where a.at is null or o.checked_at >= a.since
    )
    select draft_id as "draftId", env_id as "envId",
      ${sumOf('registered')}, ${sumOf('passed')}, ${sumOf('failing')}, ${sumOf('unknown')}, ${sumOf('busy')},
      ${sumOf('elsewhere')},
      (select at from asked where asked.draft_id = counted.draft_id and asked.env_id = counted.env_id) as "checkedAt"
    from counted group by draft_id, env_id order by env_id`.execute(db)
  return rows
    .map(row => ({
      ...row,
      registered: Number(row.registered),
      passed: Math.max(0, Number(row.passed)),
      failing: Math.max(0, Number(row.failing)),
      unknown: Number(row.unknown),
      busy: Number(row.busy),
      elsewhere: Number(row.elsewhere),
    }))
    .filter(row => row.registered + row.passed + row.failing + row.unknown + row.busy + row.elsewhere > 0)
}

const sumOf = (kind: string) => sql`sum(case when kind = ${kind} then count else 0 end) as ${sql.ref(kind)}`

/** How many records of a draft are unconfirmed, in all environments. */
export async function countUnconfirmed(db: Db, draftId: string): Promise<number> {
  const row = await db
    .selectFrom('draft_order_count')
    .select(part => part.fn.sum<number | null>('count').as('count'))
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'unknown')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/**
 * Where records of a draft were registered: how many per environment, and the connection of the last
 * registration there.
 * @returns connectionId null when no run of the draft names one
 */
export async function listRegisteredPlaces(
  db: Db,
  draftId: string,
): Promise<{ readonly envId: string; readonly count: number; readonly connectionId: string | null }[]> {
  const counts = await db
    .selectFrom('draft_order_count')
    .select(part => ['env_id as envId', part.fn.sum<number>('count').as('count')])
    .where('draft_id', '=', draftId)
    .where('kind', '=', 'registered')
    .groupBy('env_id')
    .orderBy('env_id')
    .execute()
  const places = counts.filter(({ count }) => Number(count) > 0)
  return Promise.all(
    places.map(async ({ envId, count }) => {
      const run = await db
        .selectFrom('run')
        .select('connection_id')
        .where('draft_id', '=', draftId)
        .where('env_id', '=', envId)
        .where('kind', '=', 'register')
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return { envId, count: Number(count), connectionId: run?.connection_id ?? null }
    }),
  )
}

/** Drafts with an active run, and its kind. */
export async function listActiveRuns(
  db: Db,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, 'check' | 'register'>> {
  if (draftIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('run')
    .select(['draft_id', 'kind'])
    .where('state', 'in', ['preparing', 'running'])
    .where('draft_id', 'in', draftIds)
    .orderBy('kind')
    .execute()
  return new Map(rows.map(row => [row.draft_id, row.kind]))
}

/**
 * Until when runs of drafts wait at the request of the service (ISO 8601), by draft.
 * @param now ISO 8601
 */
export async function listRequestedWaits(
  db: Db,
  draftIds: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, string>> {
  if (draftIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('run')
    .innerJoin('ledger_environment', 'ledger_environment.env_id', 'run.env_id')
    .select(['run.draft_id', 'ledger_environment.not_before'])
    .where('run.state', '=', 'running')
    .where('run.draft_id', 'in', draftIds)
    .where('ledger_environment.asked_until', 'is not', null)
    .where('ledger_environment.not_before', '>', now)
    .execute()
  return new Map(rows.flatMap(row => (row.not_before === null ? [] : [[row.draft_id, row.not_before]])))
}
