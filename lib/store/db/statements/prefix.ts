import 'server-only'
import { type RawBuilder, sql } from 'kysely'
import type { DialectName } from '@/lib/store/db/schema'

/** Sorts behind every text with a given prefix: the last character of Unicode. */
const LAST_CHARACTER = '\u{10ffff}'

/** A text that is compared byte by byte, as indexes of prefixes do, whatever the collation of the database. */
export const bytewise = (dialect: DialectName, text: RawBuilder<unknown>): RawBuilder<string> =>
  dialect === 'sqlite' ? sql`${text}` : sql`${text} collate "C"`

/** Whether a text begins with `prefix`. @param text of `bytewise`: its index is used */
export const startsWith = (text: RawBuilder<string>, prefix: string): RawBuilder<boolean> =>
  sql`(${text} >= ${prefix} and ${text} < ${prefix + LAST_CHARACTER})`
