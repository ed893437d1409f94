import type { LineId } from './draft'
import type { Places } from './places'

/**
 * A set of orders, by their first lines, that is put in the order of the screen only when somebody asks. Orders that
 * come one by one, and those that come together, are put in their places without sorting the others again.
 */
export class OrderedLeads {
  private readonly members = new Set<LineId>()
  /** As the screen had them when somebody asked last; undefined: nobody did, and nothing is remembered for that. */
  private sorted: readonly LineId[] | undefined
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
    if (this.sorted) {
      if (this.members.has(lead) && !this.fresh.has(lead)) this.gone.add(lead)
      this.fresh.add(lead)
    }
    this.members.add(lead)
  }

  delete(lead: LineId): void {
    if (!this.members.delete(lead) || !this.sorted) return
    if (!this.fresh.delete(lead)) this.gone.add(lead)
  }

  /** The orders as the screen has them; the same array until one comes, goes or moves. */
  list(places: Places): readonly LineId[] {
    if (!this.sorted || this.basis !== places.basis) {
      this.basis = places.basis
      this.sorted = sortedBy(places, this.members)
    } else if (this.gone.size + this.fresh.size > 0) this.sorted = this.amended(this.sorted, places)
    this.gone.clear()
    this.fresh.clear()
    return this.sorted
  }

  private amended(sorted: readonly LineId[], places: Places): readonly LineId[] {
    if (this.gone.size + this.fresh.size > FEW) {
      const stay = this.gone.size > 0 ? sorted.filter(lead => !this.gone.has(lead)) : sorted
      return merged(stay, [...this.fresh].sort(places.compare), places)
    }
    // An order that was only judged anew is where it was.
    const isThere = (lead: LineId) => sorted[firstBehind(sorted, lead, places) - 1] === lead
    const away = [...this.gone].filter(lead => !this.fresh.has(lead) || !isThere(lead))
    const come = [...this.fresh].filter(lead => !this.gone.has(lead) || away.includes(lead))
    if (away.length + come.length === 0) return sorted
    const next = sorted.slice()
    for (const lead of away) next.splice(next.indexOf(lead), 1)
    for (const lead of come) next.splice(firstBehind(next, lead, places), 0, lead)
    return next
  }
}

/** So many are put in or taken out one by one; more are put in together. */
const FEW = 8
/** Where they are not many fewer than the lines, going through these is quicker than sorting. */
const MANY = 1 / 16

function sortedBy({ all, compare }: Places, members: ReadonlySet<LineId>): LineId[] {
  const lines = all()
  if (members.size < lines.length * MANY) return [...members].sort(compare)
  const shown = lines.filter(line => members.has(line))
  if (shown.length === members.size) return shown
  const known = new Set(shown)
  const others = [...members].filter(lead => !known.has(lead))
  return [...shown, ...others.sort(compare)]
}

/** Puts orders in their order among others that are in theirs: what is far from any of those that come is not compared. */
function merged(stay: readonly LineId[], come: readonly LineId[], places: Places): LineId[] {
  const all: LineId[] = []
  let from = 0
  for (const lead of come) {
    const to = firstBehind(stay, lead, places, from)
    for (; from < to; from++) all.push(stay[from] ?? '')
    all.push(lead)
  }
  return from === 0 ? all.concat(stay) : all.concat(stay.slice(from))
}

/** Position of the first of `leads`, from one of them on, that stands behind `line`. */
export function firstBehind(leads: readonly LineId[], line: LineId, places: Places, from = 0): number {
  const isBefore = (at: number) => places.compare(leads[at] ?? '', line) <= 0
  let low = from
  let high = from
  // It is most often near where the last one was.
  for (let step = 1; high < leads.length && isBefore(high); step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, leads.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
