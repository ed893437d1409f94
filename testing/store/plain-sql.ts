import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'

/** Rows of a statement as plain SQL, for oracles that share no code with what they judge. */
export async function plainRows(db: Db, text: string): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db)
  return rows
}
