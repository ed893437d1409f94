import type { LineId } from './draft'

const none: ReadonlySet<LineId> = new Set()

/** Which orders bear which number. Most numbers are borne once, so only the others cost a set. */
export class Namesakes {
  private readonly numbers = new Map<LineId, string>()
  private readonly first = new Map<string, LineId>()
  private readonly several = new Map<string, Set<LineId>>()

  /** Whether another order bears the same number. A missing number is not a repeated one. */
  isRepeated(lead: LineId): boolean {
    return this.several.size > 0 && this.several.has(this.numbers.get(lead) ?? '')
  }

  /** The number of an order; '' when it has none. */
  numberOf(lead: LineId): string {
    return this.numbers.get(lead) ?? ''
  }

  /** The orders that bear a number. */
  bearersOf(number: string): Iterable<LineId> {
    const first = this.first.get(number)
    return this.several.get(number) ?? (first === undefined ? none : [first])
  }

  /** Takes in what number an order bears now. @returns the others that bear it, or the one it bore before */
  name(lead: LineId, number: string): Iterable<LineId> {
    const before = this.numbers.get(lead)
    if (before === number) return none
    if (before === undefined) return this.add(lead, number)
    const left = this.free(lead, before)
    if (number === '') {
      this.numbers.delete(lead)
      return left
    }
    const met = this.add(lead, number)
    return left.size === 0 ? met : [...left, ...met]
  }

  /** Takes in an order. @returns those that bore its number before */
  add(lead: LineId, number: string): ReadonlySet<LineId> {
    if (number === '') return none
    this.numbers.set(lead, number)
    const first = this.first.get(number)
    if (first === undefined) {
      this.first.set(number, lead)
      return none
    }
    const bearers = this.several.get(number) ?? new Set([first])
    const before = new Set(bearers)
    this.several.set(number, bearers.add(lead))
    return before
  }

  /** Lets go of an order. @returns those that still bear its number */
  remove(lead: LineId): ReadonlySet<LineId> {
    const number = this.numbers.get(lead)
    if (number === undefined) return none
    this.numbers.delete(lead)
    return this.free(lead, number)
  }

  clear(): void {
    this.numbers.clear()
    this.first.clear()
    this.several.clear()
  }

  /** An order bears a number no more. @returns those that still do */
  private free(lead: LineId, number: string): ReadonlySet<LineId> {
    const bearers = this.several.get(number)
    if (!bearers) {
      this.first.delete(number)
      return none
    }
    bearers.delete(lead)
    const [left = ''] = bearers
    this.first.set(number, left)
    if (bearers.size === 1) this.several.delete(number)
    return bearers
  }
}
