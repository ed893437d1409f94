import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { scheduleTask } from '@/components/workbench/schedule-task'
import {
  type DamagedCell,
  findDamage,
  groupProposals,
  type RepairProposal,
  repairableColumns,
} from '@/lib/import/repair/damaged-cells'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Milliseconds of work before other tasks get their turn. */
const SLICE_MS = 8
/** Lines between two looks at the clock. */
const LINES_PER_CLOCK_CHECK = 50
/** Slices between two updates of the screen. */
const SLICES_PER_UPDATE = 25
/** Up to so many damaged cells are filtered at every change; more only after a pause, in milliseconds. */
const MAX_IMMEDIATE_CELLS = 1000
const PAUSE_MS = 600
/** Lines are searched when no more were added for so long. */
const ARRIVAL_DELAY_MS = 150

/**
 * Searches new lines for texts that were damaged before they came here. It runs in short slices in the background and
 * looks at each line once: texts that the operator types are not questioned.
 */
class DamageSearch {
  readonly found: DamagedCell[] = []
  /** How many of them the screen has shown. */
  reported = 0
  private readonly seen = new Set<LineId>()
  private order: readonly LineId[] = []
  private next = 0
  private isRunning = false
  private pieces = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()
  private readonly columns

  constructor(private readonly workbook: Workbook) {
    this.columns = repairableColumns(workbook.sheet.columns)
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

  /** Starts with lines that were added since, once no more are being added. */
  private look(): void {
    if (this.workbook.isActInProgress || this.order === this.workbook.draft.order) return
    this.order = this.workbook.draft.order
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.begin(), ARRIVAL_DELAY_MS)
  }

  private begin(): void {
    this.next = 0
    if (this.isRunning) return
    this.isRunning = true
    scheduleTask(() => this.runSlice())
  }

  private runSlice(): void {
    const end = performance.now() + SLICE_MS
    while (this.next < this.order.length && performance.now() < end) {
      const last = Math.min(this.next + LINES_PER_CLOCK_CHECK, this.order.length)
      for (; this.next < last; this.next++) this.lookAt(this.order[this.next] ?? '')
    }
    this.isRunning = this.next < this.order.length
    this.pieces++
    if (this.reported !== this.found.length && (!this.isRunning || this.pieces % SLICES_PER_UPDATE === 1))
      this.notify()
    if (this.isRunning) scheduleTask(() => this.runSlice())
  }

  private notify(): void {
    this.reported = this.found.length
    for (const listener of this.listeners) listener()
  }

  private lookAt(id: LineId): void {
    if (this.seen.has(id)) return
    this.seen.add(id)
    const line = this.workbook.draft.lines.get(id)
    if (line) this.found.push(...findDamage(line, this.columns, this.countryOf(id)))
  }

  private countryOf(id: LineId): string {
    const line = this.workbook.index.orderOf(id)?.firstLine ?? id
    const country = this.workbook
      .text({ line, column: 'recipient.country' })
      .normalize('NFKC')
      .trim()
      .toUpperCase()
    return country === '' && this.workbook.sheet.id === 'orders/japan' ? 'JP' : country
  }
}

/** Damage that can be repaired now: without cells whose text has changed since. */
export function useRepairProposals(workbook: Workbook, version: number): readonly RepairProposal[] {
  const search = useMemo(() => new DamageSearch(workbook), [workbook])
  const reported = useSyncExternalStore(
    search.subscribe,
    () => search.reported,
    () => 0,
  )
  const seen = usePaused(version, reported > MAX_IMMEDIATE_CELLS ? PAUSE_MS : 0)
  const { proposals } = useMemo(() => {
    const left = search.found
      .slice(0, reported)
      .filter(
        ({ line, column, before }) => workbook.text({ line, column }) === before && !workbook.isFixed(line),
      )
    return { seen, proposals: groupProposals(left, workbook.sheet.columns) }
  }, [workbook, search, reported, seen])
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

/** The proposals that the operator dismissed while the workbench is open. */
export function useDismissed(): {
  isDismissed: (proposal: RepairProposal) => boolean
  dismiss: (proposal: RepairProposal) => void
} {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const keyOf = ({ column, kind }: RepairProposal) => `${kind} ${column}`
  return {
    isDismissed: proposal => keys.has(keyOf(proposal)),
    dismiss: proposal => setKeys(known => new Set(known).add(keyOf(proposal))),
  }
}
