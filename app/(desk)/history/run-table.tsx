'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { classes } from '@/components/ui/classes'
import { DraftLink } from './draft-link'
import { Place } from './place'
import type { RunRow } from './rows'
import { Counts } from './state'
import { Table } from './table'
import { Took, When } from './times'

/** Runs, and what became of their orders. */
export function RunTable({ runs }: { runs: readonly RunRow[] }) {
  const say = useTranslations('history')
  const heading = (id: 'when' | 'what' | 'draft' | 'where' | 'who' | 'orders' | 'state', width?: string) => ({
    id,
    heading: say(`columns.${id}`),
    ...(width && { width }),
  })
  return (
    <Table
      label={say('runs')}
      minWidth="min-w-230"
      columns={[
        heading('when', 'w-32'),
        heading('what', 'w-28'),
        heading('draft'),
        heading('where', 'w-50'),
        heading('who', 'w-32 max-[1100px]:w-20'),
        heading('orders'),
        heading('state', 'w-32'),
      ]}
    >
      {runs.map(run => (
        <tr key={run.id} className="*:h-11 hover:bg-panel">
          <td className={cell}>
            <When at={run.startedAt} />
          </td>
          <th scope="row" className={classes(cell, 'text-left font-medium')}>
            <Link href={`/history/runs/${run.id}`} prefetch={false} className="hover:underline">
              {say(`kinds.${run.kind}`)}
            </Link>
          </th>
          <td className={classes(cell, 'truncate')}>
            <DraftLink of={run} />
          </td>
          <td className={cell}>
            <Place of={run} />
          </td>
          <td className={classes(cell, 'truncate text-ink-2')}>{run.by}</td>
          <td className={cell}>
            <Counts counts={run.counts} />
          </td>
          <td className={classes(cell, 'text-ink-2')}>
            <span className={run.state === 'stopped' || run.state === 'paused' ? 'text-warn' : undefined}>
              {say(`runStates.${run.state}`)}
            </span>
            <span className="block text-ink-3 text-xs">
              <Took from={run.startedAt} to={run.finishedAt} />
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}
