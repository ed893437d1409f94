import type { Draft, LineId } from './draft'
import type { Order } from './grouping'

/**
 * A sorted or filtered view after lines came or went: nothing else moves under the operator's hand. A line that
 * comes stands with its order; the first of an order, or a blank one, stands below the line that precedes it in the
 * draft. Orders added behind the last line of the draft stand last, where the operator wrote them.
 */
export function followView(
  visible: readonly LineId[],
  inserted: ReadonlySet<LineId>,
  draft: Draft,
  orderOf: (line: LineId) => Order | undefined,
): LineId[] {
  const view = new Chain(visible.filter(id => draft.lines.has(id)))
  const coming = draft.order.flatMap((id, at) => (inserted.has(id) && !view.has(id) ? [{ id, at }] : []))
  const tail = tailOf(draft.order, inserted)
  const isAdded = draft.order.slice(tail).some(id => orderOf(id))
  for (const { id, at } of coming) {
    const lines = orderOf(id)?.lines ?? []
    const place = lines.indexOf(id)
    const [above, below] = [lines.slice(0, place), lines.slice(place + 1)]
    const before = above.findLast(line => view.has(line))
    const after = below.find(line => view.has(line))
    const precedes = draft.order[at - 1]
    if (at >= tail && isAdded) view.append(id)
    else if (before !== undefined) view.putAfter(before, id)
    else if (after !== undefined) view.putAfter(view.above(after), id)
    else if (precedes === undefined) view.putAfter(null, id)
    else if (view.has(precedes)) view.putAfter(precedes, id)
    else view.append(id)
  }
  return view.list()
}

/** Position from which on all lines of the draft are new. */
function tailOf(order: readonly LineId[], inserted: ReadonlySet<LineId>): number {
  let at = order.length
  while (at > 0 && inserted.has(order[at - 1] ?? '')) at--
  return at
}

/** Lines one after the other; null stands before the first. Putting one in costs the same wherever it goes. */
class Chain {
  private readonly next = new Map<LineId | null, LineId>()
  private readonly previous = new Map<LineId, LineId | null>()
  private last: LineId | null = null

  constructor(lines: readonly LineId[]) {
    for (const line of lines) this.append(line)
  }

  has(line: LineId): boolean {
    return this.previous.has(line)
  }

  above(line: LineId): LineId | null {
    return this.previous.get(line) ?? null
  }

  append(line: LineId): void {
    this.putAfter(this.last, line)
  }

  putAfter(above: LineId | null, line: LineId): void {
    const below = this.next.get(above)
    this.next.set(above, line)
    this.previous.set(line, above)
    if (below === undefined) this.last = line
    else {
      this.next.set(line, below)
      this.previous.set(below, line)
    }
  }

  list(): LineId[] {
    const lines: LineId[] = []
    for (let line = this.next.get(null); line !== undefined; line = this.next.get(line)) lines.push(line)
    return lines
  }
}
