import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { AnchoredMenu } from '@/components/ui/overlay/anchored-menu'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { columnActs } from './column-acts'
import type { ColumnMenuPlace, Columns } from './use-columns'

interface Props {
  columns: Columns
  /** Opens the values of a column at its heading. */
  openFilter: (id: string, heading: Element) => void
}

/** The menu of a column, at its heading. */
export function ColumnMenu({ columns, openFilter }: Props) {
  const { view, menu: place, setPanelOpen, closeMenu } = columns
  const { source, words, grid, announce } = useWorkbench()
  const t = useTranslations('columnsMenu')
  const toFilter = useRef<ColumnMenuPlace | null>(null)
  const column = place === null ? undefined : view.set.columns.find(({ id }) => id === place.id)
  const name = column ? words.column(column).name : ''
  const menu = place &&
    column && {
      label: t('open', { column: name }),
      anchor: place.at,
      groups: columnActs({
        view,
        source,
        column,
        label: (key, values) => t(`acts.${key}`, values),
        ids: grid.current?.together(column.id) ?? [column.id],
        fitTo: id => grid.current?.fit(id),
        announce: (key, count) => announce(words.message(key, { column: name, count })),
        openPanel: () => setPanelOpen(true),
        openFilter: () => {
          toFilter.current = place
        },
      }),
    }
  // The values open once the menu has closed, so that they can take the focus.
  const leave = () => {
    const next = toFilter.current
    toFilter.current = null
    if (next) openFilter(next.id, grid.current?.heading(next.id) ?? next.at)
    else grid.current?.focus()
  }
  return <AnchoredMenu menu={menu ?? null} onClose={closeMenu} onReturn={leave} />
}
