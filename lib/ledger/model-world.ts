import type { OrderState, Trigger } from './transitions'

// What the model check (model.ts) explores.

/** What came back of one request, as the process that sent it sees it. */
export type Reply = 'registered' | 'lost' | 'bad_gateway' | 'refused' | 'rejected' | 'not_connected'

/** How a design departs from the chosen one. */
export interface Design {
  /** The database may lose what it acknowledged and did not flush yet. */
  readonly volatile?: boolean
  /** A synced file beside the database remembers each attempt before it is sent. */
  readonly journal?: boolean
  readonly markAfterSend?: boolean
  readonly reaperRequeues?: boolean
  readonly clientRetries?: boolean
  readonly noCompareAndSet?: boolean
  /** People settle what is unknown before the hard deadline of its request. */
  readonly noQuarantine?: boolean
  /** They settle it later, by what they saw before the deadline. */
  readonly oldLook?: boolean
  /** What a person says is written whatever another one settled meanwhile. */
  readonly blindResolution?: boolean
  /** What they saw of one request is taken for a later one. */
  readonly anyRequest?: boolean
  /**
   * An answer is stored (T4) and judged (T5) in steps of their own, and a refused order may go again, as in the half of
   * a request; with fewer requests, else there are too many worlds.
   */
  readonly isApart?: boolean
  /** The reaper queues again what has an answer that nobody judged. */
  readonly requeuesKept?: boolean
  /** A stored answer is judged without looking whether the order went out again since. */
  readonly judgesStale?: boolean
  /** Misjudges a reply. */
  readonly judge?: Partial<Record<Reply, Trigger>>
}

/** How far a process is with a request. */
export type Step = 'idle' | 'claimed' | 'marked' | 'ready' | 'sent' | 'answered' | 'kept'

/** One of the two server processes. */
export interface Process {
  readonly step: Step
  readonly attempt: number
  readonly reply?: Reply
}

/** All there is: the order as the database has it, the processes, the network, the service, a person. */
export interface World {
  readonly state: OrderState
  readonly attempts: number
  readonly flushed: readonly [OrderState, number]
  readonly journal: number
  readonly processes: readonly [Process, Process]
  /** What came back of the latest request that was answered, stored (T4) and not judged yet (T5). */
  readonly kept?: { readonly attempt: number; readonly reply: Reply }
  /** Copies of the request under way. */
  readonly wire: number
  /** Registrations at the service. */
  readonly registered: number
  /** What a person read off the service's console about a request, and is about to say. */
  readonly seen?: { readonly sight: Trigger; readonly attempt: number }
}

/** A step that the world may take next. */
export type Move = readonly [label: string, next: World]

/** Requests of one order, at most: more of them show nothing new. */
export const mostAttempts = ({ isApart }: Design): number => (isApart ? 2 : 3)
