import Link from 'next/link'
import { Table } from '@/app/(desk)/history/lists/table'
import { Time } from '@/components/ui/text/time'
import { eventReasonSentence } from '@/lib/desk/history/sentences'
import type { OrderEvent } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { Messages } from '@/lib/words/messages'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history')

interface Props {
  events: readonly OrderEvent[]
  label: string
  /** What the steps are of. */
  record: Sheet['recordType']
}

/** Every step of an order, oldest first, with its time, reason, operator and the request that proves it. */
export function Timeline({ events, label, record }: Props) {
  return (
    <Table
      id="order-steps"
      label={label}
      minWidth="min-w-160"
      columns={[
        { id: 'when', heading: t('order.when'), width: 'w-50' },
        { id: 'what', heading: t('order.what'), className: 'py-1' },
        { id: 'who', heading: t('order.who'), width: 'w-40', className: 'truncate text-ink-2' },
        { id: 'evidence', heading: t('order.evidence'), width: 'w-32' },
      ]}
      rows={events.map(event => ({
        key: String(event.seq),
        cells: {
          when: <Time at={event.at} kind="second" />,
          what: (
            <>
              {stepOf(event, record)}
              {[reasonOf(event, record), event.note].filter(Boolean).map(sentence => (
                <span key={sentence} className="block text-ink-2 text-xs">
                  <bdi>{sentence}</bdi>
                </span>
              ))}
            </>
          ),
          who: whoOf(event),
          evidence: event.attemptId !== null && (
            <Link
              href={`/history/requests/${event.attemptId}`}
              prefetch={false}
              className="text-accent hover:underline"
            >
              {t('order.openRequest')}
            </Link>
          ),
        },
      }))}
    />
  )
}

type TimelineStep = Exclude<keyof Messages['history']['life'], 'other'>

/** Events that change no state: a cancellation by the shop and what a person decided about it, or an erasure. */
const isSameState = ({ from, to }: OrderEvent) => from === to

function stepOf(event: OrderEvent, record: Sheet['recordType']): string {
  const { from, to } = event
  if (isSameState(event)) {
    if (event.reason === 'personal data erased') return t('life.erased')
    const step = `life.${event.reason as TimelineStep}` as const
    return t.has(step) ? t(step, { record }) : t('life.other', { from, to })
  }
  if (to === 'QUEUED' && from !== 'VALIDATED') return t('life.back')
  const step = `life.${to as TimelineStep}` as const
  return t.has(step) ? t(step, { record }) : t('life.other', { from, to })
}

const reasonOf = (event: OrderEvent, record: Sheet['recordType']) =>
  isSameState(event) ? undefined : eventReasonSentence(event.reason, record)

function whoOf({ actor, by }: OrderEvent): string {
  if (by !== null) return by
  return t(actor === 'retention' ? 'order.retention' : 'order.lading')
}
