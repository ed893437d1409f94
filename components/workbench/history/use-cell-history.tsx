import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LineSources } from '@/components/import/summary/line-sources'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { restoreCells } from '@/components/workbench/together/overwritten-cells'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { CellHistoryDialog } from './cell-history-dialog'

interface Deps {
  readonly draft: {
    readonly draftId: string
    /** Saves all edits. @returns whether they are on the server */
    flush(): Promise<boolean>
  }
  readonly mayEdit: boolean
  readonly lineSources: LineSources
}

/** Shows the texts that the active cell has had: an act for the menu of the sheet, and its dialog. */
export function useCellHistory({ draft, mayEdit, lineSources }: Deps): {
  acts(): readonly MenuAct[]
  dialog: ReactNode
} {
  const { workbook, grid, announce } = useWorkbench()
  const t = useTranslations('cellHistory')
  const [cell, setCell] = useState<CellAddress>()
  const open = () => {
    grid.current?.commit()
    setCell(grid.current?.selection.active ?? undefined)
  }
  return {
    acts: () => {
      const active = grid.current?.selection.active
      const column = active && workbook.column(active.column)
      const isStored = active && workbook.line(active.line) !== undefined
      return isStored && column && !column.isReadOnly
        ? [{ id: 'cellHistory', label: t('open'), onSelect: open }]
        : []
    },
    dialog: cell && (
      <CellHistoryDialog
        cell={cell}
        draft={draft}
        lineSources={lineSources}
        onRestore={
          mayEdit && !workbook.isReadOnly && !workbook.isLocked(cell.line)
            ? text => {
                const count = restoreCells(workbook, [{ ...cell, text }])
                setCell(undefined)
                announce(t(count > 0 ? 'restored' : 'notRestored'))
              }
            : undefined
        }
        onClose={() => setCell(undefined)}
      />
    ),
  }
}
