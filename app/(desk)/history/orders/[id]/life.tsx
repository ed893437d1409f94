import Link from 'next/link'
import { cellClasses as cell } from '@/app/(desk)/drafts/cell-classes'
import { reasonSentence } from '@/app/(desk)/history/outcome'
import { Table } from '@/app/(desk)/history/table'
import { When } from '@/app/(desk)/history/times'
import { classes } from '@/components/ui/classes'
import type { LifeEvent } from '@/lib/store/history-orders'
import en from '@/lib/words/en.json'
import { words } from '@/lib/words/server'

const say = words('history')

/** Every step of an order, oldest first: when, what and why, by whom, and the request that proves it. */
export function Life({ events, label }: { events: readonly LifeEvent[]; label: string }) {
  return (
    <Table
      label={label}
      minWidth="min-w-160"
      columns={[
        { id: 'when', heading: say('order.when'), width: 'w-50' },
        { id: 'what', heading: say('order.what') },
        { id: 'who', heading: say('order.who'), width: 'w-40' },
        { id: 'evidence', heading: say('order.evidence'), width: 'w-32' },
      ]}
    >
      {events.map(event => (
        <tr key={event.seq} className="*:h-9 hover:bg-panel">
          <td className={cell}>
            <When at={event.at} isOneLine />
          </td>
          <td className={classes(cell, 'py-1')}>
            {stepOf(event)}
            {[reasonOf(event), event.note].filter(Boolean).map(sentence => (
              <span key={sentence} className="block text-ink-2 text-xs">
                <bdi>{sentence}</bdi>
              </span>
            ))}
          </td>
          <td className={classes(cell, 'truncate text-ink-2')}>{whoOf(event)}</td>
          <td className={cell}>
            {event.attempt_id !== null && (
              <Link
                href={`/history/requests/${event.attempt_id}`}
                prefetch={false}
                className="text-accent hover:underline"
              >
                {say('order.openRequest')}
              </Link>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

const isErasure = ({ from_state, to_state }: LifeEvent) => from_state === to_state

function stepOf(event: LifeEvent): string {
  const { from_state: from, to_state: to } = event
  if (isErasure(event)) return say('life.erased')
  if (to === 'QUEUED' && from !== 'VALIDATED') return say('life.back')
  const steps = en.history.life
  return Object.hasOwn(steps, to)
    ? say(`life.${to as Exclude<keyof typeof steps, 'other'>}`)
    : say('life.other', { from, to })
}

const reasonOf = (event: LifeEvent) => (isErasure(event) ? undefined : reasonSentence(event.reason))

function whoOf({ actor, by }: LifeEvent): string {
  if (by !== null) return by
  return say(actor === 'retention' ? 'order.retention' : 'order.lading')
}
