import type { LineId } from './draft'
import type { LineView } from './line-view'
import type { Watchers } from './watchers'

/** Views of lines that are kept; a screen shows a few dozen. */
const KEPT = 5000

/** Lines as they are shown, each the same object until something about it changes; whoever shows it is told then. */
export class LineViews {
  private readonly kept = new Map<LineId, LineView>()

  /** @param take looks at a line anew; `likely` is its position in the view, where that is known */
  constructor(
    private readonly take: (id: LineId, likely?: number) => LineView,
    private readonly watchers: Watchers,
  ) {}

  of(id: LineId, likely?: number): LineView {
    const known = this.kept.get(id)
    if (known) return known
    const view = this.take(id, likely)
    // Whoever shows a line that is let go here takes a new view of it, once: it is the oldest ones that go.
    if (this.kept.size >= KEPT)
      for (const old of [...this.kept.keys()].slice(0, KEPT / 2)) this.kept.delete(old)
    this.kept.set(id, view)
    return view
  }

  /** Something about a line is other than it was. */
  letGo(line: LineId): void {
    this.kept.delete(line)
    this.watchers.tellLine(line)
  }

  /** Something about many lines is: to tell every one of those that are shown is quicker than to find them. */
  letAllGo(): void {
    this.kept.clear()
    this.watchers.tellEveryLine()
  }
}
