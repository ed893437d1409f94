import { type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MenuPlace } from '@/components/grid/select/open-menu'
import { AnchoredMenu } from '@/components/ui/overlay/anchored-menu'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { type SheetMenu, sheetActs } from './acts/menu-acts'
import { clipboardKeys } from './acts/system-clipboard'

interface SheetContextMenu {
  readonly menu: ReactNode
  open(place: MenuPlace): void
}

/**
 * The context menu of the selected cells and lines.
 * @param more acts that belong to other parts of the workbench
 */
export function useSheetMenu(more: Pick<SheetMenu, 'cell' | 'orders'>): SheetContextMenu {
  const { grid, source, announce } = useWorkbench()
  const t = useTranslations('sheetMenu')
  const tWorkbench = useWorkbenchTranslations()
  const record = useContext(RecordTypeContext)
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const createMenu = (): SheetMenu | undefined =>
    grid.current
      ? {
          source,
          grid: grid.current,
          label: name => t(`acts.${name}`, { record }),
          announce: key => announce(tWorkbench(`announced.${key}`, clipboardKeys())),
          ...more,
        }
      : undefined
  const shown = place && createMenu()
  return {
    open: setPlace,
    menu: (
      <AnchoredMenu
        menu={place && shown ? { label: t('label'), anchor: place, groups: sheetActs(shown) } : null}
        onClose={close}
        onReturn={() => grid.current?.focus()}
      />
    ),
  }
}
