import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { setDefaultsLater } from '../import/missing-defaults'
import { expectFlawless } from '../support/axe'
import { block, columns, freshOrders, numberOf } from '../support/blocks'
import { confirmPasswordOn } from '../support/confirm-password'
import { expect, signIn, test } from '../support/fixtures'
import { mapHeading } from '../support/map-heading'
import type { Server } from '../support/server'
import { Workbench } from '../support/workbench'
import { createKey } from './automation-key'

/** A server polls its folder every three seconds, reads in a thread, and shares two slow cores. */
const longTimeout = { timeout: 120_000 }

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const csvOf = (orders: ReturnType<typeof freshOrders>): string =>
  [columns, ...orders.map(texts => columns.map(column => texts[column] ?? ''))]
    .map(row => row.map(quoted).join(','))
    .join('\r\n')

/** Runs the command line. */
function lading(url: string, key: string, ...args: string[]) {
  const script = fileURLToPath(new URL('../../scripts/lading.mjs', import.meta.url))
  const env = { ...process.env, LADING_URL: url, LADING_KEY: key, LC_ALL: 'C' }
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** Starts a desk and opens its automation keys. */
async function openKeys(startServer: () => Promise<Server>, page: Page): Promise<Server> {
  const desk = await startServer()
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  await confirmPasswordOn(page)
  await page.goto(`${desk.url}/settings/keys`)
  return desk
}

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-inbox-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a program checks and registers a file with its key, once, and stops when the key is revoked', async ({
  startServer,
  page,
}) => {
  const desk = await openKeys(startServer, page)
  await expect(page.getByText('No automation keys yet.')).toBeVisible()
  const key = await createKey(page, 'night shift')
  await expectFlawless(page, 'automation keys')

  const orders = freshOrders(3)
  const file = join(folder, 'night.csv')
  writeFileSync(file, csvOf(orders))
  const run = (...args: string[]) => lading(desk.url, key, ...args)
  expect(await run('check', file)).toMatchObject({ code: 0, out: expect.stringContaining('ready: 3') })
  const other = await run('register', file, '--connection', 'Sandbox', '--confirm', '2')
  expect(other).toMatchObject({ code: 3, err: expect.stringContaining('not 2') })
  for (let time = 0; time < 2; time++) {
    const done = await run('register', file, '--connection', 'Sandbox', '--confirm', '3')
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('registered: 3') })
  }
  const ids = await run('ids', file, '--json')
  const listed = JSON.parse(ids.out).ids.map(({ number }: { number: string }) => number)
  expect(listed.toSorted()).toEqual(orders.map(numberOf).toSorted())

  // Two commands at once register once, and both end with the result.
  const pair = freshOrders(2)
  writeFileSync(file, csvOf(pair))
  const register = () => run('register', file, '--connection', 'Sandbox', '--confirm', '2')
  for (const done of await Promise.all([register(), register()]))
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('registered: 2') })
  expect(await desk.registered(pair.map(numberOf))).toHaveLength(2)

  // A form with one file is the file.
  const form = new FormData()
  form.set('file', new File([csvOf(freshOrders(1))], '月曜.csv'))
  const send = (body: BodyInit, query = '') =>
    fetch(`${desk.url}/desk-api/v1/files${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    })
  const received = await send(form)
  expect(received.status).toBe(202)
  expect(await received.json()).toMatchObject({ name: '月曜.csv', isKnown: false })
  form.set('note', 'a field')
  const refused = await send(form)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('exactly one part') })

  writeFileSync(file, csvOf(freshOrders(1).map(texts => ({ ...texts, 'packageInfo.actualWeight': 'heavy' }))))
  const failing = await run('check', file)
  expect(failing.code).toBe(1)
  expect(failing.out).toContain(`${file} row 2, Package weight: `)

  await page.goto(`${desk.url}/history`)
  await expect(page.getByRole('row').filter({ hasText: 'night shift' }).first()).toBeVisible()
  await page.goto(`${desk.url}/settings/keys`)
  await page.getByRole('button', { name: 'Revoke night shift' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No automation keys yet.')).toBeVisible()
  expect(await run('status')).toMatchObject({ code: 4, err: expect.stringContaining('expired') })
})

test('a key registers only what it may: its permission, drafts of files, and one request for each Idempotency-Key', async ({
  startServer,
  page,
}) => {
  const desk = await openKeys(startServer, page)
  const filesOnly = await createKey(page, 'files only', 'files')
  const both = await createKey(page, 'both')
  const call = (key: string, path: string, init: RequestInit = {}) =>
    fetch(`${desk.url}/desk-api/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
    })
  const send = async (name: string) => {
    const body = csvOf(freshOrders(1))
    const received = await call(filesOnly, `files?name=${name}`, { method: 'POST', body })
    expect(received.status).toBe(202)
    const { draft } = await received.json()
    const readyOrders = async () => (await (await call(both, `drafts/${draft.id}`)).json()).orders?.ready
    await expect.poll(readyOrders, longTimeout).toBe(1)
    return draft.id
  }
  const [first, second] = [await send('first.csv'), await send('second.csv')]
  const register = (key: string, draft: string, requestKey = 'night-1') =>
    call(key, `drafts/${draft}/register`, {
      method: 'POST',
      headers: { 'idempotency-key': requestKey },
      body: JSON.stringify({ connection: 'Sandbox', confirm: 1 }),
    })

  const forbidden = await register(filesOnly, first)
  expect(forbidden.status).toBe(403)
  expect(forbidden.headers.get('www-authenticate')).toContain('scope="register"')

  // The second draft is another request, so the key of the first one does not count as its registration.
  const done = await register(both, first)
  expect(done.status).toBe(202)
  const { id } = await done.json()
  const other = await register(both, second)
  expect(other.status).toBe(422)
  expect(await other.json()).toMatchObject({ detail: expect.stringContaining('another draft') })
  const repeated = await register(both, first)
  expect(repeated.status).toBe(202)
  expect(await repeated.json()).toMatchObject({ id })
  expect((await register(both, second, 'night-2')).status).toBe(202)

  // A program does not find the drafts of people.
  const workbench = await Workbench.open(page, `${desk.url}/orders/japan/new`)
  await workbench.paste(block(freshOrders(1)))
  const own = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (const path of [`drafts/${own}`, `drafts/${own}/ids`]) expect((await call(both, path)).status).toBe(404)
  for (const act of ['check', 'register'])
    expect(
      (
        await call(both, `drafts/${own}/${act}`, {
          method: 'POST',
          body: JSON.stringify({ connection: 'Sandbox', confirm: 1 }),
        })
      ).status,
    ).toBe(404)
})

