/** Sentences that are remembered; those that come later are told anew. */
const KEPT = 50_000

/** What many lines say alike is told once, and named by a number after that. */
export class Sentences {
  private readonly numbers = new Map<string, number>()
  private told = 0
  private fresh: string[] = []

  /** The number of a sentence: how many were told before it. */
  numberOf(sentence: string): number {
    const known = this.numbers.get(sentence)
    if (known !== undefined) return known
    if (this.numbers.size >= KEPT) this.numbers.clear()
    const number = this.told++
    this.numbers.set(sentence, number)
    this.fresh.push(sentence)
    return number
  }

  /** The sentences that were not taken yet, in the order of their numbers. */
  takeFresh(): readonly string[] {
    const { fresh } = this
    this.fresh = []
    return fresh
  }
}
