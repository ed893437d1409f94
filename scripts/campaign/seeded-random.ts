/** Random choices that can be repeated: the same seed makes the same choices. */
export class SeededRandom {
  constructor(private state: number) {}

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns true with this probability: 0 is never, 1 is always. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** The same items in another order. */
  shuffle<T>(things: readonly T[]): T[] {
    return things
      .map(thing => ({ thing, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ thing }) => thing)
  }
}

/** Draws items in a random order, each once before any is drawn again. */
export class Deck<T> {
  private left: T[] = []
  constructor(
    private readonly things: readonly T[],
    private readonly random: SeededRandom,
  ) {}

  draw(): T {
    if (this.left.length === 0) this.left = this.random.shuffle(this.things)
    const drawn = this.left.pop()
    if (drawn === undefined) throw new Error('a deck has at least one thing')
    return drawn
  }
}
