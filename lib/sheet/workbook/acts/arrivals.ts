import type { Patch } from '@/lib/sheet/draft/draft'
import type { LineId } from '@/lib/sheet/schema/line'

/** The lines that others inserted since the page was opened, in the order in which they arrived. */
export class Arrivals {
  private readonly lines = new Set<LineId>()

  /** How many lines have arrived; the number of the next one. */
  get count(): number {
    return this.lines.size
  }

  /** Notes a change of others. Lines that it moves do not count. */
  note({ inserted, removed }: Patch): void {
    const moved = new Set(removed.map(({ id }) => id))
    for (const { id } of inserted) if (!moved.has(id)) this.lines.add(id)
  }

  since(count: number): ReadonlySet<LineId> {
    return new Set([...this.lines].slice(count))
  }
}
