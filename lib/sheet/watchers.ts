import type { LineId } from './draft'

type Listener = () => void

/** Who looks at a sheet: at one line, at several, or at the whole; and how often there was something to see. */
export class Watchers {
  /** Counts everything that a screen may show beside single lines: structure, standings, view, history. */
  version = 0
  /** Counts changes of lines; those that change together count once. */
  linesVersion = 0
  private readonly ofAll = new Set<Listener>()
  private readonly ofLines = new Set<Listener>()
  private readonly ofLine = new Map<LineId, Set<Listener>>()
  private isAnyChanged = false

  subscribe = (listener: Listener): (() => void) => {
    this.ofAll.add(listener)
    return () => this.ofAll.delete(listener)
  }

  subscribeLines = (listener: Listener): (() => void) => {
    this.ofLines.add(listener)
    return () => this.ofLines.delete(listener)
  }

  subscribeLine(id: LineId, listener: Listener): () => void {
    const listeners = this.ofLine.get(id) ?? new Set()
    this.ofLine.set(id, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.ofLine.delete(id)
    }
  }

  /** A line changed: whoever looks at it alone hears of it now, the others with the next telling. */
  tellLine(line: LineId): void {
    this.isAnyChanged = true
    for (const listener of this.ofLine.get(line) ?? []) listener()
  }

  /** Many lines changed: whoever looks at any line hears of it. */
  tellEveryLine(): void {
    this.isAnyChanged = true
    for (const listeners of [...this.ofLine.values()]) for (const listener of listeners) listener()
  }

  /** Tells whoever shows several lines, if any of them changed. */
  tellLines(): void {
    if (!this.isAnyChanged) return
    this.isAnyChanged = false
    this.linesVersion++
    for (const listener of this.ofLines) listener()
  }

  /** Tells everybody. */
  tell(): void {
    this.tellLines()
    this.version++
    for (const listener of this.ofAll) listener()
  }
}
