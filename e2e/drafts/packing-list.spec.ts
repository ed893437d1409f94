import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test('what to pack is listed for the registered orders of a draft, and printed without the rest of the desk', async ({
  workbench,
}) => {
  const { page } = workbench
  const [first = {}, second = {}, third = {}] = freshOrders(3)
  const [a, b, c] = [first, second, third].map(numberOf)
  const mug = { 'items[].itemCode': 'mug-1', 'items[].name': 'Mug' }
  const orders = [
    { ...first, ...mug, 'items[].quantity': '2' },
    { ...second, ...mug, 'items[].quantity': '3' },
    { ...third, ...mug, 'items[].quantity': '1', warehouseId: '77' },
  ]
  await workbench.name('To pack')
  await workbench.paste(block(orders))
  await workbench.check()
  await workbench.register()
  await workbench.chooseTool('Packing list')

  await expect(page).toHaveURL(/\/packing\//)
  const items = page.getByRole('table', { name: 'Quantities by item' })
  await expect(items.getByRole('row').filter({ hasText: 'mug-1' })).toContainText('5')
  const packed = page.getByRole('table', { name: 'Items by order' })
  await expect(packed.getByRole('rowheader')).toHaveText([a ?? '', b ?? ''])
  await expect(packed.getByRole('row').filter({ hasText: a ?? '' })).toContainText('2×Mug mug-1')
  await expectFlawless(page, 'a packing list')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(packed).toBeVisible()
  await page.emulateMedia({ media: null })

  await page.getByRole('link', { name: 'All orders 3' }).click()
  await expect(packed.getByRole('rowheader')).toHaveText([a ?? '', b ?? '', c ?? ''])
  await expect(items.getByRole('row').filter({ hasText: 'mug-1' })).toContainText('6')
  await page.getByRole('link', { name: 'Back to the draft' }).click()
  await expect(workbench.active).toBeVisible()
})

test('no text of a packing list covers another, and an empty list says what to do', async ({ workbench }) => {
  const { page } = workbench
  const [order = {}, blank = {}] = freshOrders(2)
  const long = { 'items[].itemCode': 'SKU-'.repeat(40), 'items[].name': 'Mug'.repeat(80) }
  const recipient = { 'recipient.name': 'Hohenlohe'.repeat(12) }
  await workbench.paste(block([{ ...order, ...long, ...recipient, 'items[].quantity': '123456789012' }]))
  await workbench.chooseTool('Packing list')
  const packed = page.getByRole('table', { name: 'Items by order' })
  await expect(packed).toContainText('123456789012×')
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media })
    expect(await clippedTexts(page), media).toEqual([])
  }
  await page.emulateMedia({ media: null })
  await page.getByRole('link', { name: 'Registered 0' }).click()
  await expect(page.getByText('“All orders” lists the others.')).toBeVisible()

  const empty = await Workbench.openNew(page)
  await empty.paste(block([{ [NUMBER]: numberOf(blank) }]))
  await empty.chooseTool('Packing list')
  await expect(page.getByText('No items to pack yet. Enter items in the draft.')).toBeVisible()
})

/** Texts of cells of tables that need more room than their box has. */
const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td, th, td b')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  )
