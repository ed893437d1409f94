import { smartstoreOrdersSample as sample } from '@/testing/import/samples/orders/smartstore'
import { readSample } from '@/testing/import/samples/read-sample'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { block, freshOrders, numberOf } from '../support/blocks'
import { DeskSearch } from '../support/desk-search'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'
import type { Workbench } from '../support/workbench'

const NEW_ADDRESS = /\/orders\/japan\/new$/

/** Registers one order in the draft that is open, which was new until then. */
async function registerOne(workbench: Workbench) {
  const [order = {}] = freshOrders(1)
  await workbench.paste(block([order]))
  await workbench.check()
  expect(await workbench.register()).toBe('1 order registered.')
  await workbench.saved()
  return { address: workbench.page.url(), number: numberOf(order) }
}

/** Runs a command of the desk's search. */
async function command({ page }: Workbench, text: string): Promise<void> {
  const search = new DeskSearch(page)
  await search.openByMouse()
  await page.keyboard.type(text)
  // The browser lets a page open its dialog for files only for some seconds after a key.
  await expect(search.dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Enter')
  // It counts its results in a status of its own.
  await expect(search.dialog).toHaveCount(0)
}

const result = ({ page }: Workbench) => page.getByRole('region', { name: 'Result', exact: true })

async function expectEmpty(workbench: Workbench): Promise<void> {
  await expect(workbench.page).toHaveURL(NEW_ADDRESS)
  await expect(result(workbench)).toBeHidden()
  await expect(workbench.active).toBeVisible()
  expect(await workbench.lines()).toEqual([])
}

test('New draft opens an empty draft after the first registration; the registered ones stay at their addresses', async ({
  workbench,
}) => {
  const { page } = workbench
  const first = await registerOne(workbench)
  await result(workbench).getByRole('link', { name: 'New draft' }).click()
  await expectEmpty(workbench)

  // What is typed there makes a draft of its own.
  const second = await registerOne(workbench)
  expect(second.address).not.toBe(first.address)
  expect((await workbench.lines()).map(line => line.number)).toEqual([second.number])
  await command(workbench, 'new japan')
  await expectEmpty(workbench)

  for (const { address, number } of [second, first]) {
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(workbench.row(number).getByRole('img', { name: 'registered' })).toBeVisible()
    expect((await workbench.lines()).map(line => line.number)).toEqual([number])
  }
  await page.goForward()
  await expect(page).toHaveURL(second.address)
  await expect(workbench.row(second.number).getByRole('img', { name: 'registered' })).toBeVisible()
  await page.goForward()
  await expectEmpty(workbench)
})

test('a new draft that was left unused is not the next one that was saved when the browser goes back to it', async ({
  workbench,
}) => {
  const { page } = workbench
  await page.getByRole('link', { name: 'Japan orders' }).click()
  await expect(page).toHaveURL(/\/orders\/japan$/)
  await command(workbench, 'new japan')
  await expectEmpty(workbench)
  const saved = await registerOne(workbench)
  await page.goBack()
  await expect(page).toHaveURL(/\/orders\/japan$/)
  await page.goBack()
  await expectEmpty(workbench)
  const other = await registerOne(workbench)
  expect(other.address).not.toBe(saved.address)
  expect((await workbench.lines()).map(line => line.number)).toEqual([other.number])
})

test('files that are uploaded from the search go into a new draft, also beside one that is registered', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const bytes = await sampleFile(sample)
  const { lines } = readSample(sample, 'orders/japan')
  const upload = async () => {
    const picker = page.waitForEvent('filechooser')
    await command(workbench, 'upload')
    await (await picker).setFiles({
      name: sample.name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(bytes),
    })
    await files.importedSummary(sample.name)
    await workbench.saved()
    expect(await workbench.storedTexts()).toHaveLength(lines.length)
    return page.url()
  }
  const first = await registerOne(workbench)
  const second = await upload()
  expect(second).not.toBe(first.address)

  // Into the new draft that is open, if it is empty.
  await command(workbench, 'new japan')
  await expectEmpty(workbench)
  expect(await upload()).not.toBe(second)
})

test('New draft is empty while the one before is still being saved, and that one is saved in full', async ({
  workbench,
}) => {
  const { page } = workbench
  const held = await holdSaves(page, 1)
  const orders = freshOrders(3000)
  await page.evaluate(copied => navigator.clipboard.writeText(copied), block(orders))
  await workbench.focus()
  await page.keyboard.press('Control+V')
  await held.reached
  const { pathname } = new URL(page.url())
  expect(pathname).not.toMatch(NEW_ADDRESS)
  await command(workbench, 'new japan')
  await expectEmpty(workbench)
  held.release()
  const stored = async () =>
    (
      (await (await page.request.get(`/drafts/${pathname.split('/').at(-1)}/lines`)).json()) as {
        lines: unknown[]
      }
    ).lines.length
  await expect.poll(stored).toBe(orders.length)
  expect(await workbench.lines()).toEqual([])
})

test('a link that is clicked while a new draft is saved first is followed', async ({ workbench }) => {
  const { page } = workbench
  const held = await holdSaves(page, 0)
  const list = resolvable()
  await page.route(/\/orders\/japan\?_rsc=/, async route => {
    await list.promise
    await route.fallback()
  })
  // Nothing of the list is prefetched any more.
  await page.reload()
  await hydrated(page)
  await page.evaluate(copied => navigator.clipboard.writeText(copied), block(freshOrders(1)))
  await workbench.focus()
  await page.keyboard.press('Control+V')
  await held.reached
  await page.getByRole('link', { name: 'Japan orders' }).click()
  held.release()
  // Its first save gives the draft its address.
  await expect(page).not.toHaveURL(NEW_ADDRESS)
  list.resolve()
  await expect(page).toHaveURL(/\/orders\/japan$/)
})

const CHANGES = /\/drafts\/[^/]+\/changes$/

/** A promise, and the function that fulfils it. */
function resolvable() {
  let resolve = () => {}
  const promise = new Promise<void>(fulfil => {
    resolve = fulfil
  })
  return { promise, resolve }
}

/** Holds saves that follow the first ones. @param count how many are not held */
async function holdSaves(page: Workbench['page'], count: number) {
  const reached = resolvable()
  const released = resolvable()
  let seen = 0
  await page.route(CHANGES, async route => {
    if (route.request().method() === 'POST' && ++seen > count) {
      reached.resolve()
      await released.promise
    }
    await route.fallback()
  })
  return { reached: reached.promise, release: () => released.resolve() }
}
