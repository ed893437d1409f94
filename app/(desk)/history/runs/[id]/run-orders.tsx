import Link from 'next/link'
import { Paging } from '@/app/(desk)/history/lists/paging'
import { SentOrders } from '@/app/(desk)/history/lists/sent-orders'
import { recordTypeOf } from '@/app/(desk)/history/record-type'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { allStates } from '@/app/(desk)/history/states'
import { tabClasses } from '@/app/(desk)/lists/tab-classes'
import { listRunOrders } from '@/lib/desk/history/runs'
import type { RunRow } from '@/lib/desk-api/runs/history'
import { withQuery } from '@/lib/desk-api/runs/page-query'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')

/** Orders of one page. */
const PAGE_SIZE = 100

interface Props {
  run: RunRow
  path: string
  /** The first position on the page. */
  from: number
  /** If given, only orders in this state are shown. */
  state: string | undefined
}

/** The result of each order of a run, by its row in the request. */
export async function RunOrders({ run, path, from, state }: Props) {
  const { orders, next } = await listRunOrders(run, { from, size: PAGE_SIZE, state })
  const record = recordTypeOf(run)
  const isWhole = from === 0 && next === undefined
  const to = (change: { state?: string; orders?: string }) => `${withQuery(path, {}, change)}#orders`
  const counts = allStates.flatMap(one => {
    const count = run.counts[one] ?? 0
    return count > 0 ? [{ state: one, count }] : []
  })
  return (
    <Section
      id="orders"
      title={t('run.orders', { record })}
      aside={
        counts.length > 1 && (
          <nav aria-label={t('columns.state')} className="flex flex-wrap gap-1 text-ink-2">
            {[undefined, ...counts].map(one => (
              <Link
                key={one?.state ?? ''}
                href={to(one ? { state: one.state } : {})}
                prefetch={false}
                aria-current={one?.state === state ? 'page' : undefined}
                className={tabClasses(one?.state === state)}
              >
                {one ? t(`states.${one.state}`) : t('run.allStates')}{' '}
                <span className="text-ink-3">{one?.count}</span>
              </Link>
            ))}
          </nav>
        )
      }
    >
      {orders.length > 0 ? (
        <SentOrders
          id="run-orders"
          label={t('run.orders', { record })}
          record={record}
          columns={{ position: t('columns.position'), state: { id: 'state', heading: t('columns.state') } }}
          isSortable={isWhole}
          orders={orders.map(order => ({
            ...order,
            position: order.position + 1,
            state: { shown: <State state={order.state} />, sortBy: t(`states.${order.state}`) },
          }))}
        />
      ) : (
        <p className="px-3.5 pb-3 text-ink-2">{t('run.noOrders', { record })}</p>
      )}
      <Paging
        links={[
          [t('first'), from > 0 ? to(state ? { state } : {}) : undefined],
          [t('next'), next === undefined ? undefined : to({ ...(state && { state }), orders: String(next) })],
        ]}
      />
    </Section>
  )
}
