import { useMemo, useState, useSyncExternalStore } from 'react'
import { type Damaged, damageable, damageOf, type Proposal, proposalsOf } from '@/lib/intake/damage'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import { afterPaint, soon } from './soon'

/** Longest piece of the search, in milliseconds: the page answers between two. */
const PIECE_MS = 8
/** Lines that are looked at between two looks at the clock. */
const RUN = 50

/**
 * Looks through lines as they come in for texts that were damaged on their way, and keeps what was found. It runs
 * beside the operator in short pieces, and looks at each line once: what somebody types is not second-guessed.
 */
class Search {
  /** The same array until something is found. */
  found: readonly Damaged[] = []
  private readonly seen = new Set<LineId>()
  private order: readonly LineId[] = []
  private next = 0
  private isRunning = false
  private readonly listeners = new Set<() => void>()
  private readonly columns

  constructor(private readonly workbook: Workbook) {
    this.columns = damageable(workbook.sheet.columns)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    const stop = this.workbook.subscribe(() => this.look())
    this.look()
    return () => {
      stop()
      this.listeners.delete(listener)
    }
  }

  /** Begins with lines that came since. */
  private look(): void {
    if (this.order === this.workbook.draft.order) return
    this.order = this.workbook.draft.order
    this.next = 0
    if (this.isRunning) return
    this.isRunning = true
    afterPaint(() => this.piece())
  }

  private piece(): void {
    const end = performance.now() + PIECE_MS
    const found: Damaged[] = []
    while (this.next < this.order.length && performance.now() < end) {
      const last = Math.min(this.next + RUN, this.order.length)
      for (; this.next < last; this.next++) this.lookAt(this.order[this.next] ?? '', found)
    }
    if (found.length > 0) {
      this.found = [...this.found, ...found]
      for (const listener of this.listeners) listener()
    }
    if (this.next < this.order.length) soon(() => this.piece())
    else this.isRunning = false
  }

  private lookAt(id: LineId, found: Damaged[]): void {
    if (this.seen.has(id)) return
    this.seen.add(id)
    const line = this.workbook.draft.lines.get(id)
    if (line) found.push(...damageOf(line, this.columns, this.countryOf(id)))
  }

  private countryOf(id: LineId): string {
    const line = this.workbook.index.orderOf(id)?.lead ?? id
    const said = this.workbook
      .text({ line, column: 'recipient.country' })
      .normalize('NFKC')
      .trim()
      .toUpperCase()
    return said === '' && this.workbook.sheet.id === 'orders/japan' ? 'JP' : said
  }
}

/** Damage that can be mended, as it stands now: a cell that says something else by now is not among it. */
export function useFindings(workbook: Workbook, version: number): readonly Proposal[] {
  const search = useMemo(() => new Search(workbook), [workbook])
  const found = useSyncExternalStore(
    search.subscribe,
    () => search.found,
    () => search.found,
  )
  const { proposals } = useMemo(() => {
    const left = found.filter(
      ({ line, column, before }) => workbook.text({ line, column }) === before && !workbook.isLocked(line),
    )
    return { version, proposals: proposalsOf(left, workbook.sheet.columns) }
  }, [workbook, found, version])
  return proposals
}

/** Which proposals the operator does not want to see any more, in this sitting. */
export function useDismissed(): {
  isDismissed: (proposal: Proposal) => boolean
  dismiss: (proposal: Proposal) => void
} {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const keyOf = ({ column, kind }: Proposal) => `${kind} ${column}`
  return {
    isDismissed: proposal => keys.has(keyOf(proposal)),
    dismiss: proposal => setKeys(known => new Set(known).add(keyOf(proposal))),
  }
}
