import 'server-only'
import type { Selectable } from 'kysely'
import { chunks, pieces } from './chunks'
import type { Handle } from './database'
import type { VerdictTable } from './ledger-tables'

export type VerdictRow = Selectable<VerdictTable>

/** Writes verdicts over older ones of the same order numbers. */
export async function saveVerdicts(handle: Handle, rows: readonly VerdictRow[]): Promise<void> {
  for (const some of chunks(rows)) {
    await handle
      .insertInto('verdict')
      .values(some)
      .onConflict(conflict =>
        conflict.columns(['draft_id', 'env_id', 'mall_order_number']).doUpdateSet(part => ({
          variant: part.ref('excluded.variant'),
          sha256: part.ref('excluded.sha256'),
          fingerprint: part.ref('excluded.fingerprint'),
          line_ids: part.ref('excluded.line_ids'),
          position: part.ref('excluded.position'),
          passed: part.ref('excluded.passed'),
          failures: part.ref('excluded.failures'),
          payload: part.ref('excluded.payload'),
          attempt_id: part.ref('excluded.attempt_id'),
          connection_id: part.ref('excluded.connection_id'),
          checked_at: part.ref('excluded.checked_at'),
        })),
      )
      .execute()
  }
}

/**
 * Where a draft is looked at: numbers are held by environments, verdicts and refusals count for the connection through
 * which they came (docs/decisions/0039).
 */
export interface Place {
  readonly envId: string
  readonly connectionId: string
}

/** Verdicts on these numbers of a draft that came through a connection, in no order. A statement's worth at most. */
export function listVerdicts(
  handle: Handle,
  draftId: string,
  { envId, connectionId }: Place,
  numbers: readonly string[],
): Promise<VerdictRow[]> {
  return handle
    .selectFrom('verdict')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('env_id', '=', envId)
    .where('mall_order_number', 'in', numbers)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Hashes of which of these passed a check of its variant in a draft through a connection since a time, by number. */
export async function listPassed(
  handle: Handle,
  draftId: string,
  { envId, connectionId }: Place,
  variant: VerdictRow['variant'],
  since: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const passed = new Map<string, string>()
  for await (const some of pieces(numbers)) {
    const rows = await handle
      .selectFrom('verdict')
      .select(['mall_order_number', 'sha256', 'checked_at'])
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('mall_order_number', 'in', some)
      .where('connection_id', '=', connectionId)
      .where('variant', '=', variant)
      .where('passed', '=', 1)
      .execute()
    // Compared here: a database that is asked by time as well may look through all of the draft for each piece.
    for (const row of rows) if (row.checked_at >= since) passed.set(row.mall_order_number, row.sha256)
  }
  return passed
}

/** Takes back refusals of records that are to be asked about again, unchanged. @param at ISO 8601 */
export async function pardon(
  handle: Handle,
  draftId: string,
  { envId, connectionId }: Place,
  numbers: readonly string[],
  at: string,
): Promise<void> {
  for (const some of chunks(numbers)) {
    await handle
      .updateTable('verdict')
      .set({ passed: 1, failures: '[]', payload: null, checked_at: at })
      .where('draft_id', '=', draftId)
      .where('env_id', '=', envId)
      .where('connection_id', '=', connectionId)
      .where('passed', '=', 0)
      .where('mall_order_number', 'in', some)
      .execute()
  }
}
