import type { LineId, Texts } from '@/lib/sheet/schema/line'
import type { Draft, LineChange } from './draft'

/** From this many changed cells on, a change has whole objects of one hidden class, which V8 copies at once. */
const MIN_CELLS_AS_WHOLE = 12
/** The same when the columns are known, as in a paste that overwrites whole lines. */
const MIN_PASTED_CELLS_AS_WHOLE = 4

/** Collects changes of cells. Lines without any changed text are left out. */
export class Changes {
  private readonly byLine = new Map<LineId, LineChange>()

  constructor(private readonly draft: Draft) {}

  /**
   * Writes texts into a line of the draft.
   * @param columns the columns of the texts, when the caller knows them
   * @returns whether any text changes
   */
  write(line: LineId, texts: Texts, columns?: readonly string[]): boolean {
    const now = this.draft.lines.get(line)?.texts ?? {}
    if (columns && !this.byLine.has(line) && hasManyChanges(now, texts, columns)) {
      this.byLine.set(line, {
        line,
        before: hasOnly(now, columns) ? now : textsLike(now, texts),
        after: texts,
      })
      return true
    }
    let count = 0
    let changed = 0
    let isNew = false
    for (const column in texts) {
      const was = now[column]
      count++
      isNew ||= was === undefined
      if (changed < MIN_CELLS_AS_WHOLE && texts[column] !== (was ?? '')) changed++
    }
    if (changed === 0) return false
    const known = this.byLine.get(line)
    if (!known && changed === MIN_CELLS_AS_WHOLE) {
      const isWhole = !isNew && count === countOf(now)
      this.byLine.set(line, { line, before: isWhole ? now : textsLike(now, texts), after: texts })
      return true
    }
    // The objects that are kept so far may be shared with the line or with other lines.
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

/** Whether enough texts differ that the change has whole objects. */
function hasManyChanges(now: Texts, texts: Texts, columns: readonly string[]): boolean {
  let changed = 0
  for (const column of columns)
    if (texts[column] !== (now[column] ?? '') && ++changed === MIN_PASTED_CELLS_AS_WHOLE) return true
  return false
}

/** Whether a line has texts in exactly these columns, in this order. */
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

/** The texts of a line in the columns of `like`. */
function textsLike(now: Texts, like: Texts): Record<string, string> {
  const texts: Record<string, string> = { ...like }
  for (const column in texts) texts[column] = now[column] ?? ''
  return texts
}
