import { sheets } from '@/lib/sheet/schema/sheets'
import { expectFlawless } from '../support/axe'
import { block, freshProducts } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { registerWithLostResponse } from '../support/lost-response'

test('products that a lost response left unconfirmed are asked about as products, which have no order IDs', async ({
  openSheet,
  operator: page,
  faults,
}) => {
  const workbench = await openSheet(sheets.products)
  const products = freshProducts(2)
  await workbench.name('Lost products')
  await workbench.paste(block(products.flat(), sheets.products))
  expect(await registerWithLostResponse(workbench, faults, '/link/products')).toContain(
    '2 products are unconfirmed',
  )

  await page.goto('/unknown')
  const request = page.getByRole('link', { name: /Lost products/ }).first()
  await request.click()
  await expect(request).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('main')).not.toContainText(/\d orders? unconfirmed/)
  await page.getByRole('button', { name: 'All registered…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark all 2 as registered?' })
  await expect(dialog).toContainText('They’re recorded as registered and aren’t sent again.')
  await page.keyboard.press('Escape')
  await page
    .getByRole('group', { name: 'Entire request' })
    .getByRole('link', { name: 'Paste a list…' })
    .click()
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toContainText('2 products unconfirmed')
  const lines = products.map(
    ([first]) => `${first?.shopProductId}\t${first?.productName}\t${first?.productPrice}`,
  )
  await page.getByRole('textbox', { name: 'List' }).fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('2 registered', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resolve 2 products' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('order')
  await expectFlawless(page, 'a list of products')
})
