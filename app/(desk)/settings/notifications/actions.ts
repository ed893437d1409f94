'use server'
import * as z from 'zod'
import { refreshPath } from '@/app/(desk)/refresh-pages'
import { action } from '@/lib/auth/guard'
import { requireReauthentication } from '@/lib/auth/sign-in/reauthentication'
import * as notifications from '@/lib/desk/notifications/subscriptions'
import { notificationIdSchema, webhookSchema } from '@/lib/desk-api/notifications/subscriptions'
import { ok, type Result } from '@/lib/desk-api/result'

/** Renders the webhooks and the delivery log again. */
const refreshed = <T>(result: Result<T>) => refreshPath('/settings/notifications', result)

/** The receiver learns names of drafts, so saving a webhook asks for the password again. */
export const saveWebhook = action(
  { role: 'administrator', input: webhookSchema },
  async (input, { id }) =>
    (await requireReauthentication()) ?? refreshed(await notifications.saveWebhook(input, id)),
)

export const deleteWebhook = action({ role: 'administrator', input: notificationIdSchema }, async ({ id }) =>
  refreshed(await notifications.deleteWebhook(id)),
)

/** A new secret lets its holder imitate Lading, so rotating asks for the password again. */
export const rotateSecret = action(
  { role: 'administrator', input: notificationIdSchema },
  async ({ id }) => (await requireReauthentication()) ?? refreshed(await notifications.rotateSecret(id)),
)

export const sendTest = action({ role: 'administrator', input: notificationIdSchema }, async ({ id }) =>
  refreshed(await notifications.sendTest(id)),
)

export const sendAgain = action({ role: 'administrator', input: notificationIdSchema }, async ({ id }) =>
  refreshed(await notifications.sendAgain(id)),
)

/** Reads the delivery log again. */
export const refreshLog = action({ role: 'administrator', input: z.object({}) }, async () =>
  refreshed(ok(null)),
)
