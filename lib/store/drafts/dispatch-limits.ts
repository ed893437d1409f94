import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { LINE_HOLDING_STATES } from '@/lib/store/ledger/orders/order-states'
import { toStorable } from '@/lib/store/stored-values'

/** The hidden column with the shop's text (lib/import/recipe/hidden-columns.ts), and that of the order number. */
const LIMIT_COLUMN = '[].$dispatchBy'
const NUMBER_COLUMN = 'orderInfo.mallOrderNumber'

/** `2026-11-23`, `2026/11/23 23:59`, `2026.11.23.`, `2026年11月23日`, `2026년 11월 23일`. */
const DAY = /^\s*(\d{4})\s*[-./年년]\s*(\d{1,2})\s*[-./月월]\s*(\d{1,2})(?!\d)/
/** `20261123`, also before a time. */
const BARE_DAY = /^\s*(\d{4})(\d{2})(\d{2})(?!\d)/

/** The day that a shop's text names, as `2026-11-23`; undefined for other texts. */
export function dayOfLimit(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? BARE_DAY.exec(text) ?? []
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${found}T00:00:00Z`)
  // The calendar of JavaScript continues February 30 in March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== found ? undefined : found
}

/**
 * Keeps the dispatch limits of lines, in the transaction that saves them. Earlier limits of the lines must be deleted
 * first (`deleteDispatchLimits`).
 */
export async function writeDispatchLimits(
  db: Db,
  draftId: string,
  lines: readonly { readonly id: string; readonly texts: Readonly<Record<string, string>> }[],
): Promise<void> {
  const rows = lines.flatMap(({ id, texts }) => {
    const limit = texts[LIMIT_COLUMN]
    const due_on = limit === undefined ? undefined : dayOfLimit(limit)
    if (due_on === undefined) return []
    const mall_order_number = toStorable(texts[NUMBER_COLUMN] ?? '').trim()
    return [{ draft_id: draftId, line_id: id, mall_order_number, due_on }]
  })
  if (rows.length > 0) await db.insertInto('draft_line_due').values(rows).execute()
}

/** @param lineIds at most as many as fit into one statement (`batches`) */
export async function deleteDispatchLimits(
  db: Db,
  draftId: string,
  lineIds: readonly string[],
): Promise<void> {
  if (lineIds.length === 0) return
  await db
    .deleteFrom('draft_line_due')
    .where('draft_id', '=', draftId)
    .where('line_id', 'in', lineIds)
    .execute()
}

/** Deletes limits before a day: no list shows them. @param day `2026-11-23` */
export async function deleteOldDispatchLimits(db: Db, day: string): Promise<void> {
  await db.deleteFrom('draft_line_due').where('due_on', '<', day).execute()
}

export interface DueOrders {
  readonly draftId: string
  /** Orders whose last day is over, and those whose last day is today. */
  readonly past: number
  readonly today: number
  /** The earliest day: `2026-11-23`. */
  readonly earliest: string
}

/**
 * Counts orders of drafts whose dispatch limit is over or ends today, and that are neither registered nor on their way
 * to the service where the draft was checked or registered last, nor held by another draft. An order is due with its
 * earliest line. The draft with the earliest day first.
 * @param today of the shop @param from limits before this day are not counted
 */
export async function countDueOrders(
  db: Db,
  draftIds: readonly string[],
  { today, from }: { readonly today: string; readonly from: string },
): Promise<DueOrders[]> {
  if (draftIds.length === 0) return []
  const ids = sql.join(draftIds)
  const { rows } = await sql<DueOrders>`
    with latest as (
      select r.draft_id, r.env_id from run r
      join (select draft_id, max(started_at) as at from run where draft_id in (${ids}) group by draft_id) l
        on l.draft_id = r.draft_id and l.at = r.started_at
    ), due as (
      select d.draft_id, d.mall_order_number, min(d.due_on) as due_on from draft_line_due d
      where d.draft_id in (${ids}) and d.due_on between ${from} and ${today}
        and not exists (
          select 1 from latest e
          join ledger_order_line l on l.draft_id = d.draft_id and l.line_id = d.line_id
          join ledger_order o on o.id = l.ledger_order_id and o.env_id = e.env_id
          where e.draft_id = d.draft_id and o.state in (${sql.join([...LINE_HOLDING_STATES])}))
        and not exists (
          select 1 from latest e
          join draft_elsewhere h on h.draft_id = e.draft_id and h.env_id = e.env_id
          where e.draft_id = d.draft_id and h.mall_order_number = d.mall_order_number)
      group by d.draft_id, d.mall_order_number
    )
    select draft_id as "draftId", sum(case when due_on < ${today} then 1 else 0 end) as past,
      sum(case when due_on = ${today} then 1 else 0 end) as today, min(due_on) as earliest
    from due group by draft_id order by min(due_on), draft_id`.execute(db)
  return rows.map(row => ({ ...row, past: Number(row.past), today: Number(row.today) }))
}
