import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { japanese } from './japanese'
import { signIn } from './localized'

test.use({ ...japanese.browser, viewport: { width: 1024, height: 768 } })

test('the head of the list of errors takes one line in Japanese on a narrow screen', async ({ page }) => {
  await page.goto('/')
  await signIn(page, japanese)
  const workbench = await Workbench.openNew(page, undefined, japanese.words)
  const errors = page.getByRole('region', { name: 'エラー' })
  const counts = errors.getByRole('heading', { level: 2 }).locator('[title]')
  const heightOf = async () => (await counts.boundingBox())?.height
  await workbench.paste(block(freshOrders(3).map(order => ({ ...order, warehouseId: '' }))))
  await expect(counts).toHaveText('3件・注文3件')
  const line = await heightOf()
  await workbench.paste(block(freshOrders(1200).map(order => ({ ...order, warehouseId: '' }))))
  await expect(counts).toHaveText('1,200件・注文1,200件')
  // What has no room is in the tooltip.
  await expect(counts).toHaveAttribute('title', '1,200件・注文1,200件')
  expect(await heightOf()).toBe(line)
})
