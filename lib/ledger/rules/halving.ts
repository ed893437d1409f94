/**
 * A service accepts all orders of a request or none, and may reject them without a reason. Sending the request again in
 * halves, and in halves of rejected halves, finds the orders to blame; accepted halves are registered on the way.
 * Positions are those of the orders in the rejected request, from 0; `to` is exclusive.
 */
export interface Span {
  readonly from: number
  readonly to: number
}

/** What halving `count` orders costs. */
export interface HalvingCost {
  readonly orders: number
  /** Requests when one order alone is to blame. */
  readonly likely: number
  /** Requests, at most. */
  readonly most: number
}

/** What sending a rejected request in halves has found so far, by order number. */
export interface HalvingFound {
  /** Rejected even alone. */
  readonly alone: readonly string[]
  /** Sets that were rejected together, although each order was accepted alone. */
  readonly together: readonly (readonly string[])[]
}

/** The cost of halving a rejected request of `count` orders. */
export function halvingCost(count: number): HalvingCost {
  const most = Math.max(1, 2 * (count - 1))
  return { orders: count, likely: Math.min(most, Math.max(1, 2 * Math.ceil(Math.log2(count)))), most }
}

/**
 * The orders of the next request.
 * @param count how many orders the rejected request had
 * @param queued positions of the orders that still wait, ascending
 * @param rejected requests that were rejected since, from first to last position: orders in between may be missing
 * @param most maximum orders of one request
 * @returns their positions; none when the search is over
 */
export function nextHalf(
  count: number,
  queued: readonly number[],
  rejected: readonly Span[],
  most: number,
): readonly number[] {
  const search = ({ from, to }: Span, isSplit: boolean): readonly number[] => {
    const waiting = queued.filter(position => position >= from && position < to)
    if (waiting.length <= 1) return waiting
    const wasRejected = rejected.some(span => span.from >= from && span.to <= to)
    if (!isSplit && !wasRejected && waiting.length <= most) return waiting
    const middle = from + Math.ceil((to - from) / 2)
    const first = search({ from, to: middle }, false)
    return first.length > 0 ? first : search({ from: middle, to }, false)
  }
  return search({ from: 0, to: count }, true)
}

/** Which requests were rejected, and which orders were registered in the end. */
interface HalvingHistory {
  readonly count: number
  /** Rejected requests, without the first one. */
  readonly rejected: readonly Span[]
  /** Positions of registered orders. */
  readonly registered: ReadonlySet<number>
}

/**
 * The smallest sets that were rejected together although each order was registered by itself: no order of such a set is
 * wrong alone.
 */
export function togetherOnly({ count, rejected, registered }: HalvingHistory): readonly Span[] {
  const spans = [{ from: 0, to: count }, ...rejected]
  const isTaken = ({ from, to }: Span) => positions(from, to).every(position => registered.has(position))
  return spans.filter(
    span =>
      span.to - span.from > 1 &&
      isTaken(span) &&
      !spans.some(other => other !== span && other.from >= span.from && other.to <= span.to),
  )
}

const positions = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
