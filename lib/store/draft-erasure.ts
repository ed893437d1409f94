import 'server-only'
import { chunks } from './chunks'
import type { Handle } from './database'
import { type KeptRow, readKept, writeLines } from './draft-saves'
import { forgetAnswers } from './draft-sittings'
import { eraseSourcesOf, SAY_MORE, SOURCE } from './source-erasure'

/** Later than any sitting was seen. */
const AFTER_ALL = '9999'

/** States of orders whose lines must stay as they are, whoever asks. */
const NEEDED = ['QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN'] as const

/** What is emptied of a draft's lines. */
export interface Emptying {
  readonly lines: readonly string[]
  /** Ids of columns. */
  readonly columns: ReadonlySet<string>
  /** Lines that some orders are made of stay as they are: of those that still need them, or of all that are kept. */
  readonly spare: 'needed' | 'kept'
  /** Orders that are erased, which spare nothing. */
  readonly besides: readonly string[]
}

/**
 * Empties columns of some lines, as a save that everybody hears of, and forgets what was written over there and what
 * their rows in files say. The draft need not be open for edits.
 */
export async function emptyLines(
  handle: Handle,
  draftId: string,
  { lines, columns, spare, besides }: Emptying,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const draft = await handle
    .updateTable('draft')
    .set(row => ({ revision: row('revision', '+', 1), erased_at: at }))
    .where('id', '=', draftId)
    .returning('revision')
    .executeTakeFirst()
  if (!draft) return
  // What saves were answered may hold texts, too; a save that is sent again is answered without them.
  await forgetAnswers(handle, draftId, AFTER_ALL)
  for (const some of chunks([...new Set(lines)])) {
    const spared = await sparedLines(handle, draftId, some, spare, besides)
    const wanted = some.filter(line => !spared.has(line))
    if (wanted.length === 0) continue
    const kept = await readKept(handle, draftId, wanted)
    await eraseSourcesOf(handle, placesOf(kept), at)
    const emptied = [...kept.values()].flatMap(line => empty(line, columns, draft.revision))
    await writeLines(handle, draftId, draft.revision, emptied, now)
    await handle
      .deleteFrom('draft_clash')
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', wanted)
      .execute()
  }
}

/** Ids of a draft's lines behind one, at most `limit`. */
export async function listLineIds(
  handle: Handle,
  draftId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await handle
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('line_id', '>', after)
    .where('removed_at', 'is', null)
    .orderBy('line_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.line_id)
}

const placesOf = (lines: ReadonlyMap<string, KeptRow>): string[] =>
  [...lines.values()].flatMap(line => line.texts[SOURCE] ?? [])

/** @returns nothing where no text is to be emptied */
function empty(line: KeptRow, columns: ReadonlySet<string>, revision: number): KeptRow[] {
  const isGone = (column: string) => columns.has(column) || SAY_MORE.has(column)
  const gone = Object.keys(line.texts).filter(isGone)
  if (gone.length === 0) return []
  return [
    {
      ...line,
      texts: Object.fromEntries(Object.entries(line.texts).filter(([column]) => !isGone(column))),
      trail: { ...line.trail, ...Object.fromEntries(gone.map(column => [column, [revision, ''] as const])) },
    },
  ]
}

/** Which of some lines orders besides those that are erased still need, or are kept for. */
async function sparedLines(
  handle: Handle,
  draftId: string,
  lines: readonly string[],
  spare: Emptying['spare'],
  besides: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await handle
    .selectFrom('ledger_order_line as line')
    .innerJoin('ledger_order as o', 'o.id', 'line.ledger_order_id')
    .select(['line.line_id', 'o.id', 'o.state', 'o.erased_at'])
    .where('line.draft_id', '=', draftId)
    .where('line.line_id', 'in', lines)
    .execute()
  const erased = new Set(besides)
  const isSparing = (row: (typeof rows)[number]) =>
    NEEDED.some(state => state === row.state) ||
    (spare === 'kept' && row.erased_at === null && !erased.has(row.id))
  return new Set(rows.filter(isSparing).map(row => row.line_id))
}
