import type { Draft, Line, LineChange, LineId, Patch, Texts } from './draft'

/**
 * What of a patch may still be done when an act is undone or done again: others, or the service, were there since. Cells
 * are written that say what the patch expects, lines go that say what they said then, and nothing that is at the service
 * is changed.
 */
export function leftOf(patch: Patch, draft: Draft, isLocked: (line: LineId) => boolean): Patch {
  const changes = patch.changes.flatMap(change => leftOfChange(change, draft, isLocked) ?? [])
  const coming = new Map(patch.inserted.map(line => [line.id, line]))
  const turns = turnsOf(patch, coming, draft, isLocked)
  const removed = patch.removed.filter(line => {
    if (coming.has(line.id)) return turns.has(line.id)
    const now = draft.lines.get(line.id)
    return now !== undefined && !isLocked(line.id) && isSameText(now.texts, line.texts)
  })
  const going = new Set(patch.removed.map(line => line.id))
  const inserted = patch.inserted.flatMap(line => {
    if (going.has(line.id)) return turns.get(line.id) ?? []
    return draft.lines.has(line.id) ? [] : line
  })
  return { changes, inserted, removed }
}

function leftOfChange(
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
 * Lines that a patch takes out and puts in again: they get another place, and maybe other texts. An order that is at the
 * service may change its place, but its lines keep what they say; where one of them would not, no line is turned.
 */
function turnsOf(
  { removed }: Patch,
  coming: ReadonlyMap<LineId, Line>,
  draft: Draft,
  isLocked: (line: LineId) => boolean,
): ReadonlyMap<LineId, Line> {
  const turns = new Map<LineId, Line>()
  for (const was of removed) {
    const [will, now] = [coming.get(was.id), draft.lines.get(was.id)]
    if (!will || !now) continue
    const texts: Record<string, string> = { ...now.texts }
    for (const column in { ...was.texts, ...will.texts }) {
      const [old, next] = [was.texts[column] ?? '', will.texts[column] ?? '']
      if (old === next || (now.texts[column] ?? '') !== old) continue
      if (isLocked(was.id)) return new Map()
      if (next === '') delete texts[column]
      else texts[column] = next
    }
    turns.set(was.id, { id: was.id, rank: will.rank, texts })
  }
  return turns
}

/** Whether two lines say the same; a blank cell may be absent. */
export function isSameText(a: Texts, b: Texts): boolean {
  for (const column in a) if (a[column] !== (b[column] ?? '')) return false
  for (const column in b) if (a[column] === undefined && b[column] !== '') return false
  return true
}
