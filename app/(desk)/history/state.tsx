'use client'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import type { AnyOrderState } from '@/lib/desk-api/runs/history'
import { allStates, inks } from './states'

/** A state by its name; the colour adds no information. */
export function State({ state }: { state: AnyOrderState }) {
  const t = useTranslations('history.states')
  return <span className={classes('whitespace-nowrap', inks[state])}>{t(state)}</span>
}

/** The number of orders in each state. */
export function Counts({ counts }: { counts: Partial<Record<AnyOrderState, number>> }) {
  const t = useTranslations('history.counts')
  return (
    <span className="flex flex-wrap gap-x-2.5">
      {allStates.map(state => {
        const count = counts[state] ?? 0
        return (
          count > 0 && (
            <span key={state} className={classes('whitespace-nowrap', inks[state])}>
              {t(state, { count })}
            </span>
          )
        )
      })}
    </span>
  )
}
