'use client'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import type { LedgerOrderState, RunOrderTable } from '@/lib/store/ledger-tables'

/** Where an order of a run stands. */
export type AnyState = LedgerOrderState | RunOrderTable['state']

/** Inks of states, the most pressing first; it is also the order in which they are counted. */
export const inks = {
  UNKNOWN: 'rounded bg-warn-bg px-1.5 font-semibold text-warn',
  REJECTED: 'font-medium text-fail',
  failed: 'font-medium text-fail',
  SENDING: 'text-accent',
  PREPARED: 'text-ink-2',
  QUEUED: 'text-ink-2',
  waiting: 'text-ink-2',
  passed: 'text-ok',
  REGISTERED: 'text-ok',
  ABSENT: 'text-ink-2',
  ABANDONED: 'text-ink-2',
  CANCELLED: 'text-ink-3',
  RELEASED: 'text-ink-3',
} as const satisfies Record<AnyState, string>

/** All states, the most pressing first. */
export const allStates = Object.keys(inks) as AnyState[]

/** A state by its word; colour says nothing that the word does not. */
export function State({ state }: { state: AnyState }) {
  const say = useTranslations('history.states')
  return <span className={classes('whitespace-nowrap', inks[state])}>{say(state)}</span>
}

/** How many orders stand where. */
export function Counts({ counts }: { counts: Partial<Record<AnyState, number>> }) {
  const say = useTranslations('history.counts')
  return (
    <span className="flex flex-wrap gap-x-2.5">
      {allStates.map(state => {
        const count = counts[state] ?? 0
        return (
          count > 0 && (
            <span key={state} className={classes('whitespace-nowrap', inks[state])}>
              {say(state, { count })}
            </span>
          )
        )
      })}
    </span>
  )
}
