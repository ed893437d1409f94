import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import { FillDialog } from '@/components/intake/fill-dialog'
import { planReviewed, writeInPieces } from '@/components/intake/fill-plan'
import { addToMaster } from '@/components/intake/to-master'
import type { MenuAct } from '@/components/ui/menu'
import { type FillPlan, filledCells } from '@/lib/intake/fill-blanks'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'

interface About {
  workbook: Workbook
  grid: RefObject<GridHandle | null>
  source: GridSource
  words: SheetWords
  announce: (sentence: string) => void
  draftId: string
  /** Saves what is not saved yet. @returns whether all is */
  flush: () => Promise<boolean>
}

/** What fills blanks, and says of filled cells that they are right: acts for the menus, and the dialog they open. */
export function useFill(about: About): { acts: () => readonly MenuAct[]; dialog: ReactNode } {
  const { workbook, grid, source, words, announce, draftId, flush } = about
  const t = useTranslations('intake.fill')
  const [selected, setSelected] = useState<readonly LineId[]>()
  const isOpen = selected !== undefined
  const wasOpen = useRef(false)
  useEffect(() => {
    // Once the dialog is gone: before that it keeps the focus to itself.
    if (wasOpen.current && !isOpen) grid.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, grid])
  const at = () => grid.current?.selection.active ?? null

  const ask = () => {
    grid.current?.commit()
    const leads = [...chosenCells(workbook, grid.current, source).keys()].flatMap(
      line => workbook.index.orderOf(line)?.lead ?? [],
    )
    setSelected([...new Set(leads)])
  }
  const fill = async (plan: FillPlan) => {
    setSelected(undefined)
    await writeInPieces(workbook, plan.writes, at())
    announce(t('filled', { count: filledCells(plan) }))
  }
  const accept = async () => {
    grid.current?.commit()
    const { writes, cells } = planReviewed(workbook, chosenCells(workbook, grid.current, source))
    if (cells === 0) return announce(t('nothingToReview'))
    await writeInPieces(workbook, writes, at())
    announce(t('reviewed', { count: cells }))
  }
  const toMaster = async () => {
    grid.current?.commit()
    if (!(await flush())) return announce(t('unsaved'))
    const added = await addToMaster(draftId)
    announce('why' in added ? t(added.why) : t('toMasterDone', { count: added.changed }))
  }

  return {
    acts: () => {
      if (workbook.isReadOnly) return []
      const isProducts = workbook.sheet.noun === 'product'
      return [
        { id: 'fill', label: t('open'), disabled: workbook.orderCount === 0, onSelect: ask },
        { id: 'right', label: t('right'), onSelect: accept },
        ...(isProducts ? [{ id: 'master', label: t('toMaster'), onSelect: toMaster }] : []),
      ]
    },
    dialog: selected && (
      <FillDialog
        workbook={workbook}
        selected={selected}
        nameOf={id => {
          const column = workbook.column(id)
          return column ? words.column(column).name : id
        }}
        onFill={fill}
        onClose={() => setSelected(undefined)}
      />
    ),
  }
}

/** Lines of the draft in which something is selected, in the order of the screen, with the columns of each. */
function chosenCells(
  workbook: Workbook,
  grid: GridHandle | null,
  source: GridSource,
): Map<LineId, Set<string>> {
  const rows = source.rows()
  const columns = source.columns()
  const chosen = new Map<LineId, Set<string>>()
  for (const { top, bottom, left, right } of grid?.selection.ranges() ?? []) {
    const ids = columns.slice(left, right + 1).map(({ id }) => id)
    for (let at = top; at <= bottom && at < workbook.visible.length; at++) {
      const line = rows[at]
      if (line === undefined || !workbook.draft.lines.has(line)) continue
      chosen.set(line, new Set([...(chosen.get(line) ?? []), ...ids]))
    }
  }
  return chosen
}
