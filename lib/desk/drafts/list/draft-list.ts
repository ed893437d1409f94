import 'server-only'
import { authorName } from '@/lib/desk/author-name'
import type { DraftRow, DraftStatusAt } from '@/lib/desk-api/drafts/drafts'
import { environmentKind, environmentOrigin } from '@/lib/desk-api/environment-id'
import { ledgerTime } from '@/lib/ledger/ledger'
import { findSheetById, type SheetId } from '@/lib/sheet/schema/sheets'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Db, database } from '@/lib/store/db/database'
import {
  countDrafts,
  countDraftsOf,
  type DraftFilter,
  type DraftSorting,
  listDrafts,
  listDraftsWithUnknowns,
} from '@/lib/store/drafts/draft-list'
import { type DraftStatusCounts, listRequestedWaits } from '@/lib/store/drafts/status'
import { iso } from '@/lib/store/stored-values'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { withOwnErrors } from './draft-errors'
import type { DraftStatuses } from './draft-statuses'

/** Lists of drafts: with work left, fully registered, archived. */
export type DraftView = (typeof draftViews)[number]
export const draftViews = ['current', 'finished', 'archived'] as const

/** Filters and paging of a list of drafts. */
export interface DraftListRequest {
  /** Absent: drafts of all sheets. */
  readonly sheet: SheetId | undefined
  readonly view: DraftView
  /** Only these drafts, instead of those of the view. */
  readonly ids?: readonly string[] | undefined
  readonly size: number
  /** From 1. */
  readonly page: number
  readonly sorting: DraftSorting
}

/** One page of drafts with the status of their records, and how many there are. */
export async function listDraftPage(
  { sheet, view, ids, size, page, sorting }: DraftListRequest,
  statuses: DraftStatuses,
) {
  const { longReads } = await database()
  const counts = await countDrafts(longReads, sheet)
  const filter =
    view === 'archived' ? { isArchived: true } : { isArchived: false, isFinished: view === 'finished' }
  const chosen = ids ? { sheet, isArchived: false, ids } : { sheet, ...filter }
  const count = ids ? await countDraftsOf(longReads, chosen) : counts[view]
  const from = (page - 1) * size
  return {
    counts,
    count,
    rows: from < count ? await listDraftRows(longReads, statuses, chosen, size, from, sorting) : [],
  }
}

/** Drafts with unconfirmed orders. @param sheet absent: of all sheets */
export async function listUnconfirmedDrafts(sheet: SheetId | undefined) {
  return listDraftsWithUnknowns((await database()).longReads, sheet)
}

/** One page of drafts with the status of their records. */
async function listDraftRows(
  handle: Db,
  known: DraftStatuses,
  choice: DraftFilter,
  limit: number,
  offset: number,
  sorting?: DraftSorting,
): Promise<DraftRow[]> {
  const drafts = await listDrafts(handle, choice, limit, offset, sorting)
  const ids = drafts.map(draft => draft.id)
  const { counts, activeRuns } = await known.of(ids)
  const waits = await listRequestedWaits(handle, ids, iso(await ledgerTime()))
  const connections = await listConnections(handle)
  return drafts.flatMap(({ sheet: id, ownErrors: own, countedAt, editedBy, ...draft }) => {
    const sheet = findSheetById(id)
    if (!sheet) return []
    const statuses = counts
      .filter(({ draftId }) => draftId === draft.id)
      .map(count => statusAt(withOwnErrors(count, own, countedAt), connections))
    const ownErrors = own.unchecked + own.passed + own.failed
    const run = { activeRun: activeRuns.get(draft.id), waitsUntil: waits.get(draft.id) }
    const by = { editedBy: authorName(editedBy) }
    return [{ ...draft, ...by, sheet: sheet.id, recordType: sheet.recordType, statuses, ownErrors, ...run }]
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
    at: names === '' ? environmentOrigin(envId) : names,
    environment: environmentKind(envId),
  }
}
