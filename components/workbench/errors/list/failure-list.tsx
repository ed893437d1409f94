import { Copy, Download } from 'lucide-react'
import { memo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { copyText } from '@/components/ui/copy-text'
import { tableOf } from '@/components/workbench/errors/failure-words'
import { useKeptFocus } from '@/components/workbench/keys/use-kept-focus'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { EmptyListSentence } from './empty-list'
import { FailureGroups, type GroupListProps } from './failure-groups'
import { ListCounts } from './list-counts'
import { listSizes } from './list-sizes'

interface Props extends GroupListProps {
  /** Changes with the failures. */
  version: number
  /** What the list says when it is empty. */
  ifEmpty: EmptyListSentence
  /** Downloads the orders that fail, to be corrected elsewhere. */
  onDownload: () => void
}

/** Every failure of the sheet, grouped by what is wrong, the most frequent first. Activating one goes to its cell. */
export const FailureList = memo(function FailureList(props: Props) {
  const { acts, lines, filteredGroup, at, ifEmpty, onDownload } = props
  const { workbook, words, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const back = useTranslations('intake.roundTrip')
  const { failures } = workbook
  const region = useRef<HTMLElement>(null)
  useKeptFocus(region)
  const copy = async () => {
    const isCopied = await copyText(tableOf(workbook, failures.groups, words, t))
    announce(
      isCopied ? t('announced.copiedFailures', { count: failures.count }) : t('announced.failuresNotCopied'),
    )
  }
  return (
    <section
      ref={region}
      data-region="errors"
      tabIndex={-1}
      aria-label={t('failures.label')}
      // Keeps a third of the panel beside suggestions and search: the next error is what the operator works on.
      className="relative flex min-h-1/3 flex-[1_1_0] flex-col scroll-pt-9 overflow-y-auto [scrollbar-gutter:stable]"
    >
      {/* A long list scrolls below its counts and what can be done with all of it. */}
      <h2 className="sticky top-0 z-1 flex min-h-9 shrink-0 items-center gap-1 bg-panel px-3.5 font-semibold text-ink-2 text-xs">
        {t('failures.label')}
        {failures.count > 0 && (
          <>
            <ListCounts list="failures" count={failures.count} orders={failures.firstLines.size} />
            <IconButton
              className="-mr-2 px-1"
              label={back('failing')}
              hint={back('failingShort')}
              onClick={onDownload}
            >
              <Download aria-hidden />
            </IconButton>
            <IconButton className="-mr-2 px-1" label={t('failures.copyAll')} onClick={copy}>
              <Copy aria-hidden />
            </IconButton>
          </>
        )}
      </h2>
      {failures.count === 0 && (
        <p className="border-line border-t px-3.5 py-2.5 text-ink-3 text-xs">{t(`failures.${ifEmpty}`)}</p>
      )}
      <FailureGroups
        listed={failures}
        acts={acts}
        lines={lines}
        filteredGroup={filteredGroup}
        at={at}
        {...listSizes(failures.groups.map(group => group.count))}
        more={count => t('failures.moreGroups', { count })}
      />
    </section>
  )
})
