import 'server-only'
import type * as z from 'zod'
import { parseWebhookUrl } from '@/lib/client/post-webhook'
import { testBody } from '@/lib/desk/notifications/compose'
import { wakeNotifications } from '@/lib/desk/notifications/notifications'
import type { EventKind } from '@/lib/desk-api/notifications/events'
import type {
  DeliveryView,
  IssuedWebhook,
  MailChoice,
  WebhookView,
  webhookSchema,
} from '@/lib/desk-api/notifications/subscriptions'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { env } from '@/lib/env'
import { type DbTransaction, database } from '@/lib/store/db/database'
import {
  type DeliveryTarget,
  giveUpWaiting,
  insertDeliveries,
  type ListedDelivery,
  listDeliveries,
  repeatDelivery,
} from '@/lib/store/notifications/deliveries'
import { insertPlannedEvent, newEventId } from '@/lib/store/notifications/events'
import { findMailChoice, saveMailChoice } from '@/lib/store/notifications/mail-choices'
import {
  createWebhook,
  findWebhook,
  listWebhooks,
  lockWebhook,
  deleteWebhook as remove,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookInput,
} from '@/lib/store/notifications/webhooks'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('notifications')
const tProblem = getTranslations('notifications.problem')
const tUrl = getTranslations('connections.baseUrl')

/** Deliveries that the log shows. */
const MAX_LISTED = 100

/** The webhooks of the desk. */
export async function webhookViews(): Promise<WebhookView[]> {
  const webhooks = await listWebhooks((await database()).kysely)
  const now = new Date().toISOString()
  return webhooks.map(({ createdAt: _, previousSecretUntil: until, ...view }) => ({
    ...view,
    previousSecretUntil: until !== null && until > now ? until : undefined,
  }))
}

/** The newest deliveries. */
export async function deliveryViews(): Promise<DeliveryView[]> {
  const rows = await listDeliveries((await database()).kysely, MAX_LISTED)
  return rows.map(deliveryView)
}

const deliveryView = (row: ListedDelivery): DeliveryView => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  to: row.to,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt,
  nextAt: row.state === 'waiting' && row.attempts > 0 ? row.nextAt : undefined,
  status: row.status,
  problem: row.problem === null ? undefined : tProblem(row.problem, { status: String(row.status ?? '') }),
  excerpt: row.excerpt,
})

/** Whether this server sends notifications, or leaves them waiting. */
export const sendsNotifications = (): boolean => env().sendsNotifications

/** The sender of email; undefined if this server sends none. */
export const mailFrom = (): string | undefined => env().smtp?.from

/**
 * Adds a webhook, or changes one. Refused if the same one exists, and if it was changed since its form was opened: the
 * form sends all fields.
 * @returns the secret of a new one, which is not shown again
 */
export async function saveWebhook(
  { id, shown, url: typed, events, isEnabled }: z.output<typeof webhookSchema>,
  operatorId: string,
): Promise<Result<IssuedWebhook | null>> {
  const reading = parseWebhookUrl(typed, env().outboundAllow)
  if (!reading.ok) {
    const { code } = reading
    // A webhook may have a query, unlike a base URL.
    return refuseUrl(code === 'query-or-fragment' ? t('fields.fragment') : tUrl(code))
  }
  const { url } = reading
  const input = { url, events, isEnabled }
  const { write } = await database()
  const now = new Date().toISOString()
  if (id === '') {
    return write(async trx => {
      // The response to an earlier save of this form may have been lost.
      const known = (await listWebhooks(trx)).some(one => isSame(one, input))
      if (known) return refuseUrl(t('fields.known'))
      const { secret } = await createWebhook(trx, input, operatorId, now)
      return ok({ url, secret })
    })
  }
  return write(async trx => {
    const webhook = await lockWebhook(trx, id)
    if (!webhook) return gone()
    // The response to an earlier save of this form may have been lost.
    if (isSame(webhook, input)) return ok(null)
    if (shown && !isSame(webhook, shown)) return fail('changed', t('changed'))
    if (!isEnabled) await giveUpWaiting(trx, { channel: 'webhook', target: id }, now)
    await updateWebhook(trx, id, input)
    return ok(null)
  })
}

const refuseUrl = (message: string) =>
  fail('input', getTranslations('auth.guard')('input'), [{ name: 'url', message }])

const isSame = (one: WebhookInput, other: WebhookInput): boolean =>
  one.url === other.url &&
  one.isEnabled === other.isEnabled &&
  one.events.toSorted().join() === other.events.toSorted().join()

const gone = () => fail('gone', t('gone'))

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(id: string): Promise<Result<null>> {
  const { write } = await database()
  return (await write(trx => remove(trx, id))) ? ok(null) : gone()
}

/** How long the secrets before a rotation still sign beside the new one: receivers are changed meanwhile. */
const ROTATION_MS = DAY_MS

/** Gives a webhook a new signing secret; its old one is valid for another day. @returns the new one, shown once */
export async function rotateSecret(id: string): Promise<Result<IssuedWebhook>> {
  const { kysely, write } = await database()
  const webhook = await findWebhook(kysely, id)
  const now = Date.now()
  const secret =
    webhook && (await write(trx => rotateWebhookSecret(trx, id, iso(now), iso(now + ROTATION_MS))))
  return webhook && secret !== undefined ? ok({ url: webhook.url, secret }) : gone()
}

/** Sends a test event to a webhook, also to one that is turned off. */
export async function sendTest(webhookId: string): Promise<Result<null>> {
  const { kysely, write } = await database()
  if (!(await findWebhook(kysely, webhookId))) return gone()
  await write(trx => addTest(trx, { channel: 'webhook', target: webhookId }, '/settings/notifications'))
  wakeNotifications()
  return ok(null)
}

/** Sends a test email to an operator, in the language that all emails to them have. */
export async function sendTestMail(operatorId: string): Promise<Result<null>> {
  if (mailFrom() === undefined) return fail('off', t('mine.off'))
  const { kysely, write } = await database()
  const events = await findMailChoice(kysely, operatorId)
  await write(async trx => {
    // Without a stored choice there is no address to send to.
    await saveMailChoice(trx, operatorId, events, requestLocale())
    await addTest(trx, { channel: 'email', target: operatorId }, '/settings/account')
  })
  wakeNotifications()
  return ok(null)
}

/** @param path of the page to which it links */
async function addTest(trx: DbTransaction, to: DeliveryTarget, path: string): Promise<void> {
  const id = newEventId()
  const at = new Date().toISOString()
  const body = JSON.stringify(testBody(id, at, `${env().publicUrl}${path}`))
  await insertPlannedEvent(trx, { id, kind: 'test', subject: id, about: '{}', at, body })
  await insertDeliveries(trx, id, [to], at)
}

/** Sends a delivery again, now. */
export async function sendAgain(deliveryId: string): Promise<Result<null>> {
  const { kysely } = await database()
  if (!(await repeatDelivery(kysely, deliveryId, new Date().toISOString())))
    return fail('gone', t('notSentAgain'))
  wakeNotifications()
  return ok(null)
}

/** The events that an operator gets by email. */
export const mailChoice = async (operatorId: string): Promise<readonly EventKind[]> =>
  findMailChoice((await database()).kysely, operatorId)

/** Stores which events an operator gets by email. */
export async function changeMailChoice(operatorId: string, { events }: MailChoice): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => saveMailChoice(trx, operatorId, events, requestLocale()))
  return ok(null)
}
