import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('a page prints without the sidebar, as long as its content, and dark on white in the dark theme', async ({
  operator: page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/help')
  const main = page.getByRole('main')
  const cut = () => main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await cut()).toBeGreaterThan(0)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('link', { name: 'Japan orders', exact: true })).toBeHidden()
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await cut()).toBe(0)
  expect(await page.locator('body').evaluate(body => getComputedStyle(body).color)).toBe('rgb(28, 25, 23)')
})

test('a printed sheet says that it has only the rows on the screen, and how to print all', async ({
  workbench,
}) => {
  await workbench.paste(block(freshOrders(60)))
  const { page } = workbench
  const note = page.getByText('Only the part of the sheet that was on the screen is printed.')
  await expect(note).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(note).toContainText('The draft has 60 rows.')
  await expect(note).toContainText('More tools › Download all')
  await page.emulateMedia({ media: 'screen' })
})

test('on A4 paper a table has its columns as on the screen, and colours that mean something', async ({
  workbench,
}) => {
  await workbench.paste(block(freshOrders(1)))
  expect(await workbench.check()).toBe('1 order passed.')
  const { page } = workbench
  // The width of A4 within margins of 1 cm.
  const paper = { width: 718, height: 1047 }
  const screen = page.viewportSize() ?? paper
  await page.setViewportSize(paper)
  await page.goto('/history')
  const row = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)
  const display = () => row.evaluate(one => getComputedStyle(one).display)
  await page.emulateMedia({ media: 'print' })
  expect(await display()).toBe('table-row')
  await page.goto('/')
  const dot = page.getByRole('region', { name: 'Needs attention' }).locator('li i').first()
  const upload = page.getByRole('button', { name: 'Upload file' })
  for (const one of [dot, upload])
    expect(await one.evaluate(box => getComputedStyle(box).printColorAdjust)).toBe('exact')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(screen)
})
