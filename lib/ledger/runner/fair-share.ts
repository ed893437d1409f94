import 'server-only'

/**
 * Divides work that has no owner among living processes: a process with more work than another one leaves it to
 * that one, and takes it nevertheless if it is not taken for a while. Each process decides for itself; who
 * claims first works.
 */
export class FairShare {
  /** When this process first left a piece of work to others, in milliseconds by `Ports.monotonicNow`. */
  private readonly leftAt = new Map<string, number>()

  /** @param claimDelayMs how long work is left to a process with less of it, which may be stuck */
  constructor(private readonly claimDelayMs: number) {}

  /**
   * Whether this process may claim a piece of work.
   * @param mine pieces of work that it has @param others pieces that each other living process has
   */
  mayClaim(id: string, mine: number, others: Iterable<number>, now: number): boolean {
    if (mine <= Math.min(...others, Number.POSITIVE_INFINITY)) return true
    const since = this.leftAt.get(id) ?? now
    this.leftAt.set(id, since)
    return now - since >= this.claimDelayMs
  }

  /** Forgets work that is no longer open. */
  keepOnly(open: ReadonlySet<string>): void {
    for (const id of this.leftAt.keys()) if (!open.has(id)) this.leftAt.delete(id)
  }
}

/** How long work is left to a process with less of it: it looks for work twice in this time. */
export const claimDelay = ({ heartbeatMs }: { readonly heartbeatMs: number }): number => 2 * heartbeatMs

/** How much work each other living process has. */
export function loadsOfOthers(
  owners: Iterable<string | null>,
  living: ReadonlySet<string>,
  self: string,
): Map<string, number> {
  const loads = new Map([...living].filter(id => id !== self).map(id => [id, 0]))
  for (const owner of owners) {
    const load = owner === null ? undefined : loads.get(owner)
    if (owner !== null && load !== undefined) loads.set(owner, load + 1)
  }
  return loads
}
