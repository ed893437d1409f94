import { X } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { titleOf } from '@/components/workbench/errors/failure-words'
import { columnNames } from '@/components/workbench/source/words/sheet-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { isFiltered } from '@/lib/sheet/view/arrangement'
import type { ColumnFilter } from '@/lib/sheet/view/column-filter'
import type { Filters } from './use-filters'

interface Props {
  filters: Filters
}

/**
 * The active filters and the sorting, one chip each. The bar is shown as long as there is a chip, so that nothing
 * moves.
 */
export function FilterBar({ filters }: Props) {
  const t = useTranslations('filter')
  const locale = useLocale()
  const tWorkbench = useWorkbenchTranslations()
  const { workbook, source, words, grid } = useWorkbench()
  const { view } = workbook
  const { filter, sort } = view.arrangement
  // The filter stays when the last failure of its group is corrected; so does the name of the group.
  const [groupName, setGroupName] = useState(t('group'))
  const [isWarning, setWarning] = useState(false)
  const [failure] = workbook.listedGroup(filter.failure ?? '')?.list(view.lineOrder, 1) ?? []
  const title = failure && titleOf(failure, workbook, words, tWorkbench)
  if (title !== undefined && title !== groupName) setGroupName(title)
  const isWarningNow = failure ? failure.mark.severity === 'warning' : isWarning
  if (isWarningNow !== isWarning) setWarning(isWarningNow)
  if (view.isUnarranged) return null
  const nameOf = columnNames(workbook, words)
  const leave = (act: () => void) => () => {
    act()
    grid.current?.focus()
  }
  return (
    <fieldset
      aria-label={t('active')}
      className="flex h-8.5 shrink-0 items-center gap-1.5 overflow-x-auto whitespace-nowrap border-line border-b px-3 text-ink-2 text-xs [scrollbar-width:none]"
    >
      {isFiltered(filter) && (
        <span className="mr-1 text-ink-3">
          {tWorkbench('filters.shown', { count: view.orderCount, all: workbook.orderCount })}
        </span>
      )}
      {filter.status && (
        <Chip onRemove={leave(() => filters.status(null))}>{tWorkbench(`filters.${filter.status}`)}</Chip>
      )}
      {filter.failure !== null && (
        <Chip onRemove={leave(() => filters.failure(null))}>
          {t(isWarning ? 'warning' : 'failing', { title: groupName })}
        </Chip>
      )}
      {[...filter.columns].map(([id, wanted]) => (
        <Chip
          key={id}
          onOpen={anchor => filters.open(id, anchor)}
          onRemove={leave(() => filters.column(id, undefined))}
        >
          {t('chip', {
            column: nameOf(id),
            text: summaryOf(wanted, text => shownInFull(text, workbook.column(id), locale), t),
          })}
        </Chip>
      ))}
      {sort && (
        <Chip onRemove={leave(() => source.sortBy(sort.column, null))}>
          {t(sort.descending ? 'sortedDown' : 'sortedUp', { column: nameOf(sort.column) })}
        </Chip>
      )}
      <Button variant="quiet" size="small" onClick={leave(filters.clear)}>
        {t('clearAll')}
      </Button>
      {view.isOutdated && (
        <span className="ml-auto flex items-center gap-1">
          <span className="text-ink-3">{t('outdated')}</span>
          <Button variant="quiet" size="small" onClick={leave(filters.again)}>
            {t('again')}
          </Button>
        </span>
      )}
    </fieldset>
  )
}

interface ChipProps {
  children: string
  /** Opens the element in which the filter can be changed. */
  onOpen?: (anchor: Element) => void
  onRemove: () => void
}

function Chip({ children: name, onOpen, onRemove }: ChipProps) {
  const t = useTranslations('filter')
  return (
    <span className="flex shrink-0 items-center rounded-md bg-shade text-ink">
      {onOpen ? (
        <button
          type="button"
          aria-haspopup="dialog"
          title={name}
          onClick={event => onOpen(event.currentTarget)}
          className="max-w-60 truncate rounded-md py-0.75 pl-2 hover:underline"
        >
          {name}
        </button>
      ) : (
        <span title={name} className="max-w-60 truncate py-0.75 pl-2">
          {name}
        </span>
      )}
      <IconButton label={t('remove', { filter: name })} className="h-auto p-1 text-ink-3" onClick={onRemove}>
        <X aria-hidden className="size-3!" />
      </IconButton>
    </span>
  )
}

type Words = ReturnType<typeof useTranslations<'filter'>>

/** The first values, and how many more. */
function summaryOf(
  { texts, except, contains }: ColumnFilter,
  shown: (text: string) => string,
  t: Words,
): string {
  if (contains !== '') return t('contains', { text: contains })
  const [first = '', ...others] = texts
  const name = first === '' ? t('blank') : t('quoted', { text: shown(first) })
  return t(except ? 'allBut' : 'only', { first: name, more: others.length })
}
