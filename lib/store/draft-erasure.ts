import 'server-only'
import { chunks } from './chunks'
import type { Handle } from './database'
import { type KeptRow, readKept, writeLines } from './draft-saves'
import { forgetAnswers } from './draft-sittings'
import { eraseSources, eraseSourcesOf, eraseUnused, SAY_MORE, SOURCE } from './source-erasure'

/** Later than any sitting was seen. */
const AFTER_ALL = '9999'

/** States of orders whose lines must stay as they are, whoever asks. */
const NEEDED = ['QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN'] as const

/**
 * Empties columns of a draft's lines, as a save that everybody hears of, and forgets what was written over there. The
 * draft need not be open for edits. Lines of orders that still need them stay as they are.
 * @param ids absent: all lines @param columns ids of columns
 */
export async function emptyColumns(
  handle: Handle,
  draftId: string,
  ids: readonly string[] | undefined,
  columns: ReadonlySet<string>,
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
  const needed = await neededLines(handle, draftId)
  const wanted = (ids ?? (await allLines(handle, draftId))).filter(id => !needed.has(id))
  if (ids === undefined) await eraseSources(handle, draftId, at)
  else await eraseUnused(handle, draftId, at)
  for (const some of chunks(wanted)) {
    const kept = await readKept(handle, draftId, some)
    if (ids) await eraseSourcesOf(handle, placesOf(kept), at)
    const emptied = [...kept.values()].flatMap(line => empty(line, columns, draft.revision))
    await writeLines(handle, draftId, draft.revision, emptied, now)
    await handle
      .deleteFrom('draft_clash')
      .where('draft_id', '=', draftId)
      .where('line_id', 'in', some)
      .execute()
  }
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

async function neededLines(handle: Handle, draftId: string): Promise<ReadonlySet<string>> {
  const rows = await handle
    .selectFrom('ledger_order')
    .select('line_ids')
    .where('draft_id', '=', draftId)
    .where('state', 'in', NEEDED)
    .execute()
  return new Set(rows.flatMap(row => JSON.parse(row.line_ids) as string[]))
}

async function allLines(handle: Handle, draftId: string): Promise<string[]> {
  const rows = await handle
    .selectFrom('draft_line')
    .select('line_id')
    .where('draft_id', '=', draftId)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(row => row.line_id)
}

/** Lines that registrations of a draft besides `others` are made of whose personal data is kept. */
export async function keptLines(
  handle: Handle,
  draftId: string,
  besides: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const rows = await handle
    .selectFrom('ledger_order')
    .select(['id', 'line_ids'])
    .where('draft_id', '=', draftId)
    .where('erased_at', 'is', null)
    .execute()
  const others = rows.filter(row => !besides.has(row.id))
  return new Set(others.flatMap(row => JSON.parse(row.line_ids) as string[]))
}
