import { X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { ColumnFilter } from '@/lib/sheet/column-filter'
import type { Workbook } from '@/lib/sheet/workbook'
import { titleOf } from './failure-words'
import type { SheetWords } from './grid-source'
import type { Filters } from './use-filters'
import { useSay } from './use-say'

interface Props {
  workbook: Workbook
  /** Changes with the workbook. */
  version: number
  words: SheetWords
  filters: Filters
  onUnsort: () => void
  /** Gives the keyboard back to the sheet. */
  onReturn: () => void
}

/** What is filtered and sorted by, one chip each. It is there for as long as anything is, so that nothing shifts. */
export function FilterBar({ workbook, words, filters, onUnsort, onReturn }: Props) {
  const t = useTranslations('filter')
  const say = useSay()
  const { view } = workbook
  const { filter, sort } = view.arrangement
  // A group that is mended is no more, but its filter stays until it is taken away.
  const groupName = useRef(t('group'))
  const [failure] = workbook.failures.group(filter.failure ?? '')?.list(view.places, 1) ?? []
  if (failure) groupName.current = titleOf(failure, workbook, words, say)
  if (view.isTrue) return null
  const nameOf = (id: string) => {
    const column = workbook.column(id)
    return column ? words.column(column).name : id
  }
  const leave = (act: () => void) => () => {
    act()
    onReturn()
  }
  return (
    <fieldset
      aria-label={t('active')}
      className="flex h-8.5 shrink-0 items-center gap-1.5 overflow-x-auto whitespace-nowrap border-line border-b px-3 text-ink-2 text-xs [scrollbar-width:none]"
    >
      <span className="mr-1 text-ink-3">
        {say('filters.shown', { count: view.orderCount, all: workbook.orderCount })}
      </span>
      {filter.standing && (
        <Chip onRemove={leave(() => filters.standing(null))}>{say(`filters.${filter.standing}`)}</Chip>
      )}
      {filter.failure !== null && (
        <Chip onRemove={leave(() => filters.failure(null))}>
          {t('failing', { title: groupName.current })}
        </Chip>
      )}
      {[...filter.columns].map(([id, wanted]) => (
        <Chip
          key={id}
          onOpen={anchor => filters.open(id, anchor)}
          onRemove={leave(() => filters.column(id, undefined))}
        >
          {nameOf(id)}: {summaryOf(wanted, t)}
        </Chip>
      ))}
      {sort && (
        <Chip onRemove={leave(onUnsort)}>
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
  children: string | string[]
  /** Where it can be changed. */
  onOpen?: (anchor: Element) => void
  onRemove: () => void
}

function Chip({ children, onOpen, onRemove }: ChipProps) {
  const t = useTranslations('filter')
  const name = [children].flat().join('')
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
      <button
        type="button"
        aria-label={t('remove', { filter: name })}
        onClick={onRemove}
        className="rounded-md p-1 text-ink-3 hover:text-ink"
      >
        <X aria-hidden className="size-3" />
      </button>
    </span>
  )
}

type Words = ReturnType<typeof useTranslations<'filter'>>

/** The first values, and how many more. */
function summaryOf({ texts, except, contains }: ColumnFilter, t: Words): string {
  if (contains !== '') return t('contains', { text: contains })
  const [first = '', ...others] = texts
  const name = first === '' ? t('blank') : `“${first}”`
  return t(except ? 'allBut' : 'only', { first: name, more: others.length })
}
