import type { Texts } from '@/lib/sheet/schema/line'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { PRICE } from '../support/grid'

// What the product master knows is shared by all drafts of a server.
test.use({ serverFor: 'plausible amounts' })

const CODE = 'items[].itemCode'
const QUANTITY = 'items[].quantity'
const WEIGHT = 'items[].actualWeight'
const PACKED = 'packageInfo.actualWeight'
const CURRENCY = 'items[].currency'

/**
 * Two orders to one recipient with 40 lipsticks, an item in grams, a total in the place of a price, and a plain order.
 */
const orders = (): Texts[] => {
  const [first, second, third, fourth, fifth, sixth] = freshOrders(6).map(texts => ({
    ...texts,
    [PACKED]: '2',
    [WEIGHT]: '0.02',
    [QUANTITY]: '1',
    [PRICE]: '1200',
    [CURRENCY]: 'JPY',
    [CODE]: '',
  }))
  const samePlace = Object.fromEntries(
    Object.entries(first ?? {}).filter(([column]) => column.startsWith('recipient.')),
  )
  return [
    // Different quantities: orders with the same items would have a warning as duplicates, too.
    { ...first, [CODE]: 'LIP-1', [QUANTITY]: '22' },
    { ...second, ...samePlace, [CODE]: 'LIP-1', [QUANTITY]: '18' },
    { ...third, [CODE]: 'LIP-1', [WEIGHT]: '20', [PACKED]: '30' },
    { ...fourth, [CODE]: 'LIP-1', [QUANTITY]: '3', [PRICE]: '3600' },
    { ...fifth, [WEIGHT]: '3' },
    { ...sixth },
  ]
}

test('an operator sets the import limit of a product, sees which orders exceed it, jumps to one and corrects it', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const warnings = page.getByRole('region', { name: 'Warnings' })
  const lines = orders()
  await workbench.paste(block(lines))
  await expect(warnings).toContainText('1 in 1 order')
  await workbench.saved()
  const draft = page.url()

  await page.goto('/settings/products')
  await page.getByRole('button', { name: 'New product' }).click()
  await page.getByLabel('Item code').fill('LIP-1')
  await page.getByLabel('Item weight').fill('0.02')
  await page.getByLabel('Usual unit price').fill('1200')
  await page.getByRole('combobox', { name: 'Import limit type' }).click()
  await page.getByRole('option', { name: 'Cosmetics', exact: true }).click()
  await page.getByLabel('Counted together as').fill('lipstick')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /LIP-1/ })).toBeVisible()
  await expectFlawless(page, 'the product catalog')

  await page.goto(draft)
  await expect(warnings).toContainText('6 in 5 orders')
  await expect(warnings).toContainText(
    '2 orders to this recipient have 40 pieces of cosmetics (lipstick) in total.',
  )
  await expect(warnings).toContainText(
    'Japan lets a person import 24 pieces of one type without an import certificate.',
  )
  await expect(warnings).toContainText('Weight 20 is far above the 0.02 in the product catalog.')
  await expect(warnings).toContainText('Price 3600 is 3 × 1200')
  await expect(warnings).toContainText('The items weigh 3 in total, but the package weighs 2.')
  await expectFlawless(page, 'a sheet with implausible amounts')

  // The first warning is the quantity of the first order; four pieces there are within the limit.
  await workbench.focus()
  await keyboard.press('Control+Home')
  await keyboard.press('Alt+F8')
  await expect.poll(() => workbench.where()).toEqual({ number: numberOf(lines[0]), column: QUANTITY })
  await keyboard.type('4')
  await keyboard.press('Enter')
  await expect(warnings).toContainText('4 in 3 orders')
  await expect(warnings).not.toContainText('40 pieces')

  // Nothing is blocked: all orders pass the check.
  expect(await workbench.check()).toContain('6 orders passed')
})
