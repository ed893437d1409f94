import type { Page, Request } from 'playwright/test'
import { expect, signOut, test } from '../support/fixtures'
import { DraftsPage } from '../support/home'
import { FaultProxy } from '../support/network/fault-proxy'
import type { Server } from '../support/server'

// The simulation of the sandbox and the presets are shared by a server.
test.use({
  serverFor: 'no-response',
  expectedErrors: [/ERR_FAILED|ERR_CONTENT_LENGTH_MISMATCH|ERR_CONTENT_DECODING_FAILED|status of 409/],
})

const SENTENCE = 'Can’t reach Lading. Check your connection, then try again.'

/** Runs acts while no request of the page that changes something reaches the server. */
async function whileCutOff(page: Page, acts: () => Promise<void>): Promise<void> {
  await page.route(
    () => true,
    route => (route.request().method() === 'POST' ? route.abort() : route.fallback()),
  )
  await acts()
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await page.unrouteAll()
}

const isAction = (request: Request) => 'next-action' in request.headers()

/** Runs acts while the server executes every action of the page, and its response is cut off in the middle. */
async function whileCutShort(page: Page, server: Server, acts: () => Promise<void>): Promise<void> {
  const proxy = await FaultProxy.listen()
  proxy.forwardTo(server.url)
  await proxy.set({ kind: 'truncate' })
  await page.route(
    () => true,
    route =>
      isAction(route.request())
        ? route.continue({ url: route.request().url().replace(server.url, proxy.url) })
        : route.fallback(),
  )
  await acts()
  expect(proxy.posts()).toBe(1)
  await page.unrouteAll()
  await proxy.close()
}

test('a list whose request has no response says so, and the act works once the server responds', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.name('Kept in the list')
  await workbench.type('A-1')
  await workbench.saved()
  const home = await DraftsPage.open(page)
  await whileCutOff(page, () => home.act('Kept in the list', 'Archive'))
  await expect(home.row('Kept in the list')).toBeVisible()
  await home.act('Kept in the list', 'Archive')
  await expect(home.row('Kept in the list')).toHaveCount(0)
})

test('a new name whose request has no response stays in its field, and is saved at the next attempt', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.name('Old name')
  await workbench.type('A-1')
  await workbench.saved()
  const home = await DraftsPage.open(page)
  await home.act('Old name', 'Rename')
  const field = page.getByRole('textbox', { name: 'New name for Old name' })
  await field.fill('New name')
  await whileCutOff(page, () => field.press('Enter'))
  await expect(field).toHaveValue('New name')
  await field.press('Enter')
  await expect(home.row('New name')).toBeVisible()
})

test('a setting whose request has no response keeps its value, and its page', async ({ operator: page }) => {
  await page.goto('/connections')
  const simulation = page.getByRole('combobox', { name: 'Simulation' })
  await expect(simulation).toHaveText('Normal')
  await whileCutOff(page, async () => {
    await simulation.click()
    await page.getByRole('option', { name: 'Slow', exact: false }).first().click()
  })
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
  await expect(simulation).toHaveText('Normal')
})

test('a form whose request has no response says so beside its button, and keeps what was typed', async ({
  operator: page,
}) => {
  await page.goto('/settings/presets')
  await page.getByRole('button', { name: 'New preset' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Seoul warehouse')
  await page.getByLabel('Warehouse').fill('1')
  await whileCutOff(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(SENTENCE)
  await expect(name).toHaveValue('Seoul warehouse')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Seoul warehouse').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a response that is cut off in the middle is reported like none: the form keeps what was typed, and its page stays', async ({
  operator: page,
  server,
}) => {
  await page.goto('/settings/retention')
  const days = page.getByRole('textbox')
  await days.fill('500')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await whileCutShort(page, server, async () => {
    await save.click()
    await expect(page.getByRole('alert').getByText(SENTENCE)).toBeVisible()
  })
  await expect(days).toHaveValue('500')
  await save.click()
  await expect(
    page.getByText('Personal data will be erased 500 days after an order is finished.'),
  ).toBeVisible()
})

test('a setting whose response is cut off in the middle says so, and its page stays', async ({
  operator: page,
  server,
}) => {
  await page.goto('/connections')
  const simulation = page.getByRole('combobox', { name: 'Simulation' })
  await whileCutShort(page, server, async () => {
    await simulation.click()
    await page.getByRole('option', { name: 'Slow', exact: false }).first().click()
    await expect(page.getByText(SENTENCE)).toBeVisible()
  })
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
  await page.reload()
  await expect(simulation).toHaveText(/^Slow/)
})

test('from a page that the server no longer knows one cannot sign out, and reads that a reload helps', async ({
  operator: page,
}) => {
  await page.goto('/connections')
  await page.route(
    () => true,
    route =>
      isAction(route.request())
        ? route.continue({ headers: { ...route.request().headers(), 'next-action': '0'.repeat(42) } })
        : route.fallback(),
  )
  await signOut(page)
  await expect(page.getByText('Lading was updated. Reload the page, then try again.')).toBeVisible()
  await page.unrouteAll()
})
