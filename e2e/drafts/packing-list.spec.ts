import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

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
