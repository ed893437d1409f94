import Link from 'next/link'
import type { ReactNode } from 'react'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Table, type TableColumn } from '@/app/(desk)/history/lists/table'
import { CopyableId } from '@/app/(desk)/history/orders/[id]/copyable-id'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { Section } from '@/app/(desk)/history/section'
import { State } from '@/app/(desk)/history/state'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import { Time } from '@/components/ui/text/time'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { cancelledOrders } from '@/lib/desk/shop-cancellations'
import type { CancellationView } from '@/lib/desk-api/runs/shop-cancellations'
import { getTranslations } from '@/lib/words/server'
import { ResolveButton } from './resolve'

const t = getTranslations('cancelled')

export const generateMetadata = () => ({ title: t('title') })

/** Orders that the shop cancelled after they were queued or sent here: what is to do, and what was done. */
export default async function Page() {
  const { role } = await requireOperator()
  const { sent, held, resolved } = await cancelledOrders()
  const mayResolve = isAtLeast(role, 'registrar')
  const act = (order: CancellationView, kind: 'sent' | 'held') => {
    if (order.isUnderWay) return t('sending')
    return mayResolve && <ResolveButton order={order} isSent={kind === 'sent'} />
  }
  return (
    <Words areas={['cancelled', 'dataTable', 'history']}>
      <PageBar title={t('title')} aside={t('lead', { count: sent.length })} />
      {sent.length === 0 && <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>}
      {sent.length > 0 && (
        <Section id="sent" title={t('sent')} aside={<Hint>{t('sentHint')}</Hint>}>
          <Table
            id="cancelled-sent"
            label={t('sent')}
            stacksBelow={1200}
            columns={columnsOf([
              'number',
              'orderId',
              'state',
              'act',
              'where',
              'draft',
              'file',
              'found',
              'by',
            ])}
            rows={sent.map(order => ({
              key: order.id,
              cells: { ...cellsOf(order), act: act(order, 'sent') },
            }))}
          />
        </Section>
      )}
      {held.length > 0 && (
        <Section id="held" title={t('held')} aside={<Hint>{t('heldHint')}</Hint>}>
          <Table
            id="cancelled-held"
            label={t('held')}
            stacksBelow={1200}
            columns={columnsOf(['number', 'state', 'act', 'where', 'draft', 'file', 'found', 'by'])}
            rows={held.map(order => ({
              key: order.id,
              cells: { ...cellsOf(order), act: act(order, 'held') },
            }))}
          />
        </Section>
      )}
      {resolved.length > 0 && (
        <Section id="resolved" title={t('resolved')}>
          <Table
            id="cancelled-resolved"
            label={t('resolved')}
            stacksBelow={1200}
            columns={columnsOf(['number', 'orderId', 'result', 'where', 'draft', 'file', 'when', 'by'])}
            rows={resolved.map(order => ({
              key: order.id,
              cells: {
                ...cellsOf(order),
                result: order.resolution && t(`results.${order.resolution}`),
                when: order.resolvedAt && <Time at={order.resolvedAt} kind="minute" />,
                by: order.resolvedBy,
              },
            }))}
          />
        </Section>
      )}
    </Words>
  )
}

const Hint = ({ children }: { children: ReactNode }) => <p className="text-ink-2 text-xs">{children}</p>

type ColumnId =
  | 'number'
  | 'orderId'
  | 'state'
  | 'where'
  | 'draft'
  | 'file'
  | 'found'
  | 'by'
  | 'result'
  | 'when'
  | 'act'

// What is to be done comes before what a small screen has to scroll to.
const columns: Readonly<Record<ColumnId, Omit<TableColumn, 'id' | 'heading'>>> = {
  number: { width: 'w-34', className: 'truncate', isRowHeader: true },
  orderId: { width: 'w-44', className: 'truncate' },
  state: { width: 'w-24' },
  where: { width: 'w-48' },
  draft: { className: 'truncate' },
  file: { width: 'w-32', className: 'truncate' },
  found: { width: 'w-42' },
  by: { width: 'w-20', className: 'truncate text-ink-2' },
  result: { width: 'w-52', className: 'truncate' },
  when: { width: 'w-42' },
  act: { width: 'w-38' },
}

const columnsOf = (ids: readonly ColumnId[]): TableColumn[] =>
  ids.map(id => ({ id, heading: t(`columns.${id}`), ...columns[id] }))

const cellsOf = (order: CancellationView): Readonly<Record<string, ReactNode>> => ({
  number: (
    <Link
      href={`/history/orders/${order.ledgerOrderId}`}
      prefetch={false}
      title={order.number}
      className="text-accent hover:underline"
    >
      <MiddleCut text={order.number} />
    </Link>
  ),
  orderId: order.orderId !== null && <CopyableId text={order.orderId} />,
  state: <State state={order.state} />,
  where: <RequestTarget of={order} />,
  draft: <DraftLink of={order} />,
  file: <bdi title={order.file}>{order.file}</bdi>,
  found: <Time at={order.foundAt} kind="minute" />,
  by: order.foundBy,
})
