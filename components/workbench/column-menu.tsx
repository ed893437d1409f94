import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { GridSource } from '@/components/grid/source'
import { AnchoredMenu } from '@/components/ui/anchored-menu'
import type { ColumnView } from '@/lib/sheet/column-view'
import { columnActs } from './column-acts'
import type { SheetWords } from './grid-source'

/** Of which column a menu is open, and at which element of its heading. */
export interface ColumnMenuPlace {
  readonly id: string
  readonly at: Element
}

interface Props {
  place: ColumnMenuPlace | null
  view: ColumnView
  source: GridSource
  words: SheetWords
  announce: (sentence: string) => void
  /** Columns that an act on one is meant for. */
  together: (id: string) => readonly string[]
  fit: (id: string) => void
  openPanel: () => void
  /** Opens the values of a column at its heading. */
  openFilter: (id: string, heading: Element) => void
  onClose: () => void
  /** Gives the keyboard back to the sheet. */
  onReturn: () => void
}

/** The menu of a column, at its heading. */
export function ColumnMenu(props: Props) {
  const { place, view, source, words, announce, together, fit, openPanel, openFilter, onClose, onReturn } =
    props
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
        say: (key, values) => t(`acts.${key}`, values),
        ids: together(column.id),
        fitTo: fit,
        tell: (key, count) => announce(words.said(key, { column: name, count })),
        openPanel,
        openFilter: () => {
          toFilter.current = place
        },
      }),
    }
  // What is opened from the menu takes the keyboard, once the menu has let go of it.
  const leave = () => {
    const next = toFilter.current
    toFilter.current = null
    if (next) openFilter(next.id, next.at.closest('[data-heading]') ?? next.at)
    else onReturn()
  }
  return <AnchoredMenu menu={menu ?? null} onClose={onClose} onReturn={leave} />
}
