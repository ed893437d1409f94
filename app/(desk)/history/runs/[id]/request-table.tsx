import Link from 'next/link'
import { Duration } from '@/app/(desk)/history/duration'
import { Table } from '@/app/(desk)/history/lists/table'
import { Time } from '@/components/ui/text/time'
import { outcomeSentence } from '@/lib/desk/history/sentences'
import type { RequestRow } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')

const milliseconds = ({ sendingAt: from, finishedAt: to }: RequestRow) =>
  from === null || to === null ? undefined : Date.parse(to) - Date.parse(from)

interface Props {
  requests: readonly RequestRow[]
  /** What the run sends. */
  record: Sheet['recordType']
  /** Whether these are all requests of the run, so that they can be sorted. */
  isWhole: boolean
}

/** Requests of a run, oldest first. */
export function RequestTable({ requests, record, isWhole }: Props) {
  return (
    <Table
      id="requests"
      label={t('run.requests')}
      stacksBelow={800}
      columns={[
        {
          id: 'request',
          heading: t('columns.request'),
          width: 'w-50',
          isRowHeader: true,
          isSortable: isWhole,
        },
        {
          id: 'took',
          heading: t('columns.took'),
          width: 'w-24',
          className: 'text-ink-2',
          isSortable: isWhole,
          sortsDescendingFirst: true,
        },
        {
          id: 'orders',
          heading: t('run.orders', { record }),
          width: 'w-22',
          className: 'text-ink-2',
          isSortable: isWhole,
          sortsDescendingFirst: true,
        },
        { id: 'outcome', heading: t('columns.outcome'), className: 'truncate', isSortable: isWhole },
        {
          // Browsers remember hidden columns by their ids.
          id: 'answer',
          heading: t('columns.response'),
          // The heading in Japanese, beside the button of the columns.
          width: 'w-32',
          className: 'text-ink-2',
          isSortable: isWhole,
        },
      ]}
      rows={requests.map(request => ({
        key: request.id,
        values: {
          request: request.sendingAt ?? request.preparedAt,
          took: milliseconds(request),
          orders: request.orderCount,
          outcome: outcomeSentence(request.classifiedAs),
          answer: request.httpStatus,
        },
        cells: {
          request: (
            <Link
              href={`/history/requests/${request.id}`}
              prefetch={false}
              className="text-accent hover:underline"
            >
              <Time at={request.sendingAt ?? request.preparedAt} kind="second" />
            </Link>
          ),
          took: <Duration from={request.sendingAt} to={request.finishedAt} />,
          orders: request.orderCount,
          outcome: (
            <>
              <span className={request.classifiedAs === 'unknown' ? 'text-warn' : undefined}>
                {outcomeSentence(request.classifiedAs)}
              </span>
              {request.anomalies.length > 0 && (
                <span className="block truncate text-warn text-xs">{t('request.mismatch')}</span>
              )}
            </>
          ),
          answer: request.httpStatus === null ? '–' : `HTTP ${request.httpStatus}`,
        },
      }))}
    />
  )
}
