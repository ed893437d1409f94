import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'

/** How a draft's records fare in one environment. An edit since the check is not seen here. */
export interface DraftStanding {
  readonly draftId: string
  readonly envId: string
  readonly registered: number
  /** Passed their last check and are not at the service. */
  readonly passed: number
  readonly failing: number
  readonly unknown: number
  /** Queued, or being sent. */
  readonly busy: number
}

/**
 * What became of drafts, by environment. A record counts once: by its row of the ledger, else by its verdict.
 * Verdicts older than the last run that judged the whole draft (`judging`: its operations) are of records that were
 * taken out of the draft or got another number since; they are passed over.
 */
export async function draftStandings(
  handle: Handle,
  draftIds: readonly string[],
  judging: readonly string[],
): Promise<DraftStanding[]> {
  if (draftIds.length === 0) return []
  const ids = sql.join(draftIds)
  const { rows } = await sql<DraftStanding>`
    with asked as (
      select draft_id, env_id, max(started_at) as at from run
      where draft_id in (${ids}) and operation in (${sql.join(judging)})
      group by draft_id, env_id
    ), known as (
      select l.draft_id, l.env_id, l.state from ledger_order l
      left join verdict v on v.draft_id = l.draft_id and v.env_id = l.env_id
        and v.mall_order_number = l.mall_order_number
      where l.draft_id in (${ids}) and ${hasLastWord}
      union all
      select v.draft_id, v.env_id, case v.passed when 1 then 'passed' else 'failing' end from verdict v
      left join asked a on a.draft_id = v.draft_id and a.env_id = v.env_id
      where v.draft_id in (${ids}) and (a.at is null or v.checked_at >= a.at)
        and not exists (
          select 1 from ledger_order l
          where l.env_id = v.env_id and l.scope = case v.variant when 'product' then 'products' else 'orders' end
            and l.mall_order_number = v.mall_order_number and l.draft_id = v.draft_id and ${hasLastWord})
    )
    select draft_id as "draftId", env_id as "envId",
      ${counted('REGISTERED')} as registered, ${counted('passed')} as passed,
      ${counted('failing', 'REJECTED', 'ABANDONED')} as failing, ${counted('UNKNOWN')} as unknown,
      ${counted('QUEUED', 'PREPARED', 'SENDING')} as busy
    from known group by draft_id, env_id order by env_id`.execute(handle)
  return rows.map(row => ({
    ...row,
    registered: Number(row.registered),
    passed: Number(row.passed),
    failing: Number(row.failing),
    unknown: Number(row.unknown),
    busy: Number(row.busy),
  }))
}

/**
 * Whether a row of the ledger (l) says how a record stands, and not its verdict (v): it is the newest of its number
 * here, and no refusal after which the record was changed and checked again, or, of a product, taken back (as in
 * lib/ledger/runner-progress).
 */
const hasLastWord = sql`l.state not in ('ABSENT', 'CANCELLED', 'RELEASED')
  and not exists (
    select 1 from ledger_order o
    where o.env_id = l.env_id and o.scope = l.scope and o.mall_order_number = l.mall_order_number
      and o.draft_id = l.draft_id and o.generation > l.generation)
  and (l.state <> 'REJECTED' or not coalesce(v.checked_at >= l.updated_at
    and (v.passed = 0 or v.sha256 <> coalesce(l.checked_sha256, l.sha256) or l.explained = 'elsewhere'
      or l.scope = 'products'), false))`

const counted = (...states: readonly string[]) =>
  sql`sum(case when state in (${sql.join(states)}) then 1 else 0 end)`

/** Which of these drafts have a run under way, and of which kind. */
export async function listUnderWay(
  handle: Handle,
  draftIds: readonly string[],
): Promise<ReadonlyMap<string, 'check' | 'register'>> {
  if (draftIds.length === 0) return new Map()
  const rows = await handle
    .selectFrom('run')
    .select(['draft_id', 'kind'])
    .where('state', 'in', ['preparing', 'running'])
    .where('draft_id', 'in', draftIds)
    .orderBy('kind')
    .execute()
  return new Map(rows.map(row => [row.draft_id, row.kind]))
}
