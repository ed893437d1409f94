import 'server-only'
import { sql } from 'kysely'
import type { Database } from '@/lib/store/db/database'
import { bytewise, startsWith } from '@/lib/store/db/statements/prefix'
import type { ProductFields } from './product-master'

/** An entry of the product master that was found. */
export interface FoundProduct {
  readonly code: string
  readonly fields: ProductFields
  /** ISO 8601. */
  readonly updatedAt: string
}

/** Entries of the product master whose code or name begins with `text`, in any case. */
export async function searchProducts(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  text: string,
  limit: number,
): Promise<FoundProduct[]> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found = new Map<string, FoundProduct>()
  for (const key of [sql`lower(code)`, sql.ref('name')]) {
    const bytes = bytewise(dialect, key)
    const rows = await kysely
      .selectFrom('product_master')
      .select(['code', 'fields', 'updated_at'])
      .where(startsWith(bytes, wanted))
      .orderBy(bytes)
      .limit(limit)
      .execute()
    for (const { code, fields, updated_at: updatedAt } of rows) {
      if (found.size < limit && !found.has(code))
        found.set(code, { code, fields: JSON.parse(fields), updatedAt })
    }
  }
  return [...found.values()]
}
