import 'server-only'
import { sql } from 'kysely'
import type { OperationId } from '@/lib/contract/operations'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { statesVisibleAs, type VisibleRunState, visibleRunState } from '@/lib/store/ledger/runs/run-lifecycle'
import type { RunKind, RunOrderTable } from '@/lib/store/ledger/runs/run-tables'

/** Filters of runs; absent ones match everything. */
export interface RunFilter {
  readonly kind?: RunKind | undefined
  readonly state?: VisibleRunState | undefined
  readonly connectionId?: string | undefined
  readonly draftId?: string | undefined
  readonly operatorId?: string | undefined
  /** Runs that were started from then on (ISO 8601, UTC). */
  readonly startedFrom?: string | undefined
  /** Runs that were started before then (ISO 8601, UTC). */
  readonly startedBefore?: string | undefined
}

/** The position of a row in a sorted list, as its sort value and id: a page begins after it, or ends before it. */
export interface PageCursor {
  readonly value: string
  readonly id: string
}

/** A run as lists show it. */
export interface ListedRun {
  readonly id: string
  readonly kind: RunKind
  readonly operation: OperationId
  readonly state: VisibleRunState
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

export interface RunSorting {
  readonly column: keyof typeof sortExpressions
  readonly isDescending: boolean
}

/** Columns by which runs can be sorted; names that no longer exist sort as ''. */
const sortExpressions = {
  when: sql<string>`run.started_at`,
  what: sql<string>`run.kind`,
  draft: sql<string>`coalesce(draft.name, '')`,
  where: sql<string>`coalesce(connection.name, '')`,
  who: sql<string>`coalesce(operator.name, '')`,
}

const newestFirst: RunSorting = { column: 'when', isDescending: true }

/** The sort value of a run in a cursor. */
export const sortValue = (run: ListedRun, { column }: RunSorting): string =>
  ({
    when: run.startedAt,
    what: run.kind,
    draft: run.draftName ?? '',
    where: run.connection ?? '',
    who: run.by,
  })[column]

/**
 * One page of runs, by default newest first.
 * @param older the page begins after this cursor
 * @param newer the page ends before this cursor
 */
export async function listRuns(
  db: Db,
  choice: RunFilter,
  limit: number,
  { older, newer }: { readonly older?: PageCursor | undefined; readonly newer?: PageCursor | undefined } = {},
  { column, isDescending }: RunSorting = newestFirst,
): Promise<ListedRun[]> {
  const cursor = older ?? newer
  const sorted = sortExpressions[column]
  const isBackwards = older === undefined && newer !== undefined
  const direction = isDescending === isBackwards ? 'asc' : 'desc'
  const isAfter = direction === 'asc' ? sql`>` : sql`<`
  const rows = await filtered(db, choice)
    .$if(cursor !== undefined, query =>
      query.where(sql<boolean>`(${sorted}, run.id) ${isAfter} (${cursor?.value ?? ''}, ${cursor?.id ?? ''})`),
    )
    .orderBy(sorted, direction)
    .orderBy('run.id', direction)
    .limit(limit)
    .execute()
  return (isBackwards ? rows.toReversed() : rows).map(toListed)
}

/** A run as the history lists it; undefined if there is none. */
export async function findListedRun(db: Db, id: string): Promise<ListedRun | undefined> {
  const row = await filtered(db, {}).where('run.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

function filtered(db: Db, choice: RunFilter) {
  const { kind, state, connectionId, draftId, operatorId, startedFrom, startedBefore } = choice
  return db
    .selectFrom('run')
    .leftJoin('draft', 'draft.id', 'run.draft_id')
    .leftJoin('operator', 'operator.id', 'run.started_by')
    .leftJoin('connection', 'connection.id', 'run.connection_id')
    .select(['run.id', 'run.kind', 'run.operation', 'run.state', 'run.problem', 'run.started_at'])
    .select(['run.finished_at', 'run.total', 'run.draft_id', 'run.env_id', 'operator.name as by'])
    .select(['draft.name as draft_name', 'draft.sheet', 'draft.deleted_at', 'connection.name as connection'])
    .$if(kind !== undefined, query => query.where('run.kind', '=', kind ?? 'check'))
    .$if(state !== undefined, query => query.where('run.state', 'in', statesVisibleAs(state ?? 'done')))
    .$if(connectionId !== undefined, query => query.where('run.connection_id', '=', connectionId ?? ''))
    .$if(draftId !== undefined, query => query.where('run.draft_id', '=', draftId ?? ''))
    .$if(operatorId !== undefined, query => query.where('run.started_by', '=', operatorId ?? ''))
    .$if(startedFrom !== undefined, query => query.where('run.started_at', '>=', startedFrom ?? ''))
    .$if(startedBefore !== undefined, query => query.where('run.started_at', '<', startedBefore ?? ''))
}

type Row = Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number]

const toListed = (row: Row): ListedRun => ({
  id: row.id,
  kind: row.kind,
  operation: row.operation,
  state: visibleRunState(row.state),
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

/** The number of orders by run and state. */
export async function countOrdersByRun(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<LedgerOrderState | RunOrderTable['state'], number>>> {
  const counts = new Map<string, Map<LedgerOrderState | RunOrderTable['state'], number>>()
  if (ids.length === 0) return counts
  const rows = await db
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

/** Operators who have ever started a run, by name. */
export function listRunOperators(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('operator')
    .select(['id', 'name'])
    .where(row =>
      row.exists(row.selectFrom('run').select('run.id').whereRef('run.started_by', '=', 'operator.id')),
    )
    .orderBy('name')
    .execute()
}
