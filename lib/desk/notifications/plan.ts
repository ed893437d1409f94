import 'server-only'
import { expiringToken } from '@/lib/desk/connections/credential-state'
import { listConnections } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { type DeliveryTarget, insertDeliveries } from '@/lib/store/notifications/deliveries'
import {
  listUnplannedEvents,
  markPlanned,
  type NotificationEvent,
  recordEvent,
} from '@/lib/store/notifications/events'
import { listMailRecipients, type MailRecipient } from '@/lib/store/notifications/mail-choices'
import type { EventKind } from '@/lib/store/notifications/tables'
import { listWebhooks } from '@/lib/store/notifications/webhooks'
import { iso } from '@/lib/store/stored-values'
import { type AboutCredential, composeEvent, problemOfEvent } from './compose'

/** Events that one look plans. */
const BATCH_SIZE = 100

/** What planning needs from outside. */
export interface PlanPorts {
  readonly database: Database
  /** The origin of links. */
  readonly publicUrl: string
  /** Whether this server can send email. */
  readonly hasMail: boolean
  /** Milliseconds since the epoch. */
  now(): number
}

/** Stores a delivery for each webhook and each operator that an event is for, once for each event. */
export async function planEvents(ports: PlanPorts): Promise<void> {
  const { kysely, write } = ports.database
  const events = await listUnplannedEvents(kysely, BATCH_SIZE)
  if (events.length === 0) return
  const webhooks = (await listWebhooks(kysely)).filter(({ isEnabled }) => isEnabled)
  const recipients = ports.hasMail ? await listMailRecipients(kysely) : []
  for (const event of events) {
    const { kind } = event
    const composed = await composeEvent(kysely, event, ports.publicUrl)
    const at = iso(ports.now())
    const targets: DeliveryTarget[] =
      composed && kind !== 'test'
        ? [
            ...webhooks
              .filter(({ events: chosen }) => chosen.includes(kind))
              .map(({ id }) => ({ channel: 'webhook' as const, target: id })),
            ...recipients
              .filter(one => isFor(one, { ...event, kind }, composed.startedBy))
              .map(({ id }) => ({ channel: 'email' as const, target: id })),
          ]
        : []
    await write(async trx => {
      const body = composed ? JSON.stringify(composed.body) : null
      if (await markPlanned(trx, event.id, body, at)) await insertDeliveries(trx, event.id, targets, at)
    })
  }
}

/**
 * Whether an operator gets an event by email: their own runs only, and no second message about a run that stopped
 * because of unconfirmed orders.
 */
function isFor(
  { id, events }: MailRecipient,
  event: NotificationEvent & { readonly kind: EventKind },
  startedBy: string | undefined,
): boolean {
  if (!events.includes(event.kind)) return false
  const isOfRun = event.kind === 'run.finished' || event.kind === 'run.stopped'
  if (isOfRun && id !== startedBy) return false
  const isRepeated = event.kind === 'run.stopped' && problemOfEvent(event)?.code === 'unknown_outcome'
  return !(isRepeated && events.includes('orders.unconfirmed'))
}

/** Records credentials that Home calls expiring: once for each credential and time of expiry. */
export async function recordExpiringCredentials({ database, now }: PlanPorts): Promise<void> {
  for (const connection of await listConnections(database.kysely)) {
    const token = expiringToken(connection, now())
    if (!token) continue
    const { connectionId, connection: name, credential, at: expiresAt } = token
    const about: AboutCredential = { connectionId, connection: name, credential, expiresAt }
    const subject = `${connectionId} ${credential} ${expiresAt}`
    await database.write(trx =>
      recordEvent(trx, {
        kind: 'credentials.expiring',
        subject,
        about: JSON.stringify(about),
        at: iso(now()),
      }),
    )
  }
}
