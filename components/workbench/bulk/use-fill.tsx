import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/handle'
import type { GridSource } from '@/components/grid/source'
import { addToMaster } from '@/components/import/fill/add-to-master'
import { FillDialog } from '@/components/import/fill/dialog'
import { planReviewed, writeInChunks } from '@/components/import/fill/plan'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { columnNames } from '@/components/workbench/source/words/sheet-words'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { FillPlan } from '@/lib/import/lines/fill/plan-fill'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

interface Deps {
  draftId: string
  /** Saves all edits. @returns whether all of them are on the server */
  flush: () => Promise<boolean>
  /** Asks for the fields that no order of the draft has, and saves them as a preset. */
  setDefaults: () => void
}

/** Fills blank cells, and marks filled cells as reviewed: acts for menus, and their dialog. */
export function useFill({ draftId, flush, setDefaults }: Deps): {
  acts: () => readonly MenuAct[]
  dialog: ReactNode
} {
  const { workbook, grid, source, words, announce } = useWorkbench()
  const t = useTranslations('intake.fill')
  const [selected, setSelected] = useState<readonly LineId[]>()
  const isOpen = selected !== undefined
  const wasOpen = useRef(false)
  useEffect(() => {
    // After the dialog was removed: until then it keeps the focus.
    if (wasOpen.current && !isOpen) grid.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, grid])
  const at = () => grid.current?.selection.active ?? null

  const ask = () => {
    grid.current?.commit()
    const firstLines = [...selectedCells(workbook, grid.current, source).keys()].flatMap(
      line => workbook.index.firstLineOf(line) ?? [],
    )
    setSelected([...new Set(firstLines)])
  }
  const fill = async (plan: FillPlan) => {
    setSelected(undefined)
    const count = await writeInChunks(workbook, plan.writes, at())
    announce(count > 0 ? t('filled', { count }) : t('nothing'))
  }
  const accept = async () => {
    grid.current?.commit()
    const { writes, cells } = planReviewed(workbook, selectedCells(workbook, grid.current, source))
    if (cells === 0) return announce(t('nothingToReview'))
    await writeInChunks(workbook, writes, at())
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
      const isProducts = workbook.sheet.recordType === 'product'
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
        nameOf={columnNames(workbook, words)}
        onFill={fill}
        onNewPreset={() => {
          setSelected(undefined)
          setDefaults()
        }}
        onClose={() => setSelected(undefined)}
      />
    ),
  }
}

/** Lines of the draft with selected cells, in the order of the screen, with the selected columns of each. */
function selectedCells(
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
