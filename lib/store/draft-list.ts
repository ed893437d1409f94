import 'server-only'
import type { Handle } from './database'
import { isUnknown } from './unknown'

/** A draft as lists show it. */
export interface ListedDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly lines: number
  /** Orders or products at the last save; null: never counted. */
  readonly records: number | null
  /** When its lines were edited last (ISO 8601), and by whom; '' when that is not known. */
  readonly updatedAt: string
  readonly editedBy: string
}

/** Which drafts: of one sheet or of all, put away or not. */
export interface DraftChoice {
  readonly sheet?: string | undefined
  readonly isArchived: boolean
}

/** Drafts, the one edited last first. */
export async function listDrafts(
  handle: Handle,
  choice: DraftChoice,
  limit: number,
  offset: number,
): Promise<ListedDraft[]> {
  const rows = await chosen(handle, choice)
    .leftJoin('operator', 'operator.id', 'draft.edited_by')
    .select(['draft.id', 'draft.sheet', 'draft.name', 'draft.records', 'draft.updated_at'])
    .select(['operator.name as edited_by'])
    .leftJoin('draft_line_count', 'draft_line_count.draft_id', 'draft.id')
    .select('draft_line_count.count as lines')
    .orderBy('draft.updated_at', 'desc')
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
  }))
}

/** How many drafts there are, of those in use and of those put away. */
export async function countDrafts(
  handle: Handle,
  sheet: string | undefined,
): Promise<{ current: number; archived: number }> {
  const count = async (isArchived: boolean) => {
    const row = await chosen(handle, { sheet, isArchived })
      .select(draft => draft.fn.countAll().as('count'))
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  return { current: await count(false), archived: await count(true) }
}

/** A draft with orders of which nobody knows what became of them. */
export interface DoubtfulDraft {
  readonly id: string
  readonly sheet: string
  readonly name: string
  readonly unknown: number
}

/** Drafts with unknown outcomes, archived ones included: the one with the most first. */
export async function listDoubtful(handle: Handle, sheet?: string): Promise<DoubtfulDraft[]> {
  const rows = await handle
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

const chosen = (handle: Handle, { sheet, isArchived }: DraftChoice) =>
  handle
    .selectFrom('draft')
    .where('draft.deleted_at', 'is', null)
    .where('draft.archived_at', isArchived ? 'is not' : 'is', null)
    .$if(sheet !== undefined, query => query.where('draft.sheet', '=', sheet ?? ''))

/** A name that no draft has: `base` itself, else with the first free number behind it, from 2. */
export async function freeName(handle: Handle, base: string): Promise<string> {
  const rows = await handle
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
