/** Lines that are counted together. */
const BLOCK = 1024

/** Which order of how many begins at a position, without counting from the top each time. */
export class Ordinals {
  /** Orders that begin before a block. */
  private readonly before: number[] = [0]

  /** @param back by position: 0 where an order begins */
  constructor(private readonly back: () => Int32Array) {}

  /** Orders that begin at or above a position. */
  at(position: number): number {
    const block = Math.floor(position / BLOCK)
    for (let known = this.before.length; known <= block; known++) {
      this.before[known] = (this.before[known - 1] ?? 0) + this.count((known - 1) * BLOCK, known * BLOCK)
    }
    return (this.before[block] ?? 0) + this.count(block * BLOCK, position + 1)
  }

  /** To be called when what stands at or below a position changed. */
  forget(from: number): void {
    this.before.length = Math.min(this.before.length, Math.floor(from / BLOCK) + 1)
  }

  private count(from: number, to: number): number {
    const back = this.back()
    let count = 0
    for (let at = from; at < to && at < back.length; at++) if (back[at] === 0) count++
    return count
  }
}
