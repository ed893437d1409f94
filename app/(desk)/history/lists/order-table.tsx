'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { State } from '@/app/(desk)/history/state'
import { type DataColumn, DataTable } from '@/components/ui/data/data-table'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import { StackedTime } from '@/components/ui/text/time'
import type { OrderView } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'

interface Props {
  orders: readonly OrderView[]
  label: string
  /** What all of them are; left out where orders and products are mixed. */
  record?: Sheet['recordType']
}

/** Orders that were registered or were to be registered. Sorting applies to the orders on the page. */
export function OrderTable({ orders, label, record = 'order' }: Props) {
  const t = useTranslations('history')
  const states = useTranslations('history.states')
  return (
    <DataTable
      id="found-orders"
      label={label}
      className="min-w-210 max-[900px]:min-w-182"
      stacksBelow={720}
      canHideColumns
      rows={orders}
      rowKey={order => order.id}
      columns={[
        {
          id: 'number',
          heading: t('columns.number', { record }),
          width: 'w-40 max-[1100px]:w-32 max-[900px]:w-30',
          className: 'truncate',
          isRowHeader: true,
          sortBy: order => order.number,
          cell: order => (
            <Link
              href={`/history/orders/${order.id}`}
              prefetch={false}
              title={order.number}
              className="text-accent hover:underline"
            >
              <MiddleCut text={order.number} />
            </Link>
          ),
        },
        // A product has neither an id of the service nor a recipient.
        ...(record === 'product'
          ? []
          : ([
              {
                id: 'orderId',
                heading: t('columns.orderId'),
                width: 'w-36 max-[1100px]:w-28',
                className: 'truncate',
                title: order => order.orderId ?? undefined,
                sortBy: order => order.orderId,
                cell: order => order.orderId !== null && <MiddleCut text={order.orderId} />,
              },
              {
                id: 'recipient',
                heading: t('columns.recipient'),
                className: 'truncate',
                sortBy: order => (order.erasedAt === null ? order.recipient : undefined),
                cell: order =>
                  order.erasedAt === null ? (
                    <bdi>{order.recipient}</bdi>
                  ) : (
                    <span className="text-ink-3">{t('order.erasedField')}</span>
                  ),
              },
            ] satisfies DataColumn<OrderView>[])),
        {
          id: 'state',
          heading: t('columns.state'),
          width: 'w-26 max-[1100px]:w-24 max-[900px]:w-22',
          sortBy: order => states(order.state),
          cell: order => <State state={order.state} />,
        },
        {
          id: 'where',
          heading: t('columns.connection'),
          width: 'w-50 max-[1100px]:w-40 max-[900px]:w-29',
          sortBy: order => order.connection,
          cell: order => <RequestTarget of={order} />,
        },
        {
          id: 'when',
          heading: t('columns.when'),
          width: 'w-32 max-[900px]:w-28',
          sortsDescendingFirst: true,
          sortBy: order => order.updatedAt,
          cell: order => <StackedTime at={order.updatedAt} kind="second" />,
        },
        {
          id: 'draft',
          heading: t('columns.draft'),
          className: 'truncate',
          sortBy: order => order.draftName,
          cell: order => <DraftLink of={order} />,
        },
      ]}
    />
  )
}
