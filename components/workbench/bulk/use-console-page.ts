import { useTranslations } from 'use-intl'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { consolePage } from '@/lib/desk-api/connections/console-link'

/**
 * Opens the registered order of the active cell in the console of the shipping company: an act for the
 * menu of the sheet.
 * @param link the console link of the connection; '': none
 */
export function useConsolePage(link: string): { acts(): readonly MenuAct[] } {
  const { workbook, grid } = useWorkbench()
  const t = useTranslations('sheetMenu')
  return {
    acts: () => {
      const { idColumn, key } = workbook.sheet
      const active = grid.current?.selection.active
      const line = active && workbook.index.orderOf(active.line)?.firstLine
      if (!idColumn || line === undefined || line === null) return []
      const orderId = workbook.text({ line, column: idColumn.id })
      if (orderId === '') return []
      const page = consolePage(link, { number: workbook.text({ line, column: key }), orderId })
      if (page === undefined) return []
      const open = () => window.open(page, '_blank', 'noopener,noreferrer')
      return [{ id: 'consolePage', label: t('consolePage'), onSelect: open }]
    },
  }
}
