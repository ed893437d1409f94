import type { Draft, LineChange, LineId, Texts } from './draft'

/** From so many cells on a line's change is told by whole objects of one shape, which engines copy at once. */
const MANY = 12

/** Changes of cells while they are put together: only lines of which something really changes are kept. */
export class Changes {
  private readonly byLine = new Map<LineId, { before: Texts; after: Texts }>()

  constructor(private readonly draft: Draft) {}

  /** Writes texts into a line of the draft. @returns the columns whose text changes */
  write(line: LineId, texts: Texts): string[] {
    const now = this.draft.lines.get(line)?.texts ?? {}
    const changed: string[] = []
    let count = 0
    let isNew = false
    for (const column in texts) {
      const was = now[column]
      count++
      isNew ||= was === undefined
      if (texts[column] !== (was ?? '')) changed.push(column)
    }
    if (changed.length === 0) return changed
    const known = this.byLine.get(line)
    if (!known && changed.length >= MANY) {
      const isWhole = !isNew && count === countOf(now)
      this.byLine.set(line, { before: isWhole ? now : said(now, texts), after: texts })
      return changed
    }
    // What is kept so far may be the line's own texts, or those of several lines.
    const before: Record<string, string> = { ...known?.before }
    const after: Record<string, string> = { ...known?.after }
    for (const column of changed) {
      before[column] = now[column] ?? ''
      after[column] = texts[column] ?? ''
    }
    this.byLine.set(line, { before, after })
    return changed
  }

  list(): LineChange[] {
    return Array.from(this.byLine, ([line, { before, after }]) => ({ line, before, after }))
  }
}

function countOf(texts: Texts): number {
  let count = 0
  for (const _ in texts) count++
  return count
}

/** What a line says in the columns of `like`. */
function said(now: Texts, like: Texts): Record<string, string> {
  const texts: Record<string, string> = { ...like }
  for (const column in texts) texts[column] = now[column] ?? ''
  return texts
}
