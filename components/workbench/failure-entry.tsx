import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { MiddleCut } from '@/components/ui/middle-cut'
import type { CellAddress } from '@/lib/sheet/draft'
import { standOf } from '@/lib/sheet/failure-walk'
import { type ListedFailure, subjectOf } from '@/lib/sheet/order-failures'
import type { Workbook } from '@/lib/sheet/workbook'
import { placeOf } from './failure-words'
import { useSay } from './use-say'

interface Props {
  failure: ListedFailure
  isCurrent: boolean
  goTo: (cell: CellAddress) => void
  workbook: Workbook
}

/** One failure: its order, and what stands in its cell. Drawn again only when its order changed. */
export const FailureEntry = memo(function FailureEntry({ failure, isCurrent, goTo, workbook }: Props) {
  const t = useSay()
  const where = useTranslations('intake.return.where')
  const { number, item, row, shopNumber, position } = placeOf(workbook, failure)
  const beside = [
    row !== undefined && where('row', { row }),
    position !== undefined && where('position', { position }),
    shopNumber !== undefined && where('shopNumber', { number: shopNumber }),
  ].filter(said => said !== false)
  const { line, column, mark } = failure
  const isOneOf = subjectOf(failure) === 'oneOf'
  const text = column === undefined ? '' : workbook.text({ line, column })
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className="-mx-1.5 flex w-[calc(100%+12px)] gap-2 rounded px-1.5 py-0.5 text-left text-ink-2 hover:bg-shade aria-[current]:font-medium aria-[current]:text-ink"
        onClick={() => goTo(standOf(failure, workbook.sheet.key))}
      >
        <span className="flex min-w-0 items-baseline" title={[number, ...beside].join(' · ')}>
          <MiddleCut text={number || '—'} />
          <span className="truncate whitespace-pre">
            {item !== undefined && ` · ${t('failures.item', { at: item })}`}
            {beside.length > 0 && <span className="text-ink-3 text-xs"> {beside.join(' · ')}</span>}
          </span>
        </span>
        <span className="ml-auto max-w-30 shrink-0 truncate text-fail">
          {isOneOf ? t('failures.oneOf', { count: mark.oneOf }) : text}
        </span>
      </button>
    </li>
  )
})
