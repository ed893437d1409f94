import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'
import type { MasterSource } from './fill-tables'
import type { ProductFields } from './product-fields'

/** A code of the product master as its page shows it. */
export interface ListedProduct {
  readonly code: string
  readonly parent: string | null
  readonly fields: ProductFields
  readonly source: MasterSource
  /** ISO 8601, and by whom; '' where nobody asked for it. */
  readonly updatedAt: string
  readonly updatedBy: string
}

/** Codes in alphabetical order whose code or name holds `text`; '' finds all. */
export async function listProducts(
  handle: Handle,
  text: string,
  limit: number,
  offset: number,
): Promise<ListedProduct[]> {
  const rows = await chosen(handle, text)
    .leftJoin('operator', 'operator.id', 'product_master.updated_by')
    .selectAll('product_master')
    .select('operator.name as operator_name')
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

/** How many codes that finds. */
export async function countProducts(handle: Handle, text: string): Promise<number> {
  const row = await chosen(handle, text)
    .select(product => product.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

function chosen(handle: Handle, text: string) {
  const wanted = text.trim().toLowerCase()
  const all = handle.selectFrom('product_master')
  if (wanted === '') return all
  const holds = `%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`
  return all.where(
    sql<boolean>`(lower(product_master.code) like ${holds} escape '\\' or product_master.name like ${holds} escape '\\')`,
  )
}
