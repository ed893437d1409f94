import { type Failpoint, failpoints } from '@/lib/ledger/runner/ports'
import type { WayPoint } from './fault-proxy'

/** The point at which a process of the desk is killed: a point of its code, a point of its request, or any moment. */
export type KillPoint =
  | { readonly kind: 'code'; readonly at: Failpoint }
  | { readonly kind: 'way'; readonly at: WayPoint }
  | { readonly kind: 'random'; readonly at: 'any moment' }
  | { readonly kind: 'zombie'; readonly at: 'stopped, woken, killed' }

/** The point at which a part of the desk's environment is killed. */
export type EnvironmentKillPoint =
  | 'service before it writes'
  | 'service after it wrote'
  | 'service at any moment'
  | 'database'

const ways: readonly WayPoint[] = ['body_partly_sent', 'sent_no_response', 'response_partly_read']

/**
 * Points before the orders of a run request are queued. A campaign queues orders without drafts, so it never reaches
 * them; lib/ledger/runner/scenarios/crash-points.test.ts kills at them.
 */
const BEFORE_QUEUING: ReadonlySet<Failpoint> = new Set(['request_recorded', 'request_claimed', 'frozen'])

/** Each point once, and any moment a few times. */
export function killPoints(desks: number, isBuilt: boolean): KillPoint[] {
  const random = Array.from({ length: 6 }, () => ({ kind: 'random', at: 'any moment' }) as const)
  return [
    // No button of a built server is pressed here: it continues runs that other processes started.
    ...failpoints
      .filter(at => !BEFORE_QUEUING.has(at) && !(isBuilt && at.endsWith('enqueue')))
      .map(at => ({ kind: 'code', at }) as const),
    ...ways.map(at => ({ kind: 'way', at }) as const),
    ...random,
    ...(desks > 1 ? [{ kind: 'zombie', at: 'stopped, woken, killed' } as const] : []),
  ]
}
