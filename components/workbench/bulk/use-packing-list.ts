import { useRouter } from 'next/navigation'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Deps {
  readonly draftId: string
  /** Saves what was not saved yet; whether everything is saved then. */
  readonly flush: () => Promise<boolean>
}

/** Opens the page that lists what to pack for the orders of a draft: an act for a menu. */
export function usePackingList({ draftId, flush }: Deps): { acts(): readonly MenuAct[] } {
  const { workbook, grid, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const router = useRouter()
  const open = async () => {
    grid.current?.commit()
    // The page lists what is stored.
    if (!(await flush())) return announce(t('packing.unsaved'))
    router.push(`/packing/${draftId}`)
  }
  return {
    acts: () =>
      workbook.sheet.recordType === 'order'
        ? [{ id: 'packing', label: t('packing.open'), disabled: workbook.orderCount === 0, onSelect: open }]
        : [],
  }
}
