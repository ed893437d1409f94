import Link from 'next/link'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { outcomeSentence } from '@/app/(desk)/history/outcome'
import { Table } from '@/app/(desk)/history/table'
import { Took, When } from '@/app/(desk)/history/times'
import { classes } from '@/components/ui/classes'
import type { ListedAttempt } from '@/lib/store/history-attempts'
import { words } from '@/lib/words/server'

const say = words('history')

/** Requests of a run, oldest first. */
export function RequestTable({ requests }: { requests: readonly ListedAttempt[] }) {
  return (
    <Table
      label={say('run.requests')}
      minWidth="min-w-200"
      columns={[
        { id: 'request', heading: say('columns.request'), width: 'w-50' },
        { id: 'took', heading: say('columns.took'), width: 'w-24' },
        { id: 'orders', heading: say('columns.orders'), width: 'w-20' },
        { id: 'outcome', heading: say('columns.outcome') },
        { id: 'answer', heading: say('columns.answer'), width: 'w-24' },
        { id: 'hash', heading: say('columns.hash'), width: 'w-36' },
      ]}
    >
      {requests.map(request => (
        <tr key={request.id} className="*:h-9 hover:bg-panel">
          <th scope="row" className={classes(cell, 'text-left font-medium')}>
            <Link href={`/history/requests/${request.id}`} prefetch={false} className="hover:underline">
              <When at={request.sending_at ?? request.prepared_at} isOneLine />
            </Link>
          </th>
          <td className={classes(cell, 'text-ink-2')}>
            <Took from={request.sending_at} to={request.finished_at} />
          </td>
          <td className={classes(cell, 'text-ink-2')}>{request.order_count}</td>
          <td className={classes(cell, 'truncate')}>
            <span className={request.classified_as === 'unknown' ? 'text-warn' : undefined}>
              {outcomeSentence(request.classified_as)}
            </span>
            {request.anomalies !== null && (
              <span className="block truncate text-warn text-xs">{say('request.misfit')}</span>
            )}
          </td>
          <td className={classes(cell, 'text-ink-2')}>
            {request.http_status === null ? '–' : `HTTP ${request.http_status}`}
          </td>
          <td className={classes(cell, 'truncate font-mono text-ink-3 text-xs')} title={request.body_sha256}>
            {request.body_sha256.slice(0, 12)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
