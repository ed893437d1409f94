import type { AnyOrderState } from '@/lib/desk-api/runs/history'

/** Text colours of states. The order, most urgent first, is also the order of counts. */
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
} as const satisfies Record<AnyOrderState, string>

/** All states, the most urgent first. */
export const allStates = Object.keys(inks) as AnyOrderState[]
