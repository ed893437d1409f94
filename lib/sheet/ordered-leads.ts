import type { LineId } from './draft'
import type { Places } from './places'

/**
 * A set of orders, by their first lines, that is put in the order of the screen only when somebody asks. Orders that
 * come one by one are put in their places without sorting the others again.
 */
export class OrderedLeads {
  private readonly members = new Set<LineId>()
  private sorted: LineId[] = []
  private basis: unknown
  private readonly gone = new Set<LineId>()
  private readonly fresh = new Set<LineId>()

  get size(): number {
    return this.members.size
  }

  has(lead: LineId): boolean {
    return this.members.has(lead)
  }

  /** An order that is in it already may have moved. */
  add(lead: LineId): void {
    if (this.members.has(lead) && !this.fresh.has(lead)) this.gone.add(lead)
    this.members.add(lead)
    this.fresh.add(lead)
  }

  delete(lead: LineId): void {
    if (!this.members.delete(lead)) return
    if (!this.fresh.delete(lead)) this.gone.add(lead)
  }

  /** The orders as the screen has them; the same array until one comes, goes or moves. */
  list(places: Places): readonly LineId[] {
    if (this.basis !== places.basis) {
      this.basis = places.basis
      this.sorted = [...this.members].sort(places.compare)
    } else if (this.gone.size + this.fresh.size > 0) this.sorted = this.amended(places)
    this.gone.clear()
    this.fresh.clear()
    return this.sorted
  }

  private amended(places: Places): LineId[] {
    if (this.gone.size + this.fresh.size > FEW) {
      const stay = this.sorted.filter(lead => !this.gone.has(lead))
      return [...stay, ...this.fresh].sort(places.compare)
    }
    // An order that was only judged anew is where it was.
    const isThere = (lead: LineId) => this.sorted[firstBehind(this.sorted, lead, places) - 1] === lead
    const away = [...this.gone].filter(lead => !this.fresh.has(lead) || !isThere(lead))
    const come = [...this.fresh].filter(lead => !this.gone.has(lead) || away.includes(lead))
    if (away.length + come.length === 0) return this.sorted
    const next = this.sorted.slice()
    for (const lead of away) next.splice(next.indexOf(lead), 1)
    for (const lead of come) next.splice(firstBehind(next, lead, places), 0, lead)
    return next
  }
}

/** So many are put in or taken out one by one; more are sorted in together. */
const FEW = 8

/** Position of the first of `leads` that stands behind `line`. */
export function firstBehind(leads: readonly LineId[], line: LineId, places: Places): number {
  let low = 0
  let high = leads.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places.compare(leads[middle] ?? '', line) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
