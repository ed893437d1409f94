import { type Failpoint, failpoints } from '@/lib/ledger/runner/ports'
import type { WayPoint } from './fault-proxy'

/** Where a process of the desk is killed: at a point of its code, at a point of its request, or at any moment. */
export type KillPoint =
  | { readonly kind: 'code'; readonly at: Failpoint }
  | { readonly kind: 'way'; readonly at: WayPoint }
  | { readonly kind: 'random'; readonly at: 'any moment' }
  | { readonly kind: 'zombie'; readonly at: 'stopped, woken, killed' }

/** Where a part of the environment of the desk is killed. */
export type EnvironmentKillPoint =
  | 'service before it writes'
  | 'service after it wrote'
  | 'service at any moment'
  | 'database'

const ways: readonly WayPoint[] = ['body_partly_sent', 'sent_no_answer', 'answer_partly_read']

/**
 * Points before the orders of a press are queued. A campaign queues orders without drafts, so it never comes there;
 * lib/ledger/runner/scenarios/crash-points.test.ts kills at them.
 */
const BEFORE_QUEUING: ReadonlySet<Failpoint> = new Set(['request_recorded', 'request_claimed', 'frozen'])

/** Each point once, and any moment a few times. */
export function killPoints(desks: number, isBuilt: boolean): KillPoint[] {
  const random = Array.from({ length: 6 }, () => ({ kind: 'random', at: 'any moment' }) as const)
  return [
    // Nobody presses a button of a built server here: it takes up what was pressed elsewhere.
    ...failpoints
      .filter(at => !BEFORE_QUEUING.has(at) && !(isBuilt && at.endsWith('enqueue')))
      .map(at => ({ kind: 'code', at }) as const),
    ...ways.map(at => ({ kind: 'way', at }) as const),
    ...random,
    ...(desks > 1 ? [{ kind: 'zombie', at: 'stopped, woken, killed' } as const] : []),
  ]
}
