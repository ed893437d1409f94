import { invert, isEmptyPatch, type Patch } from './draft'

/** From so many lines on a patch is applied in pieces. */
const LARGE = 2000
/** Lines of a piece: it takes a few milliseconds. */
const PIECE = 400
/** While a large patch is applied, the whole screen hears of it this often, in milliseconds: it is drawn anew for it. */
const TELL_EVERY = 800

/** An edit while it comes. */
export interface InPieces {
  add(piece: Patch): void
  /** All has come. @returns whether that was anything; if not, there is no act */
  end(): boolean
  callOff(): void
}

/** Several patches, one after the other, as one. No line may be in two of them. */
const joinPatches = (patches: readonly Patch[]): Patch => ({
  changes: patches.flatMap(patch => patch.changes),
  inserted: patches.flatMap(patch => patch.inserted),
  removed: patches.flatMap(patch => patch.removed),
})

interface PiecesDesk {
  /** Applies a patch; `isTold`: whether the whole screen is to hear of it now; `isPiece`: it is one of many. */
  readonly change: (patch: Patch, isTold: boolean, isPiece: boolean) => void
  /** Runs a piece of work after the screen had a chance to paint. */
  readonly defer: (work: () => void) => void
  /** Hears that pieces begin to come, and that all have come. */
  readonly onComing: (isComing: boolean) => void
}

interface Coming {
  /** Whether pieces may be applied. */
  readonly isAllowed: () => boolean
  /** Hears of the whole once it has come. */
  readonly onEnd: (all: Patch) => void
  /** What may be taken back when it is called off. */
  readonly narrow: (piece: Patch) => Patch
}

/**
 * Applies large patches in pieces, so that the screen is painted and keys are heard between them. What is to be done
 * next has to `settle` first: then everything stands as if each patch had been applied at once.
 */
export class Pieces {
  private waiting: Patch[] = []
  /** What of a piece may still be done, once it is its turn. */
  private narrow: (piece: Patch) => Patch = piece => piece
  private toldAt = 0

  constructor(private readonly desk: PiecesDesk) {}

  /**
   * @param narrow says what of a piece may still be done; asked piece by piece, for that takes a while
   * @returns whether there was anything to be done
   */
  apply(patch: Patch, narrow: (piece: Patch) => Patch): boolean {
    this.settle()
    const pieces = piecesOf(patch)
    for (const [at, piece] of pieces.entries()) {
      const left = narrow(piece)
      if (isEmptyPatch(left)) continue
      this.waiting = pieces.slice(at + 1)
      this.narrow = narrow
      const isMore = this.waiting.length > 0
      if (isMore) this.desk.onComing(true)
      this.desk.change(left, true, isMore)
      if (isMore) this.desk.defer(this.next)
      return true
    }
    return false
  }

  /** An edit that comes in pieces. No line may be in two of them. Called off, it leaves nothing behind. */
  begin({ isAllowed, onEnd, narrow }: Coming): InPieces {
    const come: Patch[] = []
    return {
      add: piece => {
        if (!isAllowed() || isEmptyPatch(piece)) return
        this.settle()
        this.desk.onComing(true)
        this.one(piece, come.length === 0)
        come.push(piece)
      },
      end: () => {
        this.settle()
        this.desk.onComing(false)
        if (come.length === 0) return false
        onEnd(joinPatches(come))
        return true
      },
      callOff: () => {
        // Until all of it is gone again, it is as if it still came: half of it is nothing to be kept.
        this.apply(invert(joinPatches(come)), narrow)
        if (this.waiting.length === 0) this.desk.onComing(false)
      },
    }
  }

  private one(patch: Patch, isTold = this.waiting.length === 0): void {
    const now = performance.now()
    const isTimely = isTold || now - this.toldAt > TELL_EVERY
    if (isTimely) this.toldAt = now
    this.desk.change(patch, isTimely, true)
  }

  /** Applies all that waits, at once. */
  settle(): void {
    const waiting = this.waiting
    this.waiting = []
    for (const [at, patch] of waiting.entries())
      this.desk.change(this.narrow(patch), at === waiting.length - 1, true)
    if (waiting.length > 0) this.desk.onComing(false)
  }

  private readonly next = (): void => {
    const patch = this.waiting.shift()
    // Somebody could not wait.
    if (!patch) return
    this.one(this.narrow(patch))
    if (this.waiting.length > 0) this.desk.defer(this.next)
    else this.desk.onComing(false)
  }
}

/** A small patch, and one that has lines change their places, is one piece. */
function piecesOf(patch: Patch): Patch[] {
  const { changes, inserted, removed } = patch
  if (changes.length + inserted.length + removed.length < LARGE || movesLines(patch)) return [patch]
  const pieces: Patch[] = []
  const cut = <T>(all: readonly T[], piece: (some: readonly T[]) => Partial<Patch>) => {
    for (let at = 0; at < all.length; at += PIECE)
      pieces.push({ changes: [], inserted: [], removed: [], ...piece(all.slice(at, at + PIECE)) })
  }
  cut(removed, some => ({ removed: some }))
  // From the bottom up: what stands on the screen is not drawn anew for each of them, and nothing below is moved.
  pieces.reverse()
  cut(inserted, some => ({ inserted: some }))
  cut(changes, some => ({ changes: some }))
  return pieces
}

function movesLines({ inserted, removed }: Patch): boolean {
  if (inserted.length === 0 || removed.length === 0) return false
  const coming = new Set(inserted.map(({ id }) => id))
  return removed.some(({ id }) => coming.has(id))
}
