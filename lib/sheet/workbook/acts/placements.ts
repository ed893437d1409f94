import type { Line, LineId } from '@/lib/sheet/schema/line'

/** A rank that a line has instead of the one in its act. */
export interface Placement {
  readonly rank: number
  readonly rankOfAct: number
}

/**
 * The ranks that undo, redo and the server gave to lines beside lines of others, in the order in which they were given.
 */
export class Placements {
  private readonly placed: (Placement & { readonly line: LineId })[] = []

  get count(): number {
    return this.placed.length
  }

  /** Notes the lines of an act that have other ranks now. */
  note(ofAct: readonly Line[], placed: readonly Line[]): void {
    const ranksOfAct = new Map(ofAct.map(({ id, rank }) => [id, rank]))
    for (const { id, rank } of placed) {
      const rankOfAct = ranksOfAct.get(id) ?? rank
      if (rank !== rankOfAct) this.placed.push({ line: id, rank, rankOfAct })
    }
  }

  /** The placements since `count` were known, by line. A line that was placed twice has the rank of the first act. */
  since(count: number): ReadonlyMap<LineId, Placement> {
    const byLine = new Map<LineId, Placement>()
    for (const { line, rank, rankOfAct } of this.placed.slice(count)) {
      const before = byLine.get(line)
      byLine.set(line, { rank, rankOfAct: before?.rank === rankOfAct ? before.rankOfAct : rankOfAct })
    }
    return byLine
  }
}
