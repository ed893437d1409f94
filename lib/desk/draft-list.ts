import 'server-only'
import type { DraftRow, DraftStatusAt } from '@/lib/desk-api/drafts'
import { findSheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import {
  countDrafts,
  type DraftFilter,
  type DraftSorting,
  listDrafts,
  listDraftsWithUnknowns,
} from '@/lib/store/drafts/draft-list'
import {
  countDraftStatuses,
  type DraftStatusCounts,
  listActiveRuns,
  listRequestedWaits,
} from '@/lib/store/drafts/status'
import { listOf } from '@/lib/words/join'
import { requestLocale } from '@/lib/words/request-locale'
import { withOwnErrors } from './draft-errors'

/** What is left to do, what is all registered, and what was archived. */
export type DraftView = (typeof draftViews)[number]
export const draftViews = ['current', 'finished', 'archived'] as const

/** Filters and paging of a list of drafts. */
export interface DraftListRequest {
  /** Absent: drafts of all sheets. */
  readonly sheet: SheetId | undefined
  readonly view: DraftView
  readonly size: number
  /** From 1. */
  readonly page: number
  readonly sorting: DraftSorting
}

/** One page of drafts with the status of their records, how many there are, and those with unknown outcomes. */
export async function listDraftPage({ sheet, view, size, page, sorting }: DraftListRequest) {
  const { longReads } = await database()
  const counts = await countDrafts(longReads, sheet)
  const count = counts[view]
  const filter =
    view === 'archived' ? { isArchived: true } : { isArchived: false, isFinished: view === 'finished' }
  const from = (page - 1) * size
  return {
    counts,
    count,
    rows: from < count ? await listDraftRows(longReads, { sheet, ...filter }, size, from, sorting) : [],
    withUnknowns: await listDraftsWithUnknowns(longReads, sheet),
  }
}

/** Operations that judge a whole draft. A registration of products judges those alone that it sends. */
export const checkOperations = Object.values(sheets).flatMap(({ check }) => check ?? [])

/** One page of drafts with the status of their records. */
async function listDraftRows(
  handle: Db,
  choice: DraftFilter,
  limit: number,
  offset: number,
  sorting?: DraftSorting,
): Promise<DraftRow[]> {
  const drafts = await listDrafts(handle, choice, limit, offset, sorting)
  const ids = drafts.map(draft => draft.id)
  const counts = await countDraftStatuses(handle, ids, checkOperations)
  const activeRuns = await listActiveRuns(handle, ids)
  const waits = await listRequestedWaits(handle, [...activeRuns.keys()], new Date().toISOString())
  const connections = await listConnections(handle)
  return drafts.flatMap(({ sheet: id, ownErrors: own, ...draft }) => {
    const sheet = findSheet(id.split('/'))
    if (!sheet) return []
    const statuses = counts
      .filter(({ draftId }) => draftId === draft.id)
      .map(count => statusAt(withOwnErrors(count, own, draft.updatedAt), connections))
    const ownErrors = own.unchecked + own.passed + own.failed
    const run = { activeRun: activeRuns.get(draft.id), waitsUntil: waits.get(draft.id) }
    return [{ ...draft, sheet: sheet.id, recordType: sheet.recordType, statuses, ownErrors, ...run }]
  })
}

function statusAt(
  { envId, draftId: _, checkedAt: __, ...counts }: DraftStatusCounts,
  connections: readonly Connection[],
): DraftStatusAt {
  const there = connections.filter(connection => environmentId(connection) === envId)
  const names = listOf(
    requestLocale().language,
    there.map(connection => connection.name),
  )
  return {
    ...counts,
    at: names === '' ? envId.replace(/^(test|production):/, '') : names,
    environment: envId.startsWith('production:') ? 'production' : 'test',
  }
}
