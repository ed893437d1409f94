import { expectFlawless } from '../support/axe'
import { DeskSearch } from '../support/desk-search'
import { expect, test } from '../support/fixtures'
import { hydrated } from '../support/hydrated'

test('the list of keys opens from every page by ?, from the menu of the account and from the search', async ({
  operator: page,
}) => {
  const heading = page.getByRole('heading', { name: 'Keyboard shortcuts', level: 1 })
  await page.goto('/history')
  await hydrated(page)

  // In a text field it is a text.
  const field = page.getByPlaceholder('Order number, order ID or recipient')
  await field.fill('')
  await field.press('?')
  await expect(field).toHaveValue('?')
  await expect(heading).toHaveCount(0)

  await field.blur()
  await page.keyboard.press('?')
  await page.waitForURL('**/shortcuts')
  await expect(heading).toBeVisible()
  await expect(page.getByText('Register', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('fill down')
  await expect(page.getByRole('definition')).toHaveText(['Ctrl+D'])
  await expectFlawless(page, 'the list of keys')

  await page.goto('/')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(heading).toBeVisible()

  await page.goto('/')
  await hydrated(page)
  const search = new DeskSearch(page)
  await search.openByKeys()
  await search.field.fill('keyboard')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/shortcuts')
})

test('in a sheet the key shows the list beside the rows', async ({ workbench }) => {
  const { page } = workbench
  await workbench.checkButton.focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('region', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page).toHaveURL(/\/orders\/japan\//)
})

test('on a Mac the keys are written as there, and are found by the names that they have elsewhere', async ({
  operator,
}) => {
  // A page of its own: the operator's goes on to other journeys.
  const page = await operator.context().newPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }))
  await page.goto('/shortcuts')
  for (const sought of ['ctrl+d', '⌘D']) {
    await page.getByRole('textbox', { name: 'Search shortcuts' }).fill(sought)
    await expect(page.getByRole('definition').filter({ hasText: /^⌘D$/ })).toHaveCount(1)
  }
})
