import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { ProductFields } from './product-master'
import type { MasterSource } from './tables'

/** An entry of the product master on its page. */
interface ListedProduct {
  readonly code: string
  readonly parent: string | null
  readonly fields: ProductFields
  readonly source: MasterSource
  /** ISO 8601, and by whom; '' if Lading did it. */
  readonly updatedAt: string
  readonly updatedBy: string
}

/** Columns that codes can be sorted by. */
type ProductSortColumn = 'code' | 'name' | 'source'

export interface ProductSorting {
  readonly column: ProductSortColumn
  readonly isDescending: boolean
}

const sortColumns = {
  code: 'product_master.code',
  name: 'product_master.name',
  source: 'product_master.updated_at',
} as const

/** Codes whose code or name contains `text`; '' finds all. Sorting by `source` sorts by the time of the last change. */
export async function listProducts(
  db: Db,
  text: string,
  limit: number,
  offset: number,
  { column, isDescending }: ProductSorting = { column: 'code', isDescending: false },
): Promise<ListedProduct[]> {
  const rows = await matching(db, text)
    .leftJoin('operator', 'operator.id', 'product_master.updated_by')
    .selectAll('product_master')
    .select('operator.name as operator_name')
    .orderBy(sortColumns[column], isDescending ? 'desc' : 'asc')
    .orderBy('product_master.code')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(row => ({
    code: row.code,
    parent: row.parent,
    fields: JSON.parse(row.fields),
    source: row.source,
    updatedAt: row.updated_at,
    updatedBy: row.operator_name ?? '',
  }))
}

/** The number of codes with that text. */
export async function countProducts(db: Db, text: string): Promise<number> {
  const row = await matching(db, text)
    .select(product => product.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

function matching(db: Db, text: string) {
  const wanted = text.trim().toLowerCase()
  const all = db.selectFrom('product_master')
  if (wanted === '') return all
  const holds = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`
  return all.where(
    sql<boolean>`(lower(product_master.code) like ${holds} escape '\\' or product_master.name like ${holds} escape '\\')`,
  )
}
