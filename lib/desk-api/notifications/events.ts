/** Events that people and programs can be notified of. */
export const eventKinds = [
  'run.finished',
  'run.stopped',
  'orders.unconfirmed',
  'credentials.expiring',
] as const
export type EventKind = (typeof eventKinds)[number]

/** The word of each kind of event below `notifications.events` in lib/words. */
export const eventWords = {
  'run.finished': 'finished',
  'run.stopped': 'stopped',
  'orders.unconfirmed': 'unconfirmed',
  'credentials.expiring': 'credentials',
  test: 'test',
} as const satisfies Record<EventKind | 'test', string>

/** A run in the body of a webhook. Counts are orders or products. */
export interface RunData {
  readonly runId: string
  readonly runKind: 'check' | 'register'
  readonly draftId: string
  readonly draftName: string
  /** `orders/japan`, … */
  readonly sheet: string
  /** The name of the connection; null: deleted. */
  readonly connection: string | null
  readonly environment: 'test' | 'production' | null
  readonly counts: {
    readonly total: number
    readonly passed: number
    readonly failed: number
    readonly registered: number
    readonly rejected: number
    readonly unconfirmed: number
    readonly left: number
  }
  /** The code of why it stopped; set only for `run.stopped`. */
  readonly reason?: string
  /** The page of Lading about it. */
  readonly url: string
}

/** A credential in the body of a webhook. */
export interface CredentialData {
  readonly connectionId: string
  readonly connection: string
  readonly credential: 'accessToken' | 'secretKey'
  /** ISO 8601. */
  readonly expiresAt: string
  readonly url: string
}

/** The body of a webhook. */
export type EventBody = {
  readonly id: string
  /** When it happened (ISO 8601, UTC). */
  readonly timestamp: string
} & (
  | { readonly type: 'run.finished' | 'run.stopped' | 'orders.unconfirmed'; readonly data: RunData }
  | { readonly type: 'credentials.expiring'; readonly data: CredentialData }
  | { readonly type: 'test'; readonly data: { readonly url: string } }
)