test('a file in the watched folder becomes a checked draft; one that needs a mapping waits on Home', async ({
  startServer,
  page,
}) => {
  const desk = await startServer({ INBOX_DIR: folder })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  writeFileSync(join(folder, 'Monday.csv'), csvOf(freshOrders(2)))
  writeFileSync(join(folder, 'odd.csv'), 'Zzz;Yyy;Xxx\nA-1;山田;150-0041\nA-2;佐藤;150-0041\n')
  const done = join(folder, 'done')
  const moved = () => (readdirSync(folder).includes('done') ? readdirSync(done).toSorted() : [])
  await expect.poll(moved, longTimeout).toEqual(['Monday.csv', 'odd.csv'])

  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(async () => {
    await page.goto(desk.url)
    await expect(attention.getByText('2 orders ready to register')).toBeVisible({ timeout: 1_000 })
  }).toPass(longTimeout)
  const line = attention.getByRole('listitem').filter({ hasText: 'odd.csv' })
  // The draft has the name of the file, which is said once.
  await expect(line).toHaveText('odd.csv needs a mapping Open')
  await expectFlawless(page, 'Home with a file that needs a person')

  await line.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('combobox', { name: 'Mapping for Zzz' })).toBeVisible()

  // In another tab it waits, too. What one of them imports is not imported a second time.
  const other = await page.context().newPage()
  await other.goto(page.url())
  const waiting = other.getByRole('dialog', { name: 'Match columns' })
  await expect(waiting).toBeVisible()
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await mapHeading(screen, 'Zzz', 'order number')
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  await expect(waiting).toHaveCount(0)
  const theirs = new Workbench(other)
  await expect(theirs.announcement).toHaveText('odd.csv has already been imported into this draft.')
  await expect(theirs.row('A-2')).toBeVisible()
  await expect(other.locator('.grid-overlay textarea')).toBeFocused()
  expect((await theirs.lines()).map(({ number }) => number)).toEqual(['A-1', 'A-2'])
  await other.close()

  await page.goto(desk.url)
  await attention.getByRole('listitem').filter({ hasText: 'ready to register' }).getByRole('link').click()
  await page.getByRole('button', { name: /^Register/ }).click()
  await expect(page.getByText('2 orders registered').first()).toBeVisible(longTimeout)
})

test('a file for which there is no room stays in the watched folder, and Home says what to do', async ({
  startServer,
  page,
}) => {
  const desk = await startServer({ INBOX_DIR: folder, ALL_FILES_MB: '1' })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)
  const [order = {}] = freshOrders(1)
  writeFileSync(join(folder, 'Monday.csv'), csvOf([{ ...order, 'recipient.name': '山'.repeat(400_000) }]))
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const line = attention.getByRole('listitem').filter({ hasText: 'Monday.csv' })
  await expect(async () => {
    await page.goto(desk.url)
    await expect(line).toBeVisible({ timeout: 1_000 })
  }).toPass(longTimeout)
  await expect(line).toContainText('is waiting for storage space')
  await expect(line).toContainText('up to 1 MB. Delete drafts you no longer need')
  await expectFlawless(page, 'Home with a file that waits for space')
  await line.getByRole('link', { name: 'Show drafts' }).click()
  await expect(page).toHaveURL(/#drafts$/)
  expect(readdirSync(folder)).toEqual(['Monday.csv'])
})
