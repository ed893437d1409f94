import type { Texts } from '@/lib/sheet/schema/line'
import { axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { sheets } from '@/lib/sheet/schema/sheets'
import { block, freshProducts } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test.slow()

const sheet = sheets.products
const KEY = sheet.key
const option = (name: string) => `productOptionGroup[].productOption[].${name}`
const idOf = (product: readonly Texts[] | undefined) => product?.[0]?.[KEY] ?? ''

/** A text as an operator types it: an Enter would leave the cell. */
const typed = (text = '') => text.replaceAll('\n', ' ')

/** A planted error: the product's position, its line, the cell, the wrong text, and the shown sentence. */
const spoiled: [at: number, line: number, column: string, text: string, reason: RegExp][] = [
  [3, 1, axisValueColumn(0), 'White', /^Duplicate option “White” in this product/],
  [12, 0, 'discountedProductPrice', '99000', /^The discounted price is higher than the regular price/],
  [
    40,
    0,
    option('availablePurchaseQuantityMin'),
    '9',
    /^The minimum purchase \(9\) is higher than the maximum/,
  ],
  [77, 0, 'productName', '', /^Required\. Enter a value\./],
  [130, 0, 'productImages', 'shop.example/1.jpg', /isn’t a web address/],
  [181, 1, option('stockQuantity'), 'plenty', /“plenty” isn’t a whole number|isn’t a valid number/],
  [244, 0, 'productPrice', '12.5O0', /isn’t a valid number/],
]

test('250 products with 7 failures are fixed by keyboard and registered in three requests', async ({
  openSheet,
  operator,
  server,
  faults,
}) => {
  const workbench = await openSheet(sheet)
  const products = freshProducts(250)
  const pasted = products.map(lines => lines.map(line => ({ ...line })))
  for (const [at, line, column, text] of spoiled) {
    const texts = pasted[at]?.[line]
    if (texts) texts[column] = text
  }
  await workbench.paste(block(pasted.flat(), sheet))
  await expect(workbench.failures).toHaveCount(spoiled.length)
  expect(await workbench.check()).toBe('243 ready, 7 with errors.')

  await workbench.focus()
  await operator.keyboard.press('Control+Home')
  for (const [i, [at, line, column, , reason]] of spoiled.entries()) {
    await operator.keyboard.press('F8')
    expect(await workbench.reason(workbench.active)).toMatch(reason)
    // An error about two cells together is one failure, placed on the first of them.
    const spot = await workbench.active.getAttribute('data-column')
    const isPair = column === 'discountedProductPrice'
    expect(spot).toBe(isPair ? 'productPrice' : column)
    if (isPair) await operator.keyboard.press('ArrowRight')
    await workbench.type(typed(products[at]?.[line]?.[column]))
    await expect(workbench.failures).toHaveCount(spoiled.length - i - 1)
  }
  expect(await workbench.register()).toBe('250 products registered.')
  expect(faults.posts('/link/products')).toBe(3)
  const arrived = await server.registeredProducts(products.map(idOf))
  expect(arrived.map(one => one.shopProductId).toSorted()).toEqual(products.map(idOf).toSorted())
  await workbench.reload()
  await expect(operator.getByRole('button', { name: 'Registered 250', exact: true })).toBeVisible()
})

test('errors of the service are shown on their product: prices on both cells, an unknown code on the line', async ({
  openSheet,
  operator,
  server,
  faults,
}) => {
  const workbench = await openSheet(sheet)
  const products = freshProducts(4)
  const [priced = '', coded = ''] = products.map(idOf)
  await workbench.paste(block(products.flat(), sheet))
  await expect(operator.getByRole('button', { name: 'Ready 4', exact: true })).toBeVisible()
  const response = (ids: readonly string[]) => ({
    successCount: ids.length - 2,
    failureCount: 2,
    failures: [
      { shopProductId: priced, errorCode: 'INVALID_PRICE', message: '할인가가 정가보다 큽니다' },
      { shopProductId: coded, errorCode: 'BRAND_NOT_ALLOWED', message: '브랜드가 승인되지 않았습니다' },
    ],
  })
  await faults.set({ kind: 'response', response }, '/link/products')
  expect(await workbench.register()).toBe(
    '2 products registered. 2 products were rejected. See the errors for details.',
  )
  await expect(workbench.failures).toHaveCount(2)
  const first = workbench.row(priced)
  for (const column of ['productPrice', 'discountedProductPrice']) {
    const cell = await workbench.goTo(first, column)
    expect(await workbench.reason(cell)).toContain('할인가가 정가보다 큽니다')
  }
  expect(await workbench.reason(workbench.header(workbench.row(coded)))).toContain(
    '브랜드가 승인되지 않았습니다',
  )

  // Only rejected products are sent again: after a change, or after a review.
  await faults.reset()
  await workbench.write(first, 'productPrice', '99000')
  expect(await workbench.check()).toBe('2 products ready to register.')
  await expect(workbench.failures).toHaveCount(0)
  expect(await workbench.register()).toBe('2 products registered.')
  const arrived = await server.registeredProducts(products.map(idOf))
  expect(arrived.map(one => one.shopProductId).toSorted()).toEqual([priced, coded].toSorted())
  expect([...faults.numbers('/link/products')]).toEqual([
    [priced, 1],
    [coded, 1],
  ])
})

test('a repeated product id is found before anything is sent', async ({ openSheet, faults }) => {
  const workbench = await openSheet(sheet)
  const [first = [], second = []] = freshProducts(2)
  const twice = second.map((line, i) => (i === 0 ? { ...line, [KEY]: idOf(first) } : line))
  const [between = []] = freshProducts(1)
  await workbench.paste(block([...first, ...between, ...twice], sheet))
  await expect(workbench.failures).toHaveCount(2)
  await expect(workbench.failures.first()).toContainText(idOf(first))
  expect(faults.posts()).toBe(0)
})

test('codes of options in products without options are cleared together', async ({ openSheet, operator }) => {
  const workbench = await openSheet(sheet)
  const plain = (id: string) => ({
    [KEY]: id,
    productName: 'Cup',
    productPrice: '900',
    [option('shopOptionId')]: `${id}-1`,
  })
  await workbench.paste(block([plain('CUP-01'), plain('CUP-02')], sheet))
  await expect(workbench.failures).toHaveCount(2)
  await operator.getByRole('button', { name: 'Clear 2 values' }).click()
  const dialog = operator.getByRole('dialog', { name: /: clear 2 cells$/ })
  await expect(dialog.getByRole('listitem').first()).toContainText('CUP-01-1→blank')
  await dialog.getByRole('button', { name: 'Clear 2 values' }).click()
  await expect(workbench.announcement).toContainText('2 cells cleared. Undo to revert.')
  await expect(workbench.failures).toHaveCount(0)
  await expect(operator.getByRole('button', { name: 'Ready 2', exact: true })).toBeVisible()
})

test('a registered product is changed after an administrator allows it, and replaces the former one', async ({
  openSheet,
  operator,
  server,
}) => {
  const workbench = await openSheet(sheet)
  const [texts = []] = freshProducts(1)
  const id = idOf(texts)
  await workbench.paste(block(texts, sheet))
  expect(await workbench.register()).toBe('1 product registered.')
  const price = await workbench.goTo(workbench.row(id), 'productPrice')
  await workbench.type('77000')
  await expect(workbench.announcement).toContainText('ask an administrator to allow changes on its page')
  await expect(price).toHaveText(texts[0]?.productPrice ?? '')
  const draft = operator.url()

  await operator.goto(`/history?${new URLSearchParams({ q: id })}`)
  await operator.getByRole('link', { name: id, exact: true }).click()
  await operator.getByRole('button', { name: `More: ${id}` }).click()
  await operator.getByRole('menuitem', { name: 'Allow changes…' }).click()
  const dialog = operator.getByRole('dialog', { name: `Allow changes to product ${id}?` })
  await expect(dialog).toContainText('may replace the product that your shipping company has now')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('another price')
  await dialog.getByRole('button', { name: 'Allow changes', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await operator.goto(draft)
  await expect(workbench.active).toBeVisible()
  await workbench.write(workbench.row(id), 'productPrice', '77000')
  await workbench.saved()
  expect(await workbench.register()).toBe('1 product registered.')
  const arrived = await server.registeredProducts([id])
  expect(arrived).toHaveLength(1)
  expect(arrived[0]?.product).toMatchObject({ productPrice: 77000 })
})

test('a product that another draft registered is registered again once an administrator allows it', async ({
  openSheet,
  operator: page,
}) => {
  const [product = []] = freshProducts(1)
  const id = idOf(product)
  const first = await openSheet(sheet)
  await first.paste(block(product, sheet))
  expect(await first.register()).toBe('1 product registered.')

  const second = await openSheet(sheet)
  await second.paste(block(product, sheet))
  const elsewhere = page.getByRole('region', { name: 'In other drafts' })
  await expect(elsewhere).toContainText('ask an administrator to allow changes on its page under History')
  const draft = page.url()

  await page.goto(`/history?q=${id}`)
  await page.getByRole('main').getByRole('link', { name: id, exact: true }).click()
  const steps = page.getByRole('table', { name: 'Timeline' })
  await expect(steps.getByRole('row').last()).toContainText('Confirmed by the API')
  await expect(steps).not.toContainText('order ID')
  await expect(page.getByRole('region', { name: 'Option 1', exact: true })).toBeVisible()
  await page.getByRole('button', { name: `More: ${id}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Allow changes…' }).press('Enter')
  const release = page.getByRole('dialog', { name: `Allow changes to product ${id}?` })
  await release.getByRole('textbox', { name: 'Reason' }).fill('a new price')
  await page.keyboard.press('Enter')
  await expect(steps.getByRole('row').last()).toContainText(/Changes allowed\s*a new price/)
  // Its menu has nothing left to offer.
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Registration run' }).click()
  const products = page.getByRole('table', { name: 'Products' })
  await expect(products.getByRole('columnheader', { name: 'Product ID' })).toBeVisible()

  await page.goto(draft)
  await expect(second.active).toBeVisible()
  await expect(elsewhere).toHaveCount(0)
  expect(await second.register()).toBe('1 product registered.')
})
