import type { Page, Request } from 'playwright/test'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { validationResponse } from '../support/network/responses'

const PRICE = 'items[].price'

/**
 * Keeps the next server action of a page from the server until `release`; `held`: it was sent. Searches for duplicates
 * and the like are POST requests too, but no actions, and go on.
 */
async function holdNextAction(page: Page): Promise<{ held: Promise<Request>; release(): void }> {
  let release = () => {}
  const until = new Promise<void>(resolve => {
    release = resolve
  })
  const isAction = (request: Request) => 'next-action' in request.headers()
  const held = page.waitForRequest(isAction)
  await page.route('**', async route => {
    if (isAction(route.request()) && route.request() === (await held)) await until
    await route.fallback()
  })
  return { held, release }
}

test('sorting, deleting and editing during a check leave each mark on the order that was sent', async ({
  workbench,
  faults,
}) => {
  const { page } = workbench
  const orders = freshOrders(6).map((order, i) => ({ ...order, [PRICE]: String(1000 + 100 * i) }))
  const numbers = orders.map(numberOf)
  const row = (at: number) => workbench.row(numbers[at] ?? '')
  await workbench.paste(block(orders))

  const response = validationResponse([
    { order: 1, field: PRICE.replace('[]', '[0]'), message: '가격이 너무 낮습니다' },
    { order: 3, field: PRICE.replace('[]', '[0]'), message: '가격이 너무 높습니다' },
  ])
  await faults.set({ kind: 'response', response, hold: true })
  // Text that is typed after the click is saved at once, and its order is left out: a run covers what its operator saw.
  const request = await holdNextAction(page)
  await workbench.checkButton.click()
  await request.held
  const saved = page.waitForResponse(/\/changes$/)
  await workbench.write(row(3), PRICE, '1350')
  await saved
  request.release()
  await expect.poll(() => faults.holding).toBe(1)
  expect(faults.arrivals[0]?.numbers).toEqual(numbers.filter((_, at) => at !== 3))
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')

  await workbench.goTo(row(0), PRICE)
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(page.getByRole('columnheader', { name: 'Item price' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await workbench.cell(row(2), NUMBER).click()
  await page.keyboard.press('Control+Alt+-')
  await expect(row(2)).toHaveCount(0)
  await workbench.write(row(4), PRICE, '1450')

  faults.release()
  await expect(workbench.announcement).toHaveText(/^3 of \d orders passed\. 2 have errors\./)
  const marked = await workbench.goTo(row(1), PRICE)
  expect(await workbench.reason(marked)).toContain('가격이 너무 낮습니다')
  await expect(workbench.failures).toHaveText([new RegExp(`^${numbers[1]}`)])

  // The price was corrected before the response came, so its error may be outdated.
  const edited = await workbench.goTo(row(4), PRICE)
  await expect(edited).toHaveText('1450')
  await expect(edited).not.toHaveAttribute('aria-invalid')
  await expect(edited).toHaveAttribute('data-severity', 'stale')
  await expect(edited).toHaveAccessibleDescription(/Edited since\. Check again\. .*너무 높습니다/)

  const lines = await workbench.lines()
  expect(lines.map(line => line.number)).toEqual([5, 4, 3, 1, 0].map(at => numbers[at]))
  expect(lines.map(line => line.sign)).toEqual([
    'ready to register',
    'needs a recheck',
    'not checked',
    'has errors',
    'ready to register',
  ])
  await page.getByRole('button', { name: 'Remove: Sorted by Item price ↓' }).click()
  expect((await workbench.lines()).map(line => line.number)).toEqual([0, 1, 3, 4, 5].map(at => numbers[at]))
})

test.describe('a page without its server', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('during a check the keys say what is under way, and a page that loses the server says so', async ({
    workbench,
    faults,
  }) => {
    const { page } = workbench
    await workbench.paste(block(freshOrders(2)))
    await faults.set({ kind: 'response', response: validationResponse([]), hold: true })
    await page.keyboard.press('F9')
    await expect.poll(() => faults.holding).toBe(1)
    const busy = 'A check is in progress. Wait for it to end, or cancel it.'
    await expect(page.getByText('Checking 0 of 2')).toBeVisible()
    await page.keyboard.press('Control+F9')
    await expect(workbench.announcement).toHaveText(busy)
    await page.context().setOffline(true)
    const unreachable = page
      .locator('#side')
      .getByText('Can’t reach Lading. The run continues on the server.')
    await expect(unreachable).toBeVisible()
    await page.context().setOffline(false)
    await expect(unreachable).toHaveCount(0)
    await expect(page.getByText('Checking 0 of 2')).toBeVisible()
    faults.release()
    await expect(workbench.announcement).toHaveText('2 orders passed.')
  })
})
