'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { classes } from '@/components/ui/classes'
import { MiddleCut } from '@/components/ui/middle-cut'
import type { ListedOrder } from '@/lib/store/history-orders'
import { DraftLink } from './draft-link'
import { Place } from './place'
import { State } from './state'
import { Table } from './table'
import { When } from './times'

/** Orders that were registered, or were to be. */
export function OrderTable({ orders, label }: { orders: readonly ListedOrder[]; label: string }) {
  const say = useTranslations('history')
  const columns = [
    ['number', 'w-40'],
    ['orderId', 'w-36'],
    ['recipient', undefined],
    ['state', 'w-26'],
    ['where', 'w-50'],
    ['when', 'w-32'],
    ['draft', undefined],
  ] as const
  return (
    <Table
      label={label}
      minWidth="min-w-215"
      columns={columns.map(([id, width]) => ({ id, heading: say(`columns.${id}`), ...(width && { width }) }))}
    >
      {orders.map(order => (
        <tr key={order.id} className="*:h-11 hover:bg-panel">
          <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
            <Link
              href={`/history/orders/${order.id}`}
              prefetch={false}
              title={order.number}
              className="hover:underline"
            >
              <MiddleCut text={order.number} />
            </Link>
          </th>
          <td className={classes(cell, 'truncate')} title={order.orderId ?? undefined}>
            {order.orderId !== null && <MiddleCut text={order.orderId} />}
          </td>
          <td className={classes(cell, 'truncate')}>
            {order.erasedAt === null ? (
              <bdi>{order.recipient}</bdi>
            ) : (
              <span className="text-ink-3">{say('order.erasedField')}</span>
            )}
          </td>
          <td className={cell}>
            <State state={order.state} />
          </td>
          <td className={cell}>
            <Place of={order} />
          </td>
          <td className={cell}>
            <When at={order.updatedAt} />
          </td>
          <td className={classes(cell, 'truncate')}>
            <DraftLink of={order} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
