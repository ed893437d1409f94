import type { Draft, LineChange, LineId, Texts } from './draft'

/** From so many cells on a line's change is told by whole objects of one shape, which engines copy at once. */
const MANY = 12
/** The same where the columns are known already: whoever pastes over a line means all of it. */
const SOME = 4

/** Changes of cells while they are put together: only lines of which something really changes are kept. */
export class Changes {
  private readonly byLine = new Map<LineId, LineChange>()

  constructor(private readonly draft: Draft) {}

  /**
   * Writes texts into a line of the draft.
   * @param columns those of the texts, where they are known
   * @returns whether any text changes
   */
  write(line: LineId, texts: Texts, columns?: readonly string[]): boolean {
    const now = this.draft.lines.get(line)?.texts ?? {}
    if (columns && !this.byLine.has(line) && isOther(now, texts, columns)) {
      this.byLine.set(line, { line, before: hasOnly(now, columns) ? now : said(now, texts), after: texts })
      return true
    }
    let count = 0
    let changed = 0
    let isNew = false
    for (const column in texts) {
      const was = now[column]
      count++
      isNew ||= was === undefined
      if (changed < MANY && texts[column] !== (was ?? '')) changed++
    }
    if (changed === 0) return false
    const known = this.byLine.get(line)
    if (!known && changed === MANY) {
      const isWhole = !isNew && count === countOf(now)
      this.byLine.set(line, { line, before: isWhole ? now : said(now, texts), after: texts })
      return true
    }
    // What is kept so far may be the line's own texts, or those of several lines.
    const before: Record<string, string> = { ...known?.before }
    const after: Record<string, string> = { ...known?.after }
    for (const column in texts) {
      const [was, is] = [now[column] ?? '', texts[column] ?? '']
      if (is === was) continue
      before[column] = was
      after[column] = is
    }
    this.byLine.set(line, { line, before, after })
    return true
  }

  list(): LineChange[] {
    return [...this.byLine.values()]
  }
}

/** Whether at least so many of the texts are others than before that the line's change is told by whole objects. */
function isOther(now: Texts, texts: Texts, columns: readonly string[]): boolean {
  let changed = 0
  for (const column of columns) if (texts[column] !== (now[column] ?? '') && ++changed === SOME) return true
  return false
}

/** Whether a line has texts in these columns, in their order, and in no others. */
function hasOnly(texts: Texts, columns: readonly string[]): boolean {
  let count = 0
  for (const column in texts) if (column !== columns[count++]) return false
  return count === columns.length
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
