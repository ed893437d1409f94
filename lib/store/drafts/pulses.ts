import 'server-only'
import { sql } from 'kysely'
import { type Database, inTexts } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { OPEN_STATES } from '@/lib/store/ledger/orders/order-states'

/** Opaque texts. Each changes whenever the named parts of a draft change. */
export interface DraftPulse {
  /** Its lines, name, connection, lifecycle and open sessions; also which connections rehearse. */
  readonly changes: string
  /** Its runs and what they wait for, the outcomes of its orders, and their alarms. */
  readonly runs: string
}

/** States of runs; each has its own weight, so that a sum of weights changes with the states. */
const RUN_STATES = ['preparing', 'cancelling', 'running', 'paused', 'stopped', 'cancelled', 'done'] as const
/** States of orders, with weights like those of runs. A draft has thousands of orders. */
const ORDER_STATES = ['waiting', 'passed', 'failed', ...OPEN_STATES] as const

const weigh = (column: string, states: readonly string[]) =>
  sql.join(
    states.map((state, at) => sql`when ${sql.ref(column)} = ${state} then ${sql.lit(7 ** (at + 1))}`),
    sql` `,
  )

/**
 * The pulses of some drafts by id; missing drafts have none. Every part is read by an index, so the cost does not
 * depend on the size of a draft: about 15 µs per draft on SQLite.
 * @param presentSince editing sessions that were seen since this time count as open (ISO 8601)
 */
export async function readDraftPulses(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  draftIds: readonly string[],
  presentSince: string,
): Promise<Map<string, DraftPulse>> {
  const pulses = new Map<string, DraftPulse>()
  for (const ids of batches(draftIds)) {
    const rows = await sql<{ id: string; changes: string; runs: string }>`
      select d.id,
        d.revision || ' ' || d.floor || ' ' || coalesce(d.connection_id, '') || ' ' || coalesce(d.archived_at, '') || ' ' || coalesce(d.deleted_at, '')
          || ' ' || (select count(*) || ' ' || coalesce(min(s.id), '') || ' ' || coalesce(max(s.id), '')
            from draft_sitting s where s.draft_id = d.id and s.seen_at >= ${presentSince})
          || ' ' || (select coalesce(max(n.id || ' ' || n.rehearsal), '') from connection n) || ' ' || d.name as changes,
        (select count(*) || ' ' || coalesce(max(r.finished_at), '') || ' ' || coalesce(max(r.started_at), '') || ' '
            || coalesce(sum(case ${weigh('r.state', RUN_STATES)} else 0 end), 0) || ' '
            || coalesce(max(case when r.state in ('running', 'paused', 'stopped')
              then coalesce(r.slow_since, '') || coalesce(r.problem, '') || coalesce(r.notice, '') else '' end), '')
            || ' ' || coalesce(max(case when r.state = 'running' then (select coalesce(e.not_before, '') || ' '
              || coalesce(e.asked_until, '') || ' ' || coalesce(e.lease_run, '')
              from ledger_environment e where e.env_id = r.env_id) end), '')
            from run r where r.draft_id = d.id)
          || ' ' || (select coalesce(sum(cast(c.count as bigint) * case ${weigh('c.state', ORDER_STATES)} else 1 end), 0)
            from run r join run_count c on c.run_id = r.id
            where r.draft_id = d.id and r.state in ('preparing', 'cancelling', 'running'))
          || ' ' || (select coalesce(max(q.requested_at), '') || ' ' || coalesce(sum(q.done), 0) || ' ' || count(*)
            from run_request q where q.draft_id = d.id and q.finished_at is null)
          || ' ' || (select coalesce(max((select max(o.updated_at) from ledger_order o
            where o.draft_id = d.id and o.env_id = e.env_id)), '') from ledger_environment e) as runs
      from draft d where d.id in (${inTexts(dialect, ids)})`.execute(kysely)
    for (const { id, changes, runs } of rows.rows) pulses.set(id, { changes, runs })
  }
  return pulses
}
