import type { OrderState, Trigger } from '@/lib/ledger/rules/transitions'

// The state that the model check (model.ts) explores.

/** The reply to one request, as its sender sees it. */
export type Reply = 'registered' | 'lost' | 'bad_gateway' | 'refused' | 'rejected' | 'not_connected'

/** How a design departs from the chosen one. */
export interface Design {
  /** The database may lose acknowledged commits that it has not flushed yet. */
  readonly volatile?: boolean
  /** A synced journal beside the database records each attempt before it is sent. */
  readonly journal?: boolean
  readonly markAfterSend?: boolean
  readonly reaperRequeues?: boolean
  readonly clientRetries?: boolean
  readonly noCompareAndSet?: boolean
  /** People resolve an unknown order before the hard deadline of its request. */
  readonly noQuarantine?: boolean
  /** They resolve it later, by what they saw before the deadline. */
  readonly oldLook?: boolean
  /** A resolution is applied although another person resolved the order meanwhile. */
  readonly blindResolution?: boolean
  /** A resolution of one request is applied to a later one. */
  readonly anyRequest?: boolean
  /**
   * A response is stored (T4) and judged (T5) in separate steps, and a rejected order may be sent again, as in halving;
   * with fewer requests, because there would be too many worlds.
   */
  readonly isApart?: boolean
  /** The reaper queues an order again although its stored response is not judged yet. */
  readonly requeuesKept?: boolean
  /** A stored response is judged although the order was sent again since. */
  readonly judgesStale?: boolean
  /**
   * Unconfirmed requests are sent again with their idempotency key: to a service that honours keys, to one that says so
   * and does not (`liar`), or to such a service after a test that it fails (`tested-liar`).
   */
  readonly replays?: 'honoured' | 'liar' | 'tested-liar'
  /** A repetition that could not be sent queues the order again, as a first request would. */
  readonly requeuesReplay?: boolean
  /** What was seen before a repetition is applied after it. */
  readonly sightOutlivesReplay?: boolean
  /** Misjudges a reply. */
  readonly judge?: Partial<Record<Reply, Trigger>>
}

/** How far a process is with a request. */
type Step = 'idle' | 'claimed' | 'marked' | 'ready' | 'sent' | 'responded' | 'kept'

/** One of the two server processes. */
export interface Process {
  readonly step: Step
  readonly attempt: number
  readonly reply?: Reply
}

/** One state of the model: the order in the database, the processes, the network, the service, a person. */
export interface World {
  readonly state: OrderState
  readonly attempts: number
  readonly flushed: readonly [OrderState, number]
  readonly journal: number
  readonly processes: readonly [Process, Process]
  /** The latest reply, stored (T4) and not judged yet (T5). */
  readonly kept?: { readonly attempt: number; readonly reply: Reply }
  /** Copies of the request under way. */
  readonly wire: number
  /** Registrations at the service. */
  readonly registered: number
  /** The repetition under way, and its reply. */
  readonly replay?: { readonly attempt: number; readonly reply?: Reply }
  /** Copies of repetitions under way, and how often the request was repeated. */
  readonly replayWire?: number
  readonly replays?: number
  /** The request that the service rejected when it was repeated. */
  readonly rejected?: number
  /** What a person saw of a request on the service's console, and is about to resolve. */
  readonly seen?: { readonly sight: Trigger; readonly attempt: number; readonly replays: number }
}

/** A possible next step. */
export type Move = readonly [label: string, next: World]

/** Maximum number of requests of one order: more show nothing new. */
export const mostAttempts = ({ isApart, replays }: Design): number => (isApart || replays ? 2 : 3)
