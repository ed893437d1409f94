import type { Draft, LineChange, LineId, Texts } from './draft'

/** From so many cells on a line's change is told by whole objects of one shape, which engines copy at once. */
const MANY = 12

/** Changes of cells while they are put together: only lines of which something really changes are kept. */
export class Changes {
  private readonly byLine = new Map<
    LineId,
    { before: Record<string, string>; after: Record<string, string> }
  >()

  constructor(private readonly draft: Draft) {}

  /** Writes texts into a line of the draft. @returns the columns whose text changes */
  write(line: LineId, texts: Texts): string[] {
    const now = this.draft.lines.get(line)?.texts ?? {}
    const changed: string[] = []
    for (const column in texts) if (texts[column] !== (now[column] ?? '')) changed.push(column)
    if (changed.length === 0) return changed
    const known = this.byLine.get(line)
    if (!known && changed.length >= MANY) {
      this.byLine.set(line, { before: said(now, texts), after: { ...texts } })
      return changed
    }
    const change = known ?? { before: {}, after: {} }
    for (const column of changed) {
      change.before[column] = now[column] ?? ''
      change.after[column] = texts[column] ?? ''
    }
    if (!known) this.byLine.set(line, change)
    return changed
  }

  list(): LineChange[] {
    return Array.from(this.byLine, ([line, { before, after }]) => ({ line, before, after }))
  }
}

/** What a line says in the columns of `like`. */
function said(now: Texts, like: Texts): Record<string, string> {
  const texts: Record<string, string> = { ...like }
  for (const column in texts) texts[column] = now[column] ?? ''
  return texts
}
