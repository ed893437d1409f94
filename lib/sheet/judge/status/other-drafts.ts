/** States of an order that holds its number for another draft. */
export type HolderState = 'queued' | 'sending' | 'registered' | 'unknown' | 'given_up'

/** An order of another draft that holds a number in the environment of the connection in use. */
export interface Holder {
  readonly number: string
  readonly state: HolderState
  /** int64 as text. */
  readonly orderId?: string
  /** Path of the page that shows it: of its draft, or of its history once the draft is gone. */
  readonly path: string
  /** Name of the draft; undefined: it was deleted. */
  readonly draft?: string
}

/** A number that a file of the shop marked as cancelled in the last weeks. */
export interface CancelledNumber {
  readonly number: string
  /** The day on which the file was imported, in the words of the operator. */
  readonly day: string
  /** Name of the file; '' once it is erased. */
  readonly file: string
}

/** What the desk knows of numbers besides the orders of a draft. */
export interface NumbersElsewhere {
  readonly holders: readonly Holder[]
  readonly cancelled: readonly CancelledNumber[]
}

/** States that change without the operator: their numbers are looked up again soon. */
const PASSING: ReadonlySet<HolderState> = new Set(['queued', 'sending', 'unknown'])

/**
 * Which numbers of a sheet are held by orders of other drafts, as far as they were looked up. Judging an order asks for
 * its number; a number that was not looked up yet is queued for the next request.
 */
export class HeldNumbers {
  private readonly holders = new Map<string, Holder>()
  private readonly cancelled = new Map<string, CancelledNumber>()
  private readonly looked = new Set<string>()
  private readonly wanted = new Set<string>()
  /** Numbers that are being looked up. */
  private readonly pending = new Set<string>()

  /** Counts changes. */
  version = 0

  /** How many numbers other drafts hold. */
  get size(): number {
    return this.holders.size
  }

  /** How many numbers are to be looked up. */
  get wantedCount(): number {
    return this.wanted.size
  }

  /** Whether all numbers were looked up. */
  get isComplete(): boolean {
    return this.wanted.size === 0 && this.pending.size === 0
  }

  /** The order that holds a number; undefined when none does, or the number was not looked up yet. */
  holderOf(number: string): Holder | undefined {
    if (number === '') return undefined
    if (!this.looked.has(number)) this.wanted.add(number)
    return this.holders.get(number)
  }

  /** Whether a file of the shop marked a number as cancelled; undefined also before the number was looked up. */
  cancellationOf(number: string): CancelledNumber | undefined {
    return this.cancelled.get(number)
  }

  all(): Iterable<Holder> {
    return this.holders.values()
  }

  /** Queues all numbers for another lookup and forgets their holders: a number is held in one environment. */
  reset(): void {
    for (const number of [...this.pending, ...this.looked]) this.wanted.add(number)
    this.looked.clear()
    this.pending.clear()
    this.holders.clear()
    this.version++
  }

  /** Takes at most `max` numbers that are to be looked up. @param isInUse whether an order still has a number */
  takeWanted(max: number, isInUse: (number: string) => boolean): string[] {
    const taken: string[] = []
    for (const number of this.wanted) {
      if (taken.length === max) break
      this.wanted.delete(number)
      if (isInUse(number)) taken.push(number)
      else this.looked.delete(number)
    }
    for (const number of taken) this.pending.add(number)
    return taken
  }

  /** Queues numbers again that could not be looked up. */
  putBack(numbers: readonly string[]): void {
    for (const number of numbers) {
      this.pending.delete(number)
      this.wanted.add(number)
    }
  }

  /** Sets what is known of the numbers that were looked up. @returns the numbers that changed */
  update(numbers: readonly string[], found: NumbersElsewhere): ReadonlySet<string> {
    const holders = new Map(found.holders.map(holder => [holder.number, holder]))
    const cancelled = new Map(found.cancelled.map(one => [one.number, one]))
    const changed = new Set<string>()
    for (const number of numbers) {
      this.looked.add(number)
      this.pending.delete(number)
      const [before, now] = [this.holders.get(number), holders.get(number)]
      const cancellation = cancelled.get(number)
      const isCancelledAsBefore = isSameCancellation(this.cancelled.get(number), cancellation)
      if (isSame(before, now) && isCancelledAsBefore) continue
      changed.add(number)
      if (cancellation) this.cancelled.set(number, cancellation)
      else this.cancelled.delete(number)
      if (now) this.holders.set(number, now)
      else this.holders.delete(number)
    }
    if (changed.size > 0) this.version++
    return changed
  }

  /** Queues all numbers for another lookup; their holders stay until then. */
  lookUpAllAgain(): void {
    for (const number of this.looked) this.wanted.add(number)
  }

  /** Queues the numbers that other drafts are sending for another lookup. @returns whether there are any */
  lookUpPassingAgain(): boolean {
    let isAny = false
    for (const { number, state } of this.holders.values()) {
      if (!PASSING.has(state)) continue
      this.wanted.add(number)
      isAny = true
    }
    return isAny
  }
}

const isSame = (a: Holder | undefined, b: Holder | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.state === b.state &&
    a.orderId === b.orderId &&
    a.path === b.path &&
    a.draft === b.draft)

const isSameCancellation = (a: CancelledNumber | undefined, b: CancelledNumber | undefined): boolean =>
  a?.day === b?.day && a?.file === b?.file
