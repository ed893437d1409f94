import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { batches } from '@/lib/store/db/statements/batches'
import { sha256Hex } from '@/lib/store/stored-values'
import type { ApiExplanationTable, ApiMessageTable } from './tables'

/** Maximum messages of one connection; the rarest and oldest are deleted for new ones. */
export const MAX_MESSAGES = 500

/** Maximum explanations of one connection. */
export const MAX_EXPLANATIONS = 500

/** What identifies a message: the same prose about the same field of a sheet. */
export interface ApiMessageKey {
  readonly connectionId: string
  readonly sheet: string
  /** '' for a product, or the record as a whole. */
  readonly field: string
  /** '' for orders. */
  readonly code: string
  /** The message without the values in it. */
  readonly template: string
}

/** How often a message arrived since the last count. */
export interface MessageCount extends ApiMessageKey {
  readonly example: string
  readonly count: number
  /** ISO 8601. */
  readonly at: string
}

/** A received message, or one that is only explained: then `count` is 0 and `example` is ''. */
export interface ListedMessage extends ApiMessageKey {
  readonly example: string
  readonly count: number
  readonly lastSeenAt: string | null
}

/** An explanation by operators; '' for a language without an explanation. */
export interface Explanation extends ApiMessageKey {
  readonly en: string
  readonly ko: string
  readonly ja: string
}

/** Adds counts to the messages of connections, and keeps `MAX_MESSAGES` of each connection. */
export async function countMessages(trx: Db, counts: readonly MessageCount[]): Promise<void> {
  const rows = counts.map(({ example, count, at, ...key }) => ({
    ...toRow(key),
    example,
    count,
    first_seen_at: at,
    last_seen_at: at,
  }))
  for (const batch of batches(rows)) {
    await trx
      .insertInto('api_message')
      .values(batch)
      .onConflict(conflict =>
        conflict.columns([...keyColumns]).doUpdateSet(part => ({
          count: part('api_message.count', '+', part.ref('excluded.count')),
          example: part.ref('excluded.example'),
          last_seen_at: part.ref('excluded.last_seen_at'),
        })),
      )
      .execute()
  }
  for (const connectionId of new Set(counts.map(one => one.connectionId))) await trim(trx, connectionId)
}

/** Deletes the messages beyond the limit. */
async function trim(trx: Db, connectionId: string): Promise<void> {
  const surplus = await trx
    .selectFrom('api_message')
    .select([...keyColumns])
    .where('connection_id', '=', connectionId)
    .orderBy('count', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('template_hash')
    // SQLite has no offset without a limit.
    .limit(MAX_MESSAGES)
    .offset(MAX_MESSAGES)
    .execute()
  for (const row of surplus) {
    let query = trx.deleteFrom('api_message')
    for (const column of keyColumns) query = query.where(column, '=', row[column])
    await query.execute()
  }
}

/** The messages of a connection, the most frequent first. */
export async function listMessages(db: Db, connectionId: string): Promise<ListedMessage[]> {
  const rows = await db
    .selectFrom('api_message')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('count', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('sheet')
    .orderBy('field')
    .execute()
  return rows.map(row => ({
    ...fromRow(row),
    example: row.example,
    count: Number(row.count),
    lastSeenAt: row.last_seen_at,
  }))
}

/** Explanations of all connections, or of one. */
export async function listExplanations(db: Db, connectionId?: string): Promise<Explanation[]> {
  const all = db
    .selectFrom('api_explanation')
    .selectAll()
    .orderBy('sheet')
    .orderBy('field')
    .orderBy('template')
  const some = connectionId === undefined ? all : all.where('connection_id', '=', connectionId)
  return (await some.execute()).map(row => ({ ...fromRow(row), en: row.en, ko: row.ko, ja: row.ja }))
}

/**
 * Saves explanations in place of earlier ones of the same messages; one that is blank in all languages is deleted.
 * @returns false at the maximum number of explanations: the caller rolls back
 */
export async function saveExplanations(
  trx: Db,
  explanations: readonly Explanation[],
  operatorId: string,
  at: string,
): Promise<boolean> {
  const isBlank = ({ en, ko, ja }: Explanation) => en === '' && ko === '' && ja === ''
  for (const explanation of explanations.filter(isBlank)) {
    const row = toRow(explanation)
    let query = trx.deleteFrom('api_explanation')
    for (const column of keyColumns) query = query.where(column, '=', row[column])
    await query.execute()
  }
  const rows = explanations
    .filter(one => !isBlank(one))
    .map(({ en, ko, ja, ...key }) => ({ ...toRow(key), en, ko, ja, edited_by: operatorId, edited_at: at }))
  for (const batch of batches(rows)) {
    await trx
      .insertInto('api_explanation')
      .values(batch)
      .onConflict(conflict =>
        conflict.columns([...keyColumns]).doUpdateSet(part => ({
          en: part.ref('excluded.en'),
          ko: part.ref('excluded.ko'),
          ja: part.ref('excluded.ja'),
          edited_by: part.ref('excluded.edited_by'),
          edited_at: part.ref('excluded.edited_at'),
        })),
      )
      .execute()
  }
  for (const connectionId of new Set(explanations.map(one => one.connectionId))) {
    const { count } = await trx
      .selectFrom('api_explanation')
      .select(sql<number>`count(*)`.as('count'))
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow()
    if (Number(count) > MAX_EXPLANATIONS) return false
  }
  return true
}

const keyColumns = ['connection_id', 'sheet', 'field', 'code', 'template_hash'] as const

const toRow = ({ connectionId, sheet, field, code, template }: ApiMessageKey) => ({
  connection_id: connectionId,
  sheet,
  field,
  code,
  template_hash: sha256Hex(template).slice(0, 32),
  template,
})

const fromRow = (row: ApiMessageTable | ApiExplanationTable): ApiMessageKey => ({
  connectionId: row.connection_id,
  sheet: row.sheet,
  field: row.field,
  code: row.code,
  template: row.template,
})
