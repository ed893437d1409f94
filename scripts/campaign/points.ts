import { type Failpoint, failpoints } from '@/lib/ledger/runner-ports'
import type { WayPoint } from './fault-proxy'

/** Where a process of the desk dies: at a place in its code, at a place of its request's way, or just so. */
export type Point =
  | { readonly kind: 'code'; readonly at: Failpoint }
  | { readonly kind: 'way'; readonly at: WayPoint }
  | { readonly kind: 'random'; readonly at: 'any moment' }
  | { readonly kind: 'zombie'; readonly at: 'stopped, woken, killed' }

/** Where something around the desk dies. */
export type OtherPoint =
  | 'service before it writes'
  | 'service after it wrote'
  | 'service at any moment'
  | 'database'

const ways: readonly WayPoint[] = ['body_partly_sent', 'sent_no_answer', 'answer_partly_read']

/** Every place once, and any moment a few times. */
export function killPoints(desks: number, isBuilt: boolean): Point[] {
  const random = Array.from({ length: 6 }, () => ({ kind: 'random', at: 'any moment' }) as const)
  return [
    // Nobody presses a button of a built server here: it takes up what was pressed elsewhere.
    ...failpoints
      .filter(at => !(isBuilt && at.endsWith('enqueue')))
      .map(at => ({ kind: 'code', at }) as const),
    ...ways.map(at => ({ kind: 'way', at }) as const),
    ...random,
    ...(desks > 1 ? [{ kind: 'zombie', at: 'stopped, woken, killed' } as const] : []),
  ]
}
