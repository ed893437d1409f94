import { byRank, type Draft, type Patch, positionIn } from '@/lib/sheet/draft/draft'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import type { SentLine } from './merge'
import { placeSaved } from './place-saved'

/**
 * The patch of an undo or a redo, with its lines beside those that others have inserted since the act: by the ranks
 * that the act has, the lines of two orders could alternate.
 * @param key the column of a record's number
 * @param others the lines that others have inserted since
 */
export function placeReplayed(patch: Patch, draft: Draft, key: string, others: ReadonlySet<LineId>): Patch {
  // A line that a colleague wrote into is in the draft again, and stays where it is.
  const moved = new Set(patch.removed.map(({ id }) => id))
  const staying = new Set(
    patch.inserted.flatMap(({ id }) => (draft.lines.has(id) && !moved.has(id) ? id : [])),
  )
  const inserted = patch.inserted.filter(({ id }) => !staying.has(id)).sort(byRank)
  const ranks = new Map(inserted.map(({ id, rank }) => [id, rank]))
  const concurrentLines = [...others]
    .flatMap(id => (ranks.has(id) || staying.has(id) ? [] : (draft.lines.get(id) ?? [])))
    .map(({ rank, texts }) => ({ rank, key: texts[key] ?? '' }))
    .sort((a, b) => a.rank - b.rank)
  if (inserted.length === 0 || concurrentLines.length === 0) return patch
  const linesThen = new Map(inserted.map(line => [line.id, line]))
  const lineOf = (id: LineId) => linesThen.get(id) ?? draft.lines.get(id)
  /** The last line of the draft above `at` that was there when the act was done. */
  let above: Line | undefined
  let at = 0
  const sent = inserted.map((line, i): SentLine => {
    for (const end = positionIn(draft, line); at < end; at++) {
      const id = draft.order[at] ?? ''
      if ((staying.has(id) || !others.has(id)) && !ranks.has(id)) above = draft.lines.at(at, id)
    }
    return { ...line, before: null, after: lastOf(inserted[i - 1], above)?.id ?? null }
  })
  const placed = placeSaved(sent, key, {
    concurrentLines,
    rankOf: id => lineOf(id)?.rank,
    keyOf: id => lineOf(id)?.texts[key] ?? '',
  })
  return {
    ...patch,
    inserted: patch.inserted.map(line => ({ ...line, rank: placed.get(line.id) ?? line.rank })),
  }
}

const lastOf = (a: Line | undefined, b: Line | undefined): Line | undefined =>
  a && b ? (byRank(a, b) > 0 ? a : b) : (a ?? b)
