import 'server-only'

/** Tables of notifications: events, webhooks, choices of operators, deliveries. */
export interface NotificationTables {
  notification_event: NotificationEventTable
  notification_delivery: NotificationDeliveryTable
  webhook_endpoint: WebhookEndpointTable
  mail_choice: MailChoiceTable
}

/** Events that people and programs can be notified of. */
export type EventKind = 'run.finished' | 'run.stopped' | 'orders.unconfirmed' | 'credentials.expiring'

/** An event, stored in the transaction that made it true. `test` is sent by an administrator. */
export interface NotificationEventTable {
  /** Also the `webhook-id` of its deliveries. */
  id: string
  kind: EventKind | 'test'
  /** What happened once: the same kind about the same subject is the same event. */
  subject: string
  /** JSON of what is known at the time of the event. */
  about: string
  at: string
  /** JSON that webhooks are sent; null: not composed yet. */
  body: string | null
  /** When its deliveries were stored; null: not yet. */
  planned_at: string | null
}

export type DeliveryChannel = 'webhook' | 'email'

/** `waiting`: to be sent at `next_at`. `failed`: given up. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** Why an attempt failed; its sentence is `notifications.problem.<code>` of lib/words. */
export type DeliveryProblem =
  | 'status'
  | 'redirect'
  | 'blocked'
  | 'timed_out'
  | 'unreachable'
  | 'certificate'
  | 'interrupted'
  | 'secret'
  | 'off'
  | 'rejected'
  | 'mail'
  | 'restored'

/** An event on its way to one webhook or one operator. */
export interface NotificationDeliveryTable {
  id: string
  event_id: string
  channel: DeliveryChannel
  /** The id of a webhook, or of an operator. */
  target: string
  state: DeliveryState
  attempts: number
  /** When it is tried next. */
  next_at: string
  /** The process that sends it now, and until when no other process does. */
  lease_owner: string | null
  lease_until: string | null
  /** The status of the last response. */
  http_status: number | null
  problem: DeliveryProblem | null
  /** The beginning of the last response. */
  excerpt: string | null
  created_at: string
  tried_at: string | null
}

/** An address that events are posted to. */
export interface WebhookEndpointTable {
  id: string
  url: string
  /** JSON list of `EventKind`. */
  events: string
  /** Sealed; null: it was deleted because its key is lost. */
  secret: string | null
  /**
   * The secrets that were valid before the last rotation, sealed as one text with a space between them, and until when
   * (ISO 8601) deliveries are signed with them as well.
   */
  previous_secret: string | null
  previous_secret_until: string | null
  enabled: number
  created_by: string
  created_at: string
}

/** The events that an operator gets by email. */
export interface MailChoiceTable {
  operator_id: string
  /** JSON list of `EventKind`. */
  events: string
  /** The language and the time zone of the operator's browser, for operators who chose none under Your account. */
  language: string
  time_zone: string
}
