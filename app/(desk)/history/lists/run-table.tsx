'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Duration } from '@/app/(desk)/history/duration'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { Counts } from '@/app/(desk)/history/state'
import { useServerSorting } from '@/app/(desk)/lists/use-server-sorting'
import { DataTable } from '@/components/ui/data/data-table'
import { StackedTime } from '@/components/ui/text/time'
import type { RunRow } from '@/lib/desk-api/runs/history'
import type { Sorting } from '@/lib/desk-api/sorting'

/** One page of runs, with the results of their orders. */
export function RunTable({ runs, sorting }: { runs: readonly RunRow[]; sorting: Sorting<string> }) {
  const t = useTranslations('history')
  const sortedByServer = () => undefined
  return (
    <DataTable
      id="runs"
      label={t('runs')}
      // The room beside the menu: in a window of 1024 pixels, and on a tablet of 768.
      className="min-w-214 max-[900px]:min-w-182"
      stacksBelow={720}
      canHideColumns
      rows={runs}
      rowKey={run => run.id}
      sorting={useServerSorting(sorting)}
      columns={[
        {
          id: 'when',
          heading: t('columns.when'),
          width: 'w-32 max-[900px]:w-28',
          sortsDescendingFirst: true,
          sortBy: sortedByServer,
          cell: run => <StackedTime at={run.startedAt} kind="second" />,
        },
        {
          id: 'what',
          heading: t('columns.what'),
          width: 'w-28 max-[1100px]:w-25 max-[900px]:w-24',
          isRowHeader: true,
          sortBy: sortedByServer,
          cell: run => (
            <Link href={`/history/runs/${run.id}`} prefetch={false} className="text-accent hover:underline">
              {t(`kinds.${run.kind}`)}
            </Link>
          ),
        },
        {
          id: 'draft',
          heading: t('columns.draft'),
          className: 'truncate',
          sortBy: sortedByServer,
          cell: run => <DraftLink of={run} />,
        },
        {
          id: 'where',
          heading: t('columns.connection'),
          width: 'w-50 max-[1100px]:w-42 max-[900px]:w-29',
          sortBy: sortedByServer,
          cell: run => <RequestTarget of={run} />,
        },
        {
          id: 'who',
          heading: t('columns.who'),
          width: 'w-32 max-[1100px]:w-20 max-[900px]:w-18',
          className: 'truncate text-ink-2',
          sortBy: sortedByServer,
          cell: run => run.by,
        },
        { id: 'orders', heading: t('columns.orders'), cell: run => <Counts counts={run.counts} /> },
        {
          id: 'state',
          heading: t('columns.state'),
          width: 'w-32 max-[1100px]:w-26',
          className: 'text-ink-2',
          cell: run => (
            <>
              <span className={run.state === 'stopped' || run.state === 'paused' ? 'text-warn' : undefined}>
                {t(`runStates.${run.state}`)}
              </span>
              <span className="block text-ink-3 text-xs">
                <Duration from={run.startedAt} to={run.finishedAt} />
              </span>
            </>
          ),
        },
      ]}
    />
  )
}
