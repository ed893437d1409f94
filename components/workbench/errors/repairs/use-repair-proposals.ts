import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { groupProposals, type RepairProposal } from '@/lib/import/repair/damaged-cells'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { DamageSearch } from './damage-search'

/** Up to this many damaged cells are filtered at every change; more only after a pause, in milliseconds. */
const MAX_IMMEDIATE_CELLS = 1000
const PAUSE_MS = 600

/**
 * Damage that can be repaired now: without cells whose text has changed since.
 * @returns also a function that searches repaired cells for damage that is left
 */
export function useRepairProposals(
  workbook: Workbook,
  version: number,
): {
  readonly proposals: readonly RepairProposal[]
  readonly searchAgain: DamageSearch['searchAgain']
} {
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
  return { proposals, searchAgain: search.searchAgain }
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
