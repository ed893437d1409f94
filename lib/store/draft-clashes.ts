import 'server-only'
import { randomUUID } from 'node:crypto'
import { pieces } from './chunks'
import type { Handle } from './database'

/** That a save met what an operator had written: what it was is told in lib/sheet/merge.ts. */
export interface NewClash {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: string
  readonly texts: Readonly<Record<string, string>>
  /** In which sitting that was written, and whose that is. */
  readonly sitting: string
  readonly operatorId: string
}

/** A clash as whoever wrote first is told of it; `by` is the name of the later one. */
export interface ToldClash extends Pick<NewClash, 'kind' | 'line' | 'texts'> {
  readonly id: string
  readonly revision: number
  readonly by: string
  readonly byId: string
}

/** So many are told at a time; one save has fewer. */
const TOLD = 10_000

/** Keeps clashes until whoever they are to be told to has heard. */
export async function addClashes(
  handle: Handle,
  draftId: string,
  save: { readonly revision: number; readonly operatorId: string },
  clashes: readonly NewClash[],
  now: Date,
): Promise<void> {
  for await (const some of pieces(clashes)) {
    await handle
      .insertInto('draft_clash')
      .values(
        some.map(clash => ({
          id: randomUUID(),
          draft_id: draftId,
          revision: save.revision,
          kind: clash.kind,
          line_id: clash.line,
          texts: JSON.stringify(clash.texts),
          sitting_id: clash.sitting,
          operator_id: clash.operatorId,
          by_operator: save.operatorId,
          at: now.toISOString(),
        })),
      )
      .execute()
  }
}

/**
 * What a sitting is to be told: clashes of its own, and of other sittings of its operator that were not seen since
 * `alive` (ISO 8601). @param after the revision up to which it was told
 */
export async function listClashes(
  handle: Handle,
  draftId: string,
  sitting: { readonly id: string; readonly operatorId: string },
  after: number,
  alive: string,
): Promise<ToldClash[]> {
  const rows = await handle
    .selectFrom('draft_clash')
    .leftJoin('operator', 'operator.id', 'draft_clash.by_operator')
    .select(['draft_clash.id', 'revision', 'kind', 'line_id', 'texts', 'by_operator', 'operator.name'])
    .where('draft_id', '=', draftId)
    .where('operator_id', '=', sitting.operatorId)
    .where('revision', '>', after)
    .where(row =>
      row.or([
        row('sitting_id', '=', sitting.id),
        row.not(
          row.exists(
            row
              .selectFrom('draft_sitting')
              .select('draft_sitting.id')
              .whereRef('draft_sitting.draft_id', '=', 'draft_clash.draft_id')
              .whereRef('draft_sitting.id', '=', 'draft_clash.sitting_id')
              .where('draft_sitting.seen_at', '>=', alive),
          ),
        ),
      ]),
    )
    .orderBy('revision')
    .limit(TOLD)
    .execute()
  return rows.map(row => ({
    id: row.id,
    revision: row.revision,
    kind: row.kind,
    line: row.line_id,
    texts: JSON.parse(row.texts) as ToldClash['texts'],
    by: row.name ?? '',
    byId: row.by_operator,
  }))
}

/** Forgets clashes that their operator has heard of. */
export async function dropClashes(
  handle: Handle,
  draftId: string,
  operatorId: string,
  ids: readonly string[],
): Promise<void> {
  for await (const some of pieces(ids)) {
    await handle
      .deleteFrom('draft_clash')
      .where('draft_id', '=', draftId)
      .where('operator_id', '=', operatorId)
      .where('id', 'in', some)
      .execute()
  }
}

/** Forgets clashes of a draft that nobody came to hear of since a time (ISO 8601). */
export async function forgetClashes(handle: Handle, draftId: string, before: string): Promise<void> {
  await handle.deleteFrom('draft_clash').where('draft_id', '=', draftId).where('at', '<', before).execute()
}
