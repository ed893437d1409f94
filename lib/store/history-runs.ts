import 'server-only'
import type { Handle } from './database'
import type { LedgerOrderState, RunKind, RunOrderTable } from './ledger-tables'
import { type ShownState, shownState, statesShownAs } from './run-ends'

/** Which runs are asked for; what is left out may be anything. */
export interface RunChoice {
  readonly kind?: RunKind | undefined
  readonly state?: ShownState | undefined
  readonly connectionId?: string | undefined
  readonly draftId?: string | undefined
  readonly operatorId?: string | undefined
  /** A day of UTC: 2026-11-21. */
  readonly day?: string | undefined
}

/** A place in a list that is sorted by time: the page goes on behind it, or ends before it. */
export interface Place {
  readonly at: string
  readonly id: string
}

/** A run as lists show it. */
export interface ListedRun {
  readonly id: string
  readonly kind: RunKind
  readonly operation: string
  readonly state: ShownState
  /** JSON of why it is paused or stopped. */
  readonly problem: string | null
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly by: string
  readonly total: number
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
  readonly connection: string | null
  readonly envId: string
}

/** Runs, newest first. @param older behind this place; @param newer before it: those that are next to it */
export async function listRuns(
  handle: Handle,
  choice: RunChoice,
  limit: number,
  { older, newer }: { readonly older?: Place | undefined; readonly newer?: Place | undefined } = {},
): Promise<ListedRun[]> {
  const place = older ?? newer
  const rows = await chosen(handle, choice)
    .$if(place !== undefined, query =>
      query.where(run =>
        run(
          run.refTuple('run.started_at', 'run.id'),
          older ? '<' : '>',
          run.tuple(place?.at ?? '', place?.id ?? ''),
        ),
      ),
    )
    .orderBy('run.started_at', newer ? 'asc' : 'desc')
    .orderBy('run.id', newer ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return (newer ? rows.toReversed() : rows).map(toListed)
}

/** A run as lists show it, by id. */
export async function findListedRun(handle: Handle, id: string): Promise<ListedRun | undefined> {
  const row = await chosen(handle, {}).where('run.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

function chosen(handle: Handle, choice: RunChoice) {
  const { kind, state, connectionId, draftId, operatorId, day } = choice
  return handle
    .selectFrom('run')
    .leftJoin('draft', 'draft.id', 'run.draft_id')
    .leftJoin('operator', 'operator.id', 'run.started_by')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['run.id', 'run.kind', 'run.operation', 'run.state', 'run.problem', 'run.started_at'])
    .select(['run.finished_at', 'run.total', 'run.draft_id', 'run.env_id', 'operator.name as by'])
    .select(['draft.name as draft_name', 'draft.sheet', 'draft.deleted_at', 'connection.name as connection'])
    .$if(kind !== undefined, query => query.where('run.kind', '=', kind ?? 'check'))
    .$if(state !== undefined, query => query.where('run.state', 'in', statesShownAs(state ?? 'done')))
    .$if(connectionId !== undefined, query => query.where('run.connection_id', '=', connectionId ?? ''))
    .$if(draftId !== undefined, query => query.where('run.draft_id', '=', draftId ?? ''))
    .$if(operatorId !== undefined, query => query.where('run.started_by', '=', operatorId ?? ''))
    .$if(day !== undefined, query =>
      query.where('run.started_at', '>=', `${day}T`).where('run.started_at', '<', `${day}U`),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof chosen>['execute']>>[number]

const toListed = (row: Row): ListedRun => ({
  id: row.id,
  kind: row.kind,
  operation: row.operation,
  state: shownState(row.state),
  problem: row.problem,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  by: row.by ?? '',
  total: row.total,
  draftId: row.draft_id,
  draftName: row.draft_name,
  sheet: row.sheet,
  isDraftGone: row.draft_name === null || row.deleted_at !== null,
  connection: row.connection,
  envId: row.env_id,
})

/** How many orders of each of these runs stand where, by run and state. */
export async function countOfRuns(
  handle: Handle,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<LedgerOrderState | RunOrderTable['state'], number>>> {
  const counts = new Map<string, Map<LedgerOrderState | RunOrderTable['state'], number>>()
  if (ids.length === 0) return counts
  const rows = await handle
    .selectFrom('run_count')
    .select(row => ['run_id', 'state', row.fn.sum<number>('count').as('count')])
    .where('run_id', 'in', ids)
    .groupBy(['run_id', 'state'])
    .execute()
  for (const { run_id, state, count } of rows) {
    if (Number(count) === 0) continue
    const of = counts.get(run_id) ?? new Map()
    counts.set(run_id, of.set(state, Number(count)))
  }
  return counts
}

/** Operators who ever pressed Check or Register, by name. */
export function listRunOperators(handle: Handle): Promise<{ id: string; name: string }[]> {
  return handle
    .selectFrom('operator')
    .select(['id', 'name'])
    .where(row =>
      row.exists(row.selectFrom('run').select('run.id').whereRef('run.started_by', '=', 'operator.id')),
    )
    .orderBy('name')
    .execute()
}
