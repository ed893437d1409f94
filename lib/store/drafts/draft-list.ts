import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { isUnknown } from '@/lib/store/ledger/orders/unknown-orders'

interface ListedDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly lines: number
  /** Orders or products at the last save; null: never counted. */
  readonly records: number | null
  /** When its lines were last edited (ISO 8601), and by whom; '' if that is unknown. */
  readonly updatedAt: string
  readonly editedBy: string
  readonly ownErrors: OwnErrors
  /** When these were counted (ISO 8601). */
  readonly countedAt: string
}

/** Records in which Lading itself found errors when they were last counted, by the result of their last check. */
export interface OwnErrors {
  readonly unchecked: number
  readonly passed: number
  readonly failed: number
}

/** Which drafts: of one sheet or of all, archived or not. */
export interface DraftFilter {
  readonly sheet?: string | undefined
  readonly isArchived: boolean
  /** Whether all of it is registered; absent: both. */
  readonly isFinished?: boolean | undefined
  /** Only these drafts; absent: all. */
  readonly ids?: readonly string[] | undefined
}

export interface DraftSorting {
  readonly column: keyof typeof sortColumns
  readonly isDescending: boolean
}

/** Columns by which drafts can be sorted; `holds` is their number of orders or products. */
const sortColumns = {
  name: 'draft.name',
  sheet: 'draft.sheet',
  holds: 'draft.records',
  edited: 'draft.updated_at',
} as const

const latestFirst: DraftSorting = { column: 'edited', isDescending: true }

/** Drafts, by default the last edited one first. */
export async function listDrafts(
  db: Db,
  choice: DraftFilter,
  limit: number,
  offset: number,
  { column, isDescending }: DraftSorting = latestFirst,
): Promise<ListedDraft[]> {
  const rows = await filtered(db, choice)
    .leftJoin('operator', 'operator.id', 'draft.edited_by')
    .select(['draft.id', 'draft.sheet', 'draft.name', 'draft.records', 'draft.updated_at'])
    .select(['draft.errors', 'draft.errors_passed', 'draft.errors_failed', 'draft.errors_at'])
    .select('operator.name as edited_by')
    .leftJoin('draft_line_count', 'draft_line_count.draft_id', 'draft.id')
    .select('draft_line_count.count as lines')
    .orderBy(sortColumns[column], isDescending ? 'desc' : 'asc')
    .orderBy('draft.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(row => ({
    id: row.id,
    sheet: row.sheet,
    name: row.name,
    lines: row.lines ?? 0,
    records: row.records,
    updatedAt: row.updated_at,
    editedBy: row.edited_by ?? '',
    ownErrors: ownErrorsOf(row),
    countedAt: row.errors_at ?? row.updated_at,
  }))
}

function ownErrorsOf({
  errors,
  errors_passed: passed,
  errors_failed: failed,
}: Record<'errors' | 'errors_passed' | 'errors_failed', number | null>): OwnErrors {
  return {
    unchecked: (errors ?? 0) - (passed ?? 0) - (failed ?? 0),
    passed: passed ?? 0,
    failed: failed ?? 0,
  }
}

/** How many drafts there are of a kind. */
export async function countDraftsOf(db: Db, filter: DraftFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select(draft => draft.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The numbers of drafts in which something is left to register, of finished ones, and of archived ones. */
export async function countDrafts(
  db: Db,
  sheet: string | undefined,
): Promise<{ current: number; finished: number; archived: number }> {
  return {
    current: await countDraftsOf(db, { sheet, isArchived: false, isFinished: false }),
    finished: await countDraftsOf(db, { sheet, isArchived: false, isFinished: true }),
    archived: await countDraftsOf(db, { sheet, isArchived: true }),
  }
}

/** A draft with orders of unknown outcome. */
export interface DraftWithUnknowns {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly unknown: number
}

/** Drafts with unknown outcomes, including archived ones: the draft with the most first. */
export async function listDraftsWithUnknowns(db: Db, sheet?: string): Promise<DraftWithUnknowns[]> {
  const rows = await db
    .selectFrom('ledger_order')
    .innerJoin('draft', 'draft.id', 'ledger_order.draft_id')
    .select(['draft.id', 'draft.sheet', 'draft.name'])
    .select(row => row.fn.countAll().as('unknown'))
    .where(isUnknown)
    .$if(sheet !== undefined, query => query.where('draft.sheet', '=', sheet ?? ''))
    .groupBy(['draft.id', 'draft.sheet', 'draft.name'])
    .orderBy('unknown', 'desc')
    .orderBy('draft.id')
    .execute()
  return rows.map(row => ({ ...row, unknown: Number(row.unknown) }))
}

/**
 * Whether all records of a draft are registered where its connection leads. A draft without records, or whose
 * connection never registered anything of it, is not finished.
 */
const finished = sql<boolean>`(coalesce(draft.records, 0) > 0 and draft.records <= (
  select coalesce(sum(c.count), 0) from draft_order_count c
  where c.draft_id = draft.id and c.kind = 'registered' and c.env_id in (
    select r.env_id from run r where r.draft_id = draft.id and r.connection_id = draft.connection_id)))`

const filtered = (db: Db, { sheet, isArchived, isFinished, ids }: DraftFilter) =>
  db
    .selectFrom('draft')
    .where('draft.deleted_at', 'is', null)
    .where('draft.archived_at', isArchived ? 'is not' : 'is', null)
    .$if(ids !== undefined, query =>
      // An empty list is no SQL for PostgreSQL.
      query.where('draft.id', 'in', ids === undefined || ids.length === 0 ? [''] : ids),
    )
    .$if(isFinished !== undefined, query =>
      query.where(isFinished ? finished : sql<boolean>`not ${finished}`),
    )
    .$if(sheet !== undefined, query => query.where('draft.sheet', '=', sheet ?? ''))

/** A name that no draft has: `base`, or `base` with the first free number from 2. */
export async function findFreeName(db: Db, base: string): Promise<string> {
  const rows = await db
    .selectFrom('draft')
    .select('name')
    .where('deleted_at', 'is', null)
    .where(row => row.or([row('name', '=', base), row('name', 'like', `${base} (%`)]))
    .execute()
  const taken = new Set(rows.map(row => row.name))
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base} (${count})`
  return name
}
