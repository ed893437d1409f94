import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { ITEM, NAME, NUMBER, PRICE, Sheet, wide, withPaths, ZIP } from '../support/grid'
import { Ime, korean } from '../support/keyboard/ime'
import { RecordPanel } from '../support/record-panel'

test.use({ viewport: wide })

const two = () =>
  withPaths(
    [NUMBER, NAME, ZIP, ITEM, PRICE],
    [
      { [NUMBER]: 'A', [NAME]: '山田', [ZIP]: '150-0041', [ITEM]: 'Wallet', [PRICE]: '100' },
      { [ITEM]: 'Belt', [PRICE]: '1O0' },
      { [NUMBER]: 'B', [NAME]: '佐藤', [ZIP]: '', [ITEM]: 'Cup', [PRICE]: '5' },
    ],
  )

test('text that is typed in the form appears in the sheet and vice versa, and undo covers both', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.goTo(1, NAME)
  await operator.getByRole('button', { name: 'Open as form' }).click()
  await expect(form.title).toHaveText('Order 1 of 2')
  const name = form.field('Recipient', 'Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('山田')
  await name.fill('髙橋 가나 ')
  await name.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('髙橋 가나 ')
  // Without leaving the field: after a pause.
  const price = form.field('Item 2', 'Price')
  await price.fill('007.50')
  await expect(sheet.cell(2, PRICE)).toHaveText('007.50')
  await expect(price).toBeFocused()

  await sheet.goTo(1, ZIP)
  await sheet.type('530-0001')
  await sheet.press('Enter')
  await expect(form.field('Recipient', 'Postal code')).toHaveValue('530-0001')
  await sheet.press('Control+Z', 'Control+Z', 'Control+Z')
  await expect(form.field('Recipient', 'Postal code')).toHaveValue('150-0041')
  await expect(price).toHaveValue('1O0')
  await expect(name).toHaveValue('山田')
  await sheet.press('Control+Y')
  await expect(name).toHaveValue('髙橋 가나 ')
  // Undo from the form reverts the form's own edit.
  await name.fill('x')
  await name.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('x')
  await name.press('Control+Z')
  await expect(name).toHaveValue('髙橋 가나 ')
  await expect(sheet.cell(1, NAME)).toHaveText('髙橋 가나 ')
  // A half-typed text is the newest act.
  await name.fill('half')
  await operator.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('髙橋 가나 ')
  await operator.getByRole('button', { name: 'Redo' }).click()
  await expect(sheet.cell(1, NAME)).toHaveText('half')
})

test('typed text survives every interruption: a click on the sheet, another order, closing, a reload', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.goTo(1, NAME)
  await sheet.press('Control+m')
  const name = form.field('Recipient', 'Name')
  await name.fill('typed A')
  await sheet.goTo(3, NAME)
  await expect(form.title).toHaveText('Order 2 of 2')
  await expect(name).toHaveValue('佐藤')
  await expect(sheet.cell(1, NAME)).toHaveText('typed A')
  await expect(sheet.cell(3, NAME)).toHaveText('佐藤')
  await name.fill('typed B')
  await form.button('Previous order').click()
  await expect(name).toHaveValue('typed A')
  await expect(sheet.cell(3, NAME)).toHaveText('typed B')
  await name.fill('typed C')
  await name.press('Escape')
  await expect(form.root).toHaveCount(0)
  await expect(sheet.cell(1, NAME)).toHaveText('typed C')
  await expect(operator.locator('[data-save]')).toHaveAttribute('data-save', 'saved')
  await operator.reload()
  await expect(sheet.cell(1, NAME)).toHaveText('typed C')
})

test('each field shows its rule and its error, and the error disappears once the text is valid', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.goTo(2, PRICE)
  await sheet.press('Control+m')
  const price = form.field('Item 2', 'Price')
  await expect(price).toBeFocused()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  expect(await form.description(price)).toBe('“1O0” isn’t a valid number. Enter digits, such as 12500.')
  await price.fill('100')
  await expect(price).not.toHaveAttribute('aria-invalid')
  await price.fill('-1')
  await expect.poll(() => form.description(price)).toContain('Price is -1. Check this before registering.')
  await expect(price).not.toHaveAttribute('aria-invalid')
  const zip = form.field('Recipient', 'Postal code')
  await expect(zip).toHaveAttribute('aria-required', 'true')
  await zip.fill('1'.repeat(31))
  await expect.poll(() => form.description(zip)).toContain('31 / 30')
  await expect.poll(() => form.description(zip)).toContain('Use 30 or fewer')
  const failures = operator.getByRole('region', { name: 'Errors' })
  await failures
    .getByRole('listitem')
    .filter({ hasText: '1'.repeat(31) })
    .getByRole('button')
    .click()
  await expect(sheet.cell(1, ZIP)).toHaveAttribute('data-active')
})

test('a choice is found by its label, and any other text is possible', async ({ operator }) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.press('Control+m')
  const origin = form.field('Item 1', 'Origin')
  await origin.fill('kore')
  await operator.getByRole('option', { name: /South Korea/ }).click()
  await expect(origin).toHaveValue('KR')
  const declared = form.field('Order', 'Declared')
  await declared.fill('maybe')
  await declared.press('Escape')
  await expect(declared).toHaveValue('maybe')
  await declared.press('Tab')
  await expect.poll(() => form.description(declared)).toContain('“maybe” isn’t valid. Enter Yes or No.')
})

