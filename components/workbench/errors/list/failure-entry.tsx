import { memo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import { inkOf, placeOf } from '@/components/workbench/errors/failure-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { failureCell } from '@/lib/sheet/judge/failures/next-failure'
import { failureSubject, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'

interface Props {
  failure: ListedFailure
  isCurrent: boolean
}

/** One failure: its order, and the text of its cell. It renders again only when its order changed. */
export const FailureEntry = memo(function FailureEntry({ failure, isCurrent }: Props) {
  const { workbook, goTo } = useWorkbench()
  const t = useWorkbenchTranslations()
  const where = useTranslations('intake.roundTrip.where')
  const { number, item, row, shopNumber, position } = placeOf(workbook, failure)
  const coordinates = [
    row !== undefined && where('row', { row }),
    // Warnings are the desk's own: no request is needed to understand them.
    position !== undefined && failure.mark.severity === 'failure' && where('position', { position }),
    shopNumber !== undefined && where('shopNumber', { number: shopNumber }),
  ].filter(text => text !== false)
  const { line, column, mark } = failure
  const isOneOf = failureSubject(failure) === 'oneOf'
  // A repeated number would be listed twice: its order is named by its row.
  const isNumber = column === workbook.sheet.key && number !== ''
  const ordinal = useSyncExternalStore(
    workbook.subscribe,
    () => (isNumber ? workbook.ordinal(failure.firstLine) : undefined),
    () => undefined,
  )
  const typed = column === undefined ? '' : workbook.text({ line, column })
  const text = ordinal === undefined ? typed : `#${ordinal}`
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className="-mx-1.5 flex w-[calc(100%+12px)] gap-2 rounded px-1.5 py-0.5 text-left text-ink-2 max-[640px]:py-2.75 hover:bg-shade aria-[current]:font-medium aria-[current]:text-ink"
        onClick={() => goTo(failureCell(failure, workbook.sheet.key))}
      >
        {/* A coordinate that does not fit wraps out of the one line that is shown: half a word would be useless. */}
        <span
          className="flex h-[1lh] min-w-0 flex-wrap items-baseline overflow-hidden"
          title={[number, ...coordinates].join(' · ')}
        >
          <span className="flex min-w-0 max-w-full items-baseline">
            <MiddleCut text={number || '—'} />
            {item !== undefined && (
              <span className="shrink-0 whitespace-pre">{` · ${t('failures.item', { at: item })}`}</span>
            )}
          </span>
          {coordinates.map((coordinate, at) => (
            <span key={coordinate} className="shrink-0 whitespace-pre text-ink-3 text-xs">
              {at === 0 ? ` ${coordinate}` : ` · ${coordinate}`}
            </span>
          ))}
        </span>
        <span className={`ml-auto max-w-30 shrink-0 truncate ${inkOf(mark)}`}>
          {isOneOf ? t('failures.oneOf', { count: mark.oneOf }) : text}
        </span>
      </button>
    </li>
  )
})
