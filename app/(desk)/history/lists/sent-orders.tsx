import Link from 'next/link'
import type { ReactNode } from 'react'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { Table, type TableRow } from './table'

const t = getTranslations('history')
const where = getTranslations('intake.roundTrip.where')

/** An order as a run or a request sent it. */
interface SentOrder {
  readonly position: number
  readonly number: string
  /** Of its page; null: it has none. */
  readonly id: string | null
  readonly fileRows: string
  readonly state: { readonly shown: ReactNode; readonly sortBy: string | null }
  /** The id that the service gave to it. */
  readonly orderId: string | null
}

interface Props {
  /** Identifies the table, and its hidden columns in this browser. */
  id: string
  label: string
  record: Sheet['recordType']
  columns: { readonly position: string; readonly state: { readonly id: string; readonly heading: string } }
  isSortable: boolean
  orders: readonly SentOrder[]
}

/** Sent orders by their positions, with their rows in the original file and what became of each. */
export function SentOrders({ id, label, record, columns: { position, state }, isSortable, orders }: Props) {
  const orderId = {
    id: 'orderId',
    heading: t('columns.orderId'),
    width: 'w-56',
    className: 'truncate',
    isSortable,
  }
  return (
    <Table
      id={id}
      label={label}
      minWidth="min-w-130"
      columns={[
        { id: 'position', heading: position, width: 'w-22', className: 'text-ink-3', isSortable },
        {
          id: 'number',
          heading: t('columns.number', { record }),
          className: 'truncate',
          isRowHeader: true,
          isSortable,
        },
        {
          id: 'fileRow',
          heading: where('heading'),
          width: 'w-28',
          className: 'truncate text-ink-3',
          isSortable,
        },
        { ...state, width: 'w-40', isSortable },
        // The service gives no id to a product.
        ...(record === 'product' ? [] : [orderId]),
      ]}
      rows={orders.map(order => rowOf(order, state.id))}
    />
  )
}

function rowOf({ id, position, number, fileRows: fileRow, state, orderId }: SentOrder, stateColumn: string) {
  const name = <MiddleCut text={number} />
  const link = id !== null && (
    <Link href={`/history/orders/${id}`} prefetch={false} className="text-accent hover:underline">
      {name}
    </Link>
  )
  return {
    key: String(position),
    values: { position, number, fileRow, [stateColumn]: state.sortBy, orderId },
    cells: { position, number: link || name, fileRow, [stateColumn]: state.shown, orderId },
  } satisfies TableRow
}
