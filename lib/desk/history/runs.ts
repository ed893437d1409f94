import 'server-only'
import { authorName } from '@/lib/desk/author-name'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import type { RunDetails, RunOrderRow, RunRow } from '@/lib/desk-api/runs/history'
import type { PageCursor } from '@/lib/desk-api/runs/page-query'
import type { Sorting } from '@/lib/desk-api/sorting'
import { ledgerTime } from '@/lib/ledger/ledger'
import { waitingOf } from '@/lib/ledger/outcomes/progress'
import { type RefusedOrder, readRunProblem } from '@/lib/ledger/rules/problem'
import { findSheetById, type Sheet } from '@/lib/sheet/schema/sheets'
import { listConnections } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import { findDraft } from '@/lib/store/drafts/drafts'
import { countAttempts } from '@/lib/store/ledger/history/attempts'
import { listRunOrders as listOrders } from '@/lib/store/ledger/history/orders'
import {
  countOrdersByRun,
  findListedRun,
  type ListedRun,
  listRunOperators,
  listRuns,
  type RunFilter,
  type RunSorting,
  sortValue,
} from '@/lib/store/ledger/history/runs'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { dayBounds } from '@/lib/words/time/zoned-time'
import { rowsText, shopPlaces } from './file-rows'

const refusals = getTranslations('runs.refusal')

/** A page of runs with its filters. */
export interface RunListRequest {
  readonly filter: Omit<RunFilter, 'startedFrom' | 'startedBefore'> & {
    /** A day in the operator's time zone: `2026-11-21`. */
    readonly day?: string | undefined
  }
  readonly size: number
  readonly older: PageCursor | undefined
  readonly newer: PageCursor | undefined
  readonly sorting: Sorting<RunSorting['column']>
}

/** One page of runs, with cursors of the adjacent pages. */
export async function listRunPage({ filter, size, older, newer, sorting }: RunListRequest) {
  const { kysely } = await database()
  // One additional row shows whether another page follows.
  const { day, ...others } = filter
  const started = day === undefined ? {} : startedOn(day)
  const read = await listRuns(kysely, { ...others, ...started }, size + 1, { older, newer }, sorting)
  const hasMore = read.length > size
  const runs = newer ? read.slice(-size) : read.slice(0, size)
  const [first, last] = [runs[0], runs.at(-1)]
  const hasNewer = newer ? hasMore : older !== undefined
  const hasOlder = newer ? true : hasMore
  const cursorAt = (run: ListedRun | undefined): PageCursor | undefined =>
    run && { value: sortValue(run, sorting), id: run.id }
  return {
    runs: await toRows(kysely, runs),
    newer: hasNewer ? cursorAt(first) : undefined,
    older: hasOlder ? cursorAt(last) : undefined,
  }
}

/** The start and end of a day in the operator's time zone. */
function startedOn(day: string): Pick<RunFilter, 'startedFrom' | 'startedBefore'> {
  const { from, until } = dayBounds(day, requestLocale().timeZone)
  return { startedFrom: from.toISOString(), startedBefore: until.toISOString() }
}

/** The available filters of runs. @param draftId the chosen draft, whose name is included */
export async function runFilters(draftId: string | undefined) {
  const { longReads } = await database()
  const connections = await listConnections(longReads)
  const operators = await listRunOperators(longReads)
  const draft = draftId === undefined ? undefined : await findDraft(longReads, draftId)
  return {
    connections: connections.map(({ id, name }) => ({ id, name })),
    operators: operators.map(({ id, name }) => ({ id, name: authorName(name) })),
    draftName: draft?.name,
  }
}

/** The name of a draft and what its rows are; undefined when it was deleted. */
export async function findNamedDraft(
  draftId: string,
): Promise<{ name: string; record: Sheet['recordType'] } | undefined> {
  const draft = await findDraft((await database()).kysely, draftId)
  return draft && { name: draft.name, record: findSheetById(draft.sheet)?.recordType ?? 'order' }
}

/** Everything about a run except its requests and orders. */
export async function runDetails(id: string): Promise<RunDetails | undefined> {
  const { kysely } = await database()
  const [listed, stored] = [await findListedRun(kysely, id), await findRun(kysely, id)]
  const [run] = listed ? await toRows(kysely, [listed]) : []
  if (!listed || !stored || !run) return undefined
  const refused: readonly RefusedOrder[] = JSON.parse(stored.refused)
  const problem = readRunProblem(listed.problem)
  return {
    run,
    problem: problem && problemSentence(problem),
    waiting: await waitingOf(kysely, stored, await ledgerTime()),
    erasedAt: stored.erased_at,
    refused: refused.map(({ mallOrderNumber: number, reason }) => ({ number, why: refusals(reason) })),
    requestCount: await countAttempts(kysely, id),
  }
}

/**
 * Orders of a run in their order, from a position on.
 * @param state only orders in this state, if given
 * @returns `next`: the position of the next page
 */
export async function listRunOrders(
  run: RunRow,
  { from, size, state }: { readonly from: number; readonly size: number; readonly state: string | undefined },
): Promise<{ readonly orders: readonly RunOrderRow[]; readonly next: number | undefined }> {
  const { longReads } = await database()
  const orders = await listOrders(longReads, run, from, size + 1, state)
  const shown = orders.slice(0, size)
  const lines = shown.flatMap(order => order.lineIds)
  const placeOf = await shopPlaces(longReads, run.draftId, lines)
  return {
    orders: shown.map(({ lineIds, ...order }) => ({
      ...order,
      fileRows: rowsText(lineIds.map(line => placeOf(line, order.number))),
    })),
    next: orders[size]?.position,
  }
}

/** Runs with the states of their orders. */
async function toRows(handle: Db, runs: readonly ListedRun[]): Promise<RunRow[]> {
  const counts = await countOrdersByRun(
    handle,
    runs.map(run => run.id),
  )
  return runs.map(({ problem: _, ...run }) => ({
    ...run,
    by: authorName(run.by),
    counts: Object.fromEntries(counts.get(run.id) ?? []),
  }))
}
