'use client'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { useToast } from '@/components/ui/feedback/toast'
import { ExternalText } from '@/components/ui/text/external-text'
import { StackedTime, useTimeText } from '@/components/ui/text/time'
import { eventWords } from '@/lib/desk-api/notifications/events'
import type { DeliveryView } from '@/lib/desk-api/notifications/subscriptions'
import { isolated } from '@/lib/words/sentences/isolated'
import { refreshLog, sendAgain } from './actions'

/** The deliveries of the last thirty days, the newest first. */
export function DeliveryLog({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const t = useTranslations('notifications')
  const time = useTimeText()
  const { announce } = useToast()
  const [isBusy, start] = useAction()
  const again = ({ id }: DeliveryView) =>
    start(async () => {
      const outcome = await sendAgain({ id })
      announce(outcome.ok ? t('log.queued') : outcome.problem.message)
    })
  const refresh = () =>
    start(async () => {
      const outcome = await refreshLog({})
      if (!outcome.ok) announce(outcome.problem.message)
    })
  const stateText = ({ state, attempts }: DeliveryView) =>
    t(`log.states.${state === 'waiting' && attempts > 0 ? 'retrying' : state}`)
  return (
    <section aria-labelledby="deliveries">
      <div className="flex min-h-12 items-center gap-2.5 px-3.5 py-2">
        <h2 id="deliveries" className="font-semibold text-base">
          {t('log.title')}
        </h2>
        <Button
          variant="quiet"
          size="small"
          className="ml-auto"
          disabled={isBusy}
          focusableWhenDisabled
          onClick={refresh}
        >
          {t('log.refresh')}
        </Button>
      </div>
      {deliveries.length === 0 ? (
        <p className="border-line-soft border-t p-3.5 text-ink-2">{t('log.none')}</p>
      ) : (
        <DataTable
          id="deliveries"
          label={t('log.title')}
          className="border-line-soft border-t"
          stacksBelow={840}
          canHideColumns
          rows={deliveries}
          rowKey={({ id }) => id}
          initialSorting={{ column: 'created', isDescending: true }}
          columns={[
            {
              id: 'created',
              heading: t('log.columns.created'),
              width: 'w-32',
              className: 'text-ink-2',
              sortsDescendingFirst: true,
              sortBy: row => row.createdAt,
              cell: row => <StackedTime at={row.createdAt} kind="second" />,
            },
            {
              id: 'event',
              heading: t('log.columns.event'),
              width: 'w-36',
              className: 'truncate',
              isRowHeader: true,
              sortBy: row => t(`events.${eventWords[row.kind]}`),
              cell: row => t(`events.${eventWords[row.kind]}`),
            },
            {
              id: 'to',
              heading: t('log.columns.to'),
              className: 'truncate',
              title: row => row.to ?? undefined,
              sortBy: row => row.to,
              cell: row => (
                <>
                  {row.to === null ? t('log.deleted') : <bdi>{row.to}</bdi>}
                  <span className="block text-ink-3 text-xs">{t(`log.channel.${row.channel}`)}</span>
                </>
              ),
            },
            {
              id: 'status',
              heading: t('log.columns.status'),
              width: 'w-36',
              className: 'truncate',
              sortBy: stateText,
              cell: row => (
                <>
                  <span className={row.state === 'failed' ? 'text-fail' : undefined}>{stateText(row)}</span>
                  {row.nextAt !== undefined && (
                    <span className="block truncate text-ink-3 text-xs">
                      {t('log.next', { time: time(row.nextAt, 'clock') })}
                    </span>
                  )}
                </>
              ),
            },
            {
              id: 'attempts',
              heading: t('log.columns.attempts'),
              width: 'w-18',
              className: 'tabular-nums',
              sortsDescendingFirst: true,
              sortBy: row => row.attempts,
              cell: row => row.attempts,
            },
            {
              id: 'response',
              heading: t('log.columns.response'),
              width: 'w-40',
              className: 'truncate',
              title: row => [row.problem, row.excerpt].filter(Boolean).join('\n'),
              cell: row => (
                <>
                  {row.problem ?? (row.status !== null && `HTTP ${row.status}`)}
                  {row.excerpt !== null && (
                    <ExternalText text={row.excerpt} className="block truncate text-ink-3 text-xs" />
                  )}
                </>
              ),
            },
            {
              id: 'acts',
              heading: '',
              width: 'w-28',
              className: 'text-right whitespace-nowrap',
              cell: row => (
                <Button
                  variant="quiet"
                  size="small"
                  disabled={isBusy}
                  focusableWhenDisabled
                  aria-label={t('log.againWhat', {
                    event: t(`events.${eventWords[row.kind]}`),
                    to: isolated(row.to ?? t('log.deleted')),
                  })}
                  onClick={() => again(row)}
                >
                  {t('log.again')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
