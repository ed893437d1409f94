'use client'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/ui/data/data-table'
import { Count } from '@/components/ui/text/count'
import type { PackedOrder, PickedItem } from '@/lib/sheet/orders/packing-list'

const breakAvoided = 'break-inside-avoid'

/** Items with their quantities in all listed orders. */
export function PackedItems({ items }: { items: readonly PickedItem[] }) {
  const t = useTranslations('packing')
  return (
    <DataTable
      id="packed-items"
      label={t('items')}
      isDense
      rows={items}
      rowKey={({ code, name }) => JSON.stringify([code, name])}
      rowClassName={() => breakAvoided}
      columns={[
        {
          id: 'code',
          heading: t('columns.code'),
          width: 'w-48',
          className: 'wrap-anywhere',
          cell: ({ code }) => code,
        },
        {
          id: 'name',
          heading: t('columns.item'),
          className: 'wrap-anywhere',
          isRowHeader: true,
          cell: ({ name }) => name,
        },
        {
          id: 'quantity',
          heading: t('columns.quantity'),
          width: 'w-32',
          className: 'font-medium wrap-anywhere',
          cell: ({ quantity }) => (quantity === undefined ? t('unreadable') : <Count of={quantity} />),
        },
      ]}
    />
  )
}

interface ListedOrder extends PackedOrder {
  readonly orderId: string | undefined
}

/** Orders with what to pack for each. */
export function PackedOrders({ orders }: { orders: readonly ListedOrder[] }) {
  const t = useTranslations('packing')
  return (
    <DataTable
      id="packed-orders"
      label={t('orders')}
      isDense
      rows={orders.map((order, at) => ({
        ...order,
        at,
        items: order.items.map((item, place) => ({ ...item, place })),
      }))}
      rowKey={({ at }) => String(at)}
      rowClassName={() => breakAvoided}
      columns={[
        {
          id: 'number',
          heading: t('columns.number'),
          width: 'w-60 print:w-44',
          className: 'align-top py-2 break-all',
          isRowHeader: true,
          cell: ({ number }) => number || '—',
        },
        {
          id: 'orderId',
          heading: t('columns.orderId'),
          width: 'w-28 print:w-25',
          className: 'align-top py-2 break-all',
          cell: ({ orderId }) => orderId,
        },
        {
          id: 'recipient',
          heading: t('columns.recipient'),
          width: 'w-34',
          className: 'align-top py-2 wrap-anywhere',
          cell: ({ recipient }) => recipient,
        },
        {
          id: 'items',
          heading: t('columns.items'),
          className: 'align-top py-2',
          cell: ({ items }) => (
            <ul>
              {items.map(({ place, code, name, quantity }) => (
                <li key={place} className="flex gap-2">
                  <b className="min-w-7 max-w-32 shrink-0 text-right font-medium wrap-anywhere">
                    {quantity || '—'}
                  </b>
                  <span aria-hidden>×</span>
                  <span className="min-w-0 wrap-anywhere">
                    {name} <span className="inline-block max-w-full text-ink-3">{code}</span>
                  </span>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}
