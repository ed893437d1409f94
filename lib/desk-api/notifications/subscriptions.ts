import * as z from 'zod'
import { type EventKind, eventKinds } from './events'

/** A webhook as administrators see it. */
export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly events: readonly EventKind[]
  readonly isEnabled: boolean
  /** Until when the secret before the last rotation is valid (ISO 8601); undefined: it is not. */
  readonly previousSecretUntil: string | undefined
}

/** A webhook with its secret, which is shown once. */
export interface IssuedWebhook {
  readonly url: string
  readonly secret: string
}

/** A delivery as administrators see it. */
export interface DeliveryView {
  readonly id: string
  readonly kind: EventKind | 'test'
  readonly channel: 'webhook' | 'email'
  /** The URL of the webhook, or the name of the operator; null: deleted. */
  readonly to: string | null
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  readonly createdAt: string
  /** When it is tried next; undefined: it is not. */
  readonly nextAt: string | undefined
  /** HTTP status of the last response. */
  readonly status: number | null
  /** A sentence about the last attempt. */
  readonly problem: string | undefined
  /** The beginning of the last response. */
  readonly excerpt: string | null
}

const MAX_URL = 1000

const kinds = z.array(z.enum(eventKinds)).max(eventKinds.length)

/** A webhook as its form sends it. Only the server knows which addresses are allowed. */
export const webhookSchema = z.object({
  /** '' for a new one. */
  id: z.string().max(100),
  url: z.string().trim().min(1, 'notifications.fields.url').max(MAX_URL, 'notifications.fields.urlLong'),
  events: kinds.min(1, 'notifications.fields.events'),
  isEnabled: z.boolean(),
  /** The webhook that the form shows; absent: its values replace those of anyone. */
  shown: z.object({ url: z.string(), events: kinds, isEnabled: z.boolean() }).optional(),
})

export const notificationIdSchema = z.object({ id: z.string().max(100) })

/** The events that an operator gets by email. */
export const mailChoiceSchema = z.object({ events: kinds })
export type MailChoice = z.infer<typeof mailChoiceSchema>
