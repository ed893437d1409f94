/** Lines whose orders are counted together. */
const BLOCK_SIZE = 1024

/**
 * Counts the orders of a draft from the top down to a line. Whole blocks of lines are counted once, not for each line
 * below them. `distances` is by position: how many lines each line is below the first line of its order, so 0 where an
 * order begins.
 */
export class OrderCounts {
  /** How many orders begin before each block. */
  private readonly before: number[] = [0]

  /** How many orders begin at or above a position. All lines up to it must have their distances. */
  until(position: number, distances: Int32Array): number {
    const block = Math.floor(position / BLOCK_SIZE)
    for (let known = this.before.length; known <= block; known++) {
      const inBlock = countBeginnings(distances, (known - 1) * BLOCK_SIZE, known * BLOCK_SIZE)
      this.before[known] = (this.before[known - 1] ?? 0) + inBlock
    }
    return (this.before[block] ?? 0) + countBeginnings(distances, block * BLOCK_SIZE, position + 1)
  }

  /** Drops the counts of blocks below a position where orders changed. */
  forget(from: number): void {
    this.before.length = Math.min(this.before.length, Math.floor(from / BLOCK_SIZE) + 1)
  }
}

function countBeginnings(distances: Int32Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to && at < distances.length; at++) if (distances[at] === 0) count++
  return count
}
