import type { Origin, OriginKind } from './imported'

/** How many cells were filled otherwise than verbatim, by how. */
export type OriginCounts = Partial<Record<OriginKind, number>>

/** Counts cells as they are filled: to look for them in 100,000 lines afterwards takes longer than to fill them. */
export class OriginTally {
  readonly kinds: OriginCounts = {}
  /** Cells that somebody should look at. */
  toReview = 0

  add({ kind, review }: Origin): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1
    if (review) this.toReview++
  }

  /** Adds what another counted. */
  join({ kinds, toReview }: OriginTally): void {
    for (const [kind, count] of Object.entries(kinds) as [OriginKind, number][])
      this.kinds[kind] = (this.kinds[kind] ?? 0) + count
    this.toReview += toReview
  }
}
