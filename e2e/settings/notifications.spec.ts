import type { Page } from 'playwright/test'
import { isSigned, type ReceivedWebhook, WebhookReceiver } from '@/testing/notifications/receiver'
import { SmtpServer } from '@/testing/notifications/smtp-server'
import { expectFlawless } from '../support/axe'
import { block, freshOrders } from '../support/blocks'
import { expect, signIn, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

/** Adds a webhook for all events. @returns its secret, which is shown once */
async function addWebhook(page: Page, url: string): Promise<string> {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  await expectFlawless(page, 'a new signing secret', { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: url })).toContainText('All events')
  return secret
}

const dataOf = ({ text }: ReceivedWebhook) => JSON.parse(text)

test('a webhook gets a signed test and the end of a run, a failing one gets it later, and a person gets an email', async ({
  startServer,
  page,
}) => {
  const [receiver, failing, smtp] = [new WebhookReceiver(), new WebhookReceiver(), new SmtpServer()]
  const [origin, failingOrigin, smtpUrl] = [
    await receiver.listen(),
    await failing.listen(),
    await smtp.listen(),
  ]
  const desk = await startServer({
    OUTBOUND_ALLOW: `${origin},${failingOrigin}`,
    SMTP_URL: smtpUrl,
    SMTP_FROM: 'Lading <lading@shop.example>',
  })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  const settings = `${desk.url}/settings/notifications`
  const log = page.getByRole('table', { name: 'Delivery log' })

  await page.goto(settings)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL', { exact: true }).fill('https://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('This address is in a private network.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  const secret = await addWebhook(page, `${origin}/hook?shop=1`)
  const otherSecret = await addWebhook(page, `${failingOrigin}/hook`)
  expect(otherSecret).not.toBe(secret)

  await page.getByRole('button', { name: `Send test to ${origin}/hook?shop=1` }).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [tested] = receiver.received
  expect(tested?.path).toBe('/hook?shop=1')
  expect(tested && isSigned(secret, tested)).toBe(true)
  expect(tested && isSigned(otherSecret, tested)).toBe(false)
  expect(tested && dataOf(tested)).toMatchObject({ type: 'test', id: tested?.id, data: { url: settings } })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(log.getByRole('row', { name: 'Test' })).toContainText('Delivered', { timeout: 2000 })
  }).toPass()

  await page.goto(`${desk.url}/settings/account`)
  await page.getByLabel('A run I started has finished').check()
  await page.getByRole('form', { name: 'Email notifications' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Email notifications saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('A run I started has finished')).toBeChecked()
  await expect(page.getByLabel('A run I started has stopped')).not.toBeChecked()

  failing.response = '<b>out of order</b>'
  // Twice: the second attempt may come, seven seconds later, before the log was read.
  failing.modes.push(503, 503)
  const workbench = await Workbench.open(page, `${desk.url}/orders/japan/new`)
  await workbench.paste(block(freshOrders(2)))
  await workbench.check()
  await expect.poll(() => receiver.received.length).toBe(2)
  const finished = receiver.received[1]
  expect(finished && isSigned(secret, finished)).toBe(true)
  const { type, data } = finished ? dataOf(finished) : {}
  expect({ type, data }).toMatchObject({
    type: 'run.finished',
    data: { runKind: 'check', sheet: 'orders/japan', counts: { total: 2, passed: 2, failed: 0, left: 0 } },
  })
  await expect.poll(() => smtp.received.map(({ to }) => to.join())).toEqual(['mina@shop.example'])
  // Long lines of a quoted-printable text are broken after a "=".
  expect(smtp.received[0]?.source.replaceAll('=\r\n', '')).toContain(data.url)
  await page.goto(data.url)
  await expect(page.getByRole('main')).toContainText('2 passed')

  // The next attempts of the failing receiver arrive ten and then thirty seconds later, with the same id.
  await page.goto(settings)
  const retried = log.getByRole('row').filter({ hasText: `${failingOrigin}/hook` })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(retried).toContainText('HTTP 503', { timeout: 2000 })
  }).toPass()
  await expect(retried).toContainText('<b>out of order</b>')
  await expect(retried).toContainText('Retrying')
  await expectFlawless(page, 'webhooks and their deliveries')
  await expect.poll(() => failing.received.length, { timeout: 90_000 }).toBe(3)
  expect(new Set(failing.received.map(({ id }) => id))).toEqual(new Set([finished?.id]))
  expect(failing.received.every(request => isSigned(otherSecret, request))).toBe(true)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(retried).toContainText('Delivered', { timeout: 2000 })
  }).toPass()

  // Again by hand: the receiver recognises it by its id.
  await retried.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => failing.received.length).toBe(4)
  expect(failing.received[3]?.id).toBe(finished?.id)

  await page.getByRole('button', { name: `Delete ${failingOrigin}/hook` }).click()
  await page
    .getByRole('dialog', { name: 'Delete this webhook?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Webhook deleted.')).toBeVisible()
  await expect(retried).toHaveCount(0)
  await Promise.all([receiver.close(), failing.close(), smtp.close()])
})

test('a server that sends no notifications says so in the settings', async ({ startServer, page }) => {
  const desk = await startServer({
    NOTIFICATIONS: 'off',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_FROM: 'lading@shop.example',
  })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  await page.goto(`${desk.url}/settings/notifications`)
  await expect(page.getByText('Notifications are off on this server (NOTIFICATIONS=off).')).toBeVisible()
  await expectFlawless(page, 'notifications that are off')
  await page.goto(`${desk.url}/settings/account`)
  await expect(page.getByText('Email is turned off on this server for now.')).toBeVisible()
})
