import type { Draft, LineChange, LineId, Texts } from './draft'

/** Changes of cells while they are put together: only what really changes is kept. */
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
    const known = this.byLine.get(line)
    const change = known ?? { before: {}, after: {} }
    for (const column in texts) {
      const text = texts[column] ?? ''
      const before = now[column] ?? ''
      if (text === before) continue
      changed.push(column)
      change.before[column] = before
      change.after[column] = text
    }
    if (!known && changed.length > 0) this.byLine.set(line, change)
    return changed
  }

  list(): LineChange[] {
    return [...this.byLine].map(([line, { before, after }]) => ({ line, before, after }))
  }
}
