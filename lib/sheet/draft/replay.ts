import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Draft, LineChange, Patch } from './draft'

/**
 * The part of a patch that still applies when an act is undone or redone, although others, or the service, changed the
 * draft since. Cells are written that have the expected text, lines are removed that are unchanged, and orders at the
 * service stay as they are.
 */
export function applicablePart(patch: Patch, draft: Draft, isLocked: (line: LineId) => boolean): Patch {
  const changes = patch.changes.flatMap(change => applicableChange(change, draft, isLocked) ?? [])
  const insertedById = new Map(patch.inserted.map(line => [line.id, line]))
  const moves = movesOf(patch, insertedById, draft, isLocked)
  // The lines as they are now: the server may have placed them elsewhere since, beside lines of others.
  const removed = patch.removed.flatMap(line => {
    const now = draft.lines.get(line.id)
    if (!now) return []
    if (insertedById.has(line.id)) return moves.has(line.id) ? now : []
    return !isLocked(line.id) && hasSameTexts(now.texts, line.texts) ? now : []
  })
  const removedIds = new Set(patch.removed.map(line => line.id))
  const inserted = patch.inserted.flatMap(line => {
    if (removedIds.has(line.id)) return moves.get(line.id) ?? []
    return draft.lines.has(line.id) ? [] : line
  })
  return { changes, inserted, removed }
}

function applicableChange(
  { line, before, after }: LineChange,
  draft: Draft,
  isLocked: (line: LineId) => boolean,
): LineChange | undefined {
  const now = draft.lines.get(line)?.texts
  if (!now || isLocked(line)) return undefined
  const columns = Object.keys(before)
  const left = columns.filter(column => (now[column] ?? '') === before[column])
  if (left.length === 0) return undefined
  const pick = (texts: Texts) =>
    left.length === columns.length ? texts : Object.fromEntries(left.map(id => [id, texts[id] ?? '']))
  return { line, before: pick(before), after: pick(after) }
}

/**
 * Lines that a patch removes and inserts again: they get another position, and maybe other texts. An order at the
 * service may be moved, but its lines keep their texts; when one of them would not, no line is moved.
 */
function movesOf(
  { removed }: Patch,
  insertedById: ReadonlyMap<LineId, Line>,
  draft: Draft,
  isLocked: (line: LineId) => boolean,
): ReadonlyMap<LineId, Line> {
  const moves = new Map<LineId, Line>()
  for (const was of removed) {
    const [will, now] = [insertedById.get(was.id), draft.lines.get(was.id)]
    if (!will || !now) continue
    const texts: Record<string, string> = { ...now.texts }
    for (const column in { ...was.texts, ...will.texts }) {
      const [old, next] = [was.texts[column] ?? '', will.texts[column] ?? '']
      if (old === next || (now.texts[column] ?? '') !== old) continue
      if (isLocked(was.id)) return new Map()
      if (next === '') delete texts[column]
      else texts[column] = next
    }
    moves.set(was.id, { id: was.id, rank: will.rank, texts })
  }
  return moves
}

/** Whether two lines have the same texts; a blank cell may be absent. */
export function hasSameTexts(a: Texts, b: Texts): boolean {
  for (const column in a) if (a[column] !== (b[column] ?? '')) return false
  for (const column in b) if (a[column] === undefined && b[column] !== '') return false
  return true
}
