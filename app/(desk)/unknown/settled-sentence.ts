import 'server-only'
import type { Settled, Unsettled } from '@/lib/ledger/resolve'
import { words } from '@/lib/words/server'

const say = words('unknown')
const states = words('history.states')

/** What became of wishes, in a sentence or two. */
export function settledSentence({ counts, unsettled }: Settled): string {
  const parts = (['found', 'absent', 'abandon'] as const).map(
    resolution => counts[resolution] > 0 && say(`settled.${resolution}`, { count: counts[resolution] }),
  )
  const left = unsettled.length > 0 && say('settled.left', { count: unsettled.length })
  return [...parts, left].filter(Boolean).join(' ')
}

/** Why an order was not settled, and what to do. */
export function unsettledSentence({ number, why, state, detail = '' }: Unsettled): string {
  const time = detail.slice(11, 16)
  return say(`unsettled.${why}`, { number, state: state ? states(state) : '', detail, time })
}
