import { type RefObject, useCallback, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { MenuPlace } from '@/components/grid/open-menu'
import type { GridSource } from '@/components/grid/source'
import { AnchoredMenu } from '@/components/ui/anchored-menu'
import type { MenuAct } from '@/components/ui/menu'
import { lineMenu, type SheetMenu, sheetActs } from './sheet-acts'
import { RecordNoun, useSay } from './use-say'

/** The menu of what is selected: to be opened where one asks for it, and its acts on lines for the toolbar. */
export function useSheetMenu(
  grid: RefObject<GridHandle | null>,
  source: GridSource,
  announce: (sentence: string) => void,
  orders: () => readonly MenuAct[],
): { open: (place: MenuPlace) => void; lines: () => readonly MenuAct[]; menu: React.ReactNode } {
  const t = useTranslations('sheetMenu')
  const say = useSay()
  const record = useContext(RecordNoun)
  const [place, setPlace] = useState<MenuPlace | null>(null)
  const close = useCallback(() => setPlace(null), [])
  const about = (): SheetMenu | undefined =>
    grid.current
      ? {
          source,
          grid: grid.current,
          say: name => t(`acts.${name}`, { record }),
          tell: key => announce(say(`said.${key}`)),
          orders,
        }
      : undefined
  const shown = place && about()
  return {
    open: setPlace,
    lines: () => {
      const all = about()
      return all ? lineMenu(all) : []
    },
    menu: (
      <AnchoredMenu
        menu={place && shown ? { label: t('label'), anchor: place, groups: sheetActs(shown) } : null}
        onClose={close}
        onReturn={() => grid.current?.focus()}
      />
    ),
  }
}
