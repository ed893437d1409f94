import Link from 'next/link'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { rowsText, shopPlaces } from '@/app/(desk)/history/file-rows'
import { Paging } from '@/app/(desk)/history/paging'
import { withQuery } from '@/app/(desk)/history/query'
import type { RunRow } from '@/app/(desk)/history/rows'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { allStates } from '@/app/(desk)/history/states'
import { Table } from '@/app/(desk)/history/table'
import { classes } from '@/components/ui/classes'
import { MiddleCut } from '@/components/ui/middle-cut'
import { database } from '@/lib/store/database'
import { listRunOrders } from '@/lib/store/history-orders'
import { words } from '@/lib/words/server'

const say = words('history')
const where = words('intake.return.where')

/** Orders of one page. */
const PAGE = 100

interface Props {
  run: RunRow
  path: string
  /** The first position that is shown. */
  from: number
  /** Shown alone, when asked for. */
  state: string | undefined
}

/** What became of each order of a run, by its row in it. */
export async function RunOrders({ run, path, from, state }: Props) {
  const { longReads: kysely } = await database()
  const orders = await listRunOrders(kysely, run, from, PAGE + 1, state)
  const next = orders[PAGE]
  const shown = orders.slice(0, PAGE)
  const placeOf = await shopPlaces(
    kysely,
    run.draftId,
    shown.flatMap(order => order.lineIds),
  )
  const to = (change: { state?: string; orders?: string }) => `${withQuery(path, {}, change)}#orders`
  const counts = allStates.flatMap(one => {
    const count = run.counts[one] ?? 0
    return count > 0 ? [{ state: one, count }] : []
  })
  return (
    <Section
      id="orders"
      title={say('run.orders')}
      aside={
        counts.length > 1 && (
          <nav aria-label={say('columns.state')} className="flex flex-wrap gap-1 text-ink-2">
            {[undefined, ...counts].map(one => (
              <Link
                key={one?.state ?? ''}
                href={to(one ? { state: one.state } : {})}
                prefetch={false}
                aria-current={one?.state === state ? 'page' : undefined}
                className={classes(
                  'rounded-md px-2.25 py-1 hover:bg-shade',
                  one?.state === state && 'bg-shade font-medium text-ink',
                )}
              >
                {one ? say(`states.${one.state}`) : say('run.allStates')}{' '}
                <span className="text-ink-3">{one?.count}</span>
              </Link>
            ))}
          </nav>
        )
      }
    >
      {orders.length > 0 ? (
        <Table
          label={say('run.orders')}
          minWidth="min-w-130"
          columns={[
            { id: 'position', heading: say('columns.position'), width: 'w-20' },
            { id: 'number', heading: say('columns.number') },
            { id: 'fileRow', heading: where('heading'), width: 'w-28' },
            { id: 'state', heading: say('columns.state'), width: 'w-40' },
            { id: 'orderId', heading: say('columns.orderId'), width: 'w-56' },
          ]}
        >
          {shown.map(order => (
            <tr key={order.position} className="*:h-8 hover:bg-panel">
              <td className={classes(cell, 'text-ink-3')}>{order.position + 1}</td>
              <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
                {order.id === null ? (
                  <MiddleCut text={order.number} />
                ) : (
                  <Link href={`/history/orders/${order.id}`} prefetch={false} className="hover:underline">
                    <MiddleCut text={order.number} />
                  </Link>
                )}
              </th>
              <td className={classes(cell, 'truncate text-ink-3')}>
                {rowsText(order.lineIds.map(line => placeOf(line, order.number)))}
              </td>
              <td className={cell}>
                <State state={order.state} />
              </td>
              <td className={classes(cell, 'truncate')}>{order.orderId}</td>
            </tr>
          ))}
        </Table>
      ) : (
        <p className="px-3.5 pb-3 text-ink-2">{say('run.noOrders')}</p>
      )}
      <Paging
        links={[
          [say('first'), from > 0 ? to(state ? { state } : {}) : undefined],
          [say('next'), next && to({ ...(state && { state }), orders: String(next.position) })],
        ]}
      />
    </Section>
  )
}
