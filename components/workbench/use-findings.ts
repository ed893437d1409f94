import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Damaged, damageable, damageOf, type Proposal, proposalsOf } from '@/lib/intake/damage'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import { soon } from './soon'

/** Longest piece of the search, in milliseconds: the page answers between two. */
const PIECE_MS = 8
/** Lines that are looked at between two looks at the clock. */
const RUN = 50
/** Pieces after which the screen hears of what was found so far. */
const NEWS = 25
/** So many cells are gone through at every change; more of them once the operator pauses, in milliseconds. */
const FEW = 1000
const PAUSE_MS = 600
/** Lines have come when no more came for so long. */
const QUIET_MS = 150

/**
 * Looks through lines as they come in for texts that were damaged on their way, and keeps what was found. It runs
 * beside the operator in short pieces, and looks at each line once: what somebody types is not second-guessed.
 */
class Search {
  readonly found: Damaged[] = []
  /** How much of it the screen has heard of. */
  told = 0
  private readonly seen = new Set<LineId>()
  private order: readonly LineId[] = []
  private next = 0
  private isRunning = false
  private pieces = 0
  private timer: ReturnType<typeof setTimeout> | undefined
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
      clearTimeout(this.timer)
      this.listeners.delete(listener)
    }
  }

  /** Begins with lines that came since, once no more are coming: they are looked through when they stand. */
  private look(): void {
    if (this.workbook.isComing || this.order === this.workbook.draft.order) return
    this.order = this.workbook.draft.order
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.begin(), QUIET_MS)
  }

  private begin(): void {
    this.next = 0
    if (this.isRunning) return
    this.isRunning = true
    soon(() => this.piece())
  }

  private piece(): void {
    const end = performance.now() + PIECE_MS
    while (this.next < this.order.length && performance.now() < end) {
      const last = Math.min(this.next + RUN, this.order.length)
      for (; this.next < last; this.next++) this.lookAt(this.order[this.next] ?? '')
    }
    this.isRunning = this.next < this.order.length
    this.pieces++
    if (this.told !== this.found.length && (!this.isRunning || this.pieces % NEWS === 1)) this.tell()
    if (this.isRunning) soon(() => this.piece())
  }

  private tell(): void {
    this.told = this.found.length
    for (const listener of this.listeners) listener()
  }

  private lookAt(id: LineId): void {
    if (this.seen.has(id)) return
    this.seen.add(id)
    const line = this.workbook.draft.lines.get(id)
    if (line) this.found.push(...damageOf(line, this.columns, this.countryOf(id)))
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
  const told = useSyncExternalStore(
    search.subscribe,
    () => search.told,
    () => 0,
  )
  const seen = usePaused(version, told > FEW ? PAUSE_MS : 0)
  const { proposals } = useMemo(() => {
    const left = search.found
      .slice(0, told)
      .filter(
        ({ line, column, before }) => workbook.text({ line, column }) === before && !workbook.isFixed(line),
      )
    return { seen, proposals: proposalsOf(left, workbook.sheet.columns) }
  }, [workbook, search, told, seen])
  return proposals
}

/** A value as it is, or where it changes too fast as it was before `pause` milliseconds of quiet. */
function usePaused(value: number, pause: number): number {
  const [settled, settle] = useState(value)
  useEffect(() => {
    if (pause === 0) return
    const timer = setTimeout(() => settle(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return pause === 0 ? value : settled
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