test('using only the keyboard: to the form and back, from order to order, lines added and deleted', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.goTo(1, ZIP)
  await sheet.press('Control+m')
  const zip = form.field('Recipient', 'Postal code')
  await expect(zip).toBeFocused()
  await sheet.press('Shift+F6')
  await expect(sheet.editor).toBeFocused()
  await sheet.press('ArrowLeft', 'F6')
  await expect(form.field('Recipient', 'Email')).toBeFocused()
  await sheet.press('Alt+PageDown')
  await expect(form.title).toHaveText('Order 2 of 2')
  await expect(form.button('Next order')).toHaveAttribute('aria-disabled', 'true')
  await form.button('Add item').focus()
  await sheet.press('Enter')
  const item = form.field('Item 2', 'Item')
  await expect(item).toBeFocused()
  await sheet.type('Ring')
  await sheet.press('Tab')
  await expect(sheet.cell(4, ITEM)).toHaveText('Ring')
  await form.button('Delete item 1').focus()
  await sheet.press('Enter')
  await expect(form.field('Item 1', 'Item')).toHaveValue('Ring')
  await expect(form.field('Item 1', 'Item')).toBeFocused()
  // The texts of the whole order stay.
  await expect(sheet.cell(3, NAME)).toHaveText('佐藤')
  await expect(sheet.cell(3, ITEM)).toHaveText('Ring')
  await sheet.press('Control+z')
  await expect(form.field('Item 1', 'Item')).toHaveValue('Cup')
  await sheet.press('Escape')
  await expect(form.root).toHaveCount(0)
  await expect(sheet.editor).toBeFocused()
})

test('shortcuts work while the focus is on a button that has nothing to do', async ({ operator }) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  await sheet.goTo(1, NAME)
  await sheet.press('Control+m')
  const previous = form.button('Previous order')
  await previous.focus()
  await expect(previous).toBeDisabled()
  await sheet.press('Enter')
  await expect(form.title).toHaveText('Order 1 of 2')
  await sheet.press('Alt+PageDown')
  await expect(form.title).toHaveText('Order 2 of 2')
  await form.button('Next order').focus()
  await sheet.press('Escape')
  await expect(form.root).toHaveCount(0)
  await expect(sheet.editor).toBeFocused()
})

test('an input method composes in a field, and half a syllable reaches no cell', async ({ operator }) => {
  const sheet = await Sheet.open(operator, two())
  const form = new RecordPanel(operator)
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await sheet.press('Control+m')
  const name = form.field('Recipient', 'Name')
  await name.fill('')
  await expect(sheet.cell(1, NAME)).toHaveText('')
  await ime.compose(korean.steps)
  await expect(name).not.toHaveValue('')
  await ime.commit(korean.text)
  await expect(name).toHaveValue(korean.text)
  await name.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText(korean.text)
})

test('an order is entered in the form of a blank line', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const form = new RecordPanel(operator)
  await sheet.press('Control+m')
  await expect(form.title).toHaveText('New order')
  await expect(form.button('Add item')).toHaveAttribute('aria-disabled', 'true')
  await form.field('Order', 'Order no.').fill('N-1')
  await form.field('Item 1', 'Item').fill('Wallet')
  await sheet.press('Tab')
  await expect(form.title).toHaveText('Order 1 of 1')
  await expect(sheet.cell(1, NUMBER)).toHaveText('N-1')
  await expect(sheet.cell(1, ITEM)).toHaveText('Wallet')
})

test('images load on request, and only those that were there at that time', async ({
  operator,
  expectedErrors,
}) => {
  const image = 'items[].imageUrl'
  const loaded: string[] = []
  await operator.route(/images\.example/, (route, request) => {
    loaded.push(new URL(request.url()).pathname)
    expect(request.headers().referer).toBeUndefined()
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
    if (request.url().includes('broken')) return route.fulfill({ status: 404 })
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
  expectedErrors.push(/404/)
  const address = (name: string) => ({ [image]: `http://images.example/${name}` })
  await Sheet.open(
    operator,
    withPaths([NUMBER, image], [{ [NUMBER]: 'A', ...address('1.svg') }, address('broken.svg')]),
  )
  const form = new RecordPanel(operator)
  await operator.keyboard.press('Control+m')
  await expect(form.button('Show 2 images')).toBeVisible()
  expect(loaded).toEqual([])
  await form.button('Show 2 images').click()
  await expect(form.root.getByRole('img', { name: 'Item image URL, image 1' }).first()).toBeVisible()
  // An image far below loads when it is near the view.
  await form.field('Item 2', 'Image URL').scrollIntoViewIfNeeded()
  await expect(form.root.getByText('can’t be shown')).toBeVisible()
  expect(loaded.toSorted()).toEqual(['/1.svg', '/broken.svg'])
  await form.field('Item 1', 'Image URL').fill('http://images.example/2.svg')
  await expect(form.button('Show 1 image')).toBeEnabled()
  expect(loaded).not.toContain('/2.svg')
})

test('a registered order is read-only and shows its id', async ({ workbench }) => {
  const orders = freshOrders(2)
  await workbench.paste(block(orders))
  await workbench.check()
  await workbench.register()
  const form = new RecordPanel(workbench.page)
  const row = workbench.row(numberOf(orders[1]))
  const orderId = await workbench.cell(row, 'orderId').textContent()
  await workbench.cell(row, NUMBER).click()
  await workbench.page.keyboard.press('Control+m')
  await expect(form.title).toHaveText('Order 2 of 2')
  await expect(form.root.getByText(`Registered with order ID ${orderId}.`)).toBeVisible()
  await expect(form.field('Recipient', 'Name')).toHaveAttribute('readonly', '')
  await expect(form.field('Recipient', 'Country')).toHaveAttribute('readonly', '')
  await expect(form.button('Add item')).toHaveCount(0)
})
