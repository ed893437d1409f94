import type { LineId } from '@/lib/sheet/schema/line'

type Listener = () => void

/** Listeners of one line, of any line, and of the whole workbook, with counters of their notifications. */
export class Listeners {
  /** Counts changes of everything but single lines: structure, statuses, view, history. */
  version = 0
  /** Counts changes of lines; lines that change together count once. */
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

  /** A line changed: notifies its own listeners now; listeners of lines follow with `notifyLines`. */
  notifyLine(line: LineId): void {
    this.isAnyChanged = true
    for (const listener of this.ofLine.get(line) ?? []) listener()
  }

  /** Many lines changed: notifies the listeners of every single line. */
  notifyEveryLine(): void {
    this.isAnyChanged = true
    for (const listeners of [...this.ofLine.values()]) for (const listener of listeners) listener()
  }

  /** Notifies the listeners of lines, if any line changed. */
  notifyLines(): void {
    if (!this.isAnyChanged) return
    this.isAnyChanged = false
    this.linesVersion++
    for (const listener of this.ofLines) listener()
  }

  /** Notifies the listeners of lines and those of the whole workbook. */
  notifyAll(): void {
    this.notifyLines()
    this.version++
    for (const listener of this.ofAll) listener()
  }
}
