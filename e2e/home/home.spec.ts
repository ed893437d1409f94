import type { Page } from 'playwright/test'
import { sheets } from '@/lib/sheet/schema/sheets'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { DraftsPage } from '../support/home'
import { registerWithLostResponse } from '../support/lost-response'
import { Workbench } from '../support/workbench'

test('home shows the status of a draft: what passed, what fails, and what is registered', async ({
  workbench,
  connection,
}) => {
  const orders = freshOrders(3).map((order, i) => (i === 1 ? { ...order, warehouseId: '77' } : order))
  await workbench.name('Listed at home')
  await workbench.paste(block(orders))
  const { page } = workbench
  const row = (await DraftsPage.open(page)).row('Listed at home')
  await expect(row).toContainText('3 orders')
  await expect(row).toContainText('Not checked yet')
  await page.getByRole('link', { name: 'Listed at home' }).click()
  expect(await workbench.check()).toBe('2 of 3 orders passed. 1 has errors.')
  const home = await DraftsPage.open(page)
  await expect(row).toContainText(`${connection.name}1 with errors2 passed`)
  await page.getByRole('link', { name: 'Listed at home' }).click()
  expect(await workbench.register()).toContain('2 orders registered.')
  await DraftsPage.open(page, '/orders/japan')
  await expect(home.row('Listed at home')).toContainText('1 with errors2 registered')
})

test('a draft is renamed and duplicated; the copy knows nothing of what was registered', async ({
  workbench,
}) => {
  const orders = freshOrders(2)
  await workbench.name('To be copied')
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toContain('2 orders registered.')
  const texts = await workbench.storedTexts()
  // All orders are registered: the draft is no longer listed as unfinished.
  const home = await DraftsPage.open(workbench.page)
  await expect(home.row('To be copied')).toHaveCount(0)
  await home.show('Finished')
  await home.act('To be copied', 'Rename')
  const field = home.page.getByRole('textbox', { name: 'New name for To be copied' })
  await expect(field).toBeFocused()
  await home.page.keyboard.type('Original')
  await home.page.keyboard.press('Enter')
  await expect(home.row('Original')).toContainText('2 registered')
  await home.act('Original', 'Duplicate')
  await expect(home.page.getByText('“Copy of Original” created, without registration results.')).toBeVisible()
  await home.show('To do')
  await expect(home.row('Copy of Original')).toContainText('2 orders')
  await expect(home.row('Copy of Original')).toContainText('Not checked yet')
  await home.page.getByRole('link', { name: 'Copy of Original' }).click()
  await expect(workbench.active).toBeVisible()
  expect(await workbench.storedTexts()).toEqual(texts)
  // The numbers are known to be registered, so nothing is sent again.
  expect(await workbench.check()).toBe('2 orders were skipped because they’re in other drafts.')
})

test('an archived draft leaves the list, and is restored by undo or from the archive', async ({
  workbench,
}) => {
  await workbench.name('Archived draft')
  await workbench.paste(block(freshOrders(1)))
  const home = await DraftsPage.open(workbench.page)
  await home.act('Archived draft', 'Archive')
  await expect(home.row('Archived draft')).toHaveCount(0)
  await home.page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(home.row('Archived draft')).toBeVisible()
  await home.act('Archived draft', 'Archive')
  await expect(home.row('Archived draft')).toHaveCount(0)
  await home.show('Archived')
  await home.act('Archived draft', 'Restore')
  await expect(home.row('Archived draft')).toHaveCount(0)
  await home.show('To do')
  await expect(home.row('Archived draft')).toBeVisible()
})

test('when the last draft of a list is restored, the focus moves to the page', async ({ openSheet }) => {
  const workbench = await openSheet(sheets.products)
  await workbench.name('Only one in the archive')
  await workbench.type('P-1')
  await workbench.saved()
  const list = await DraftsPage.open(workbench.page, '/products')
  await list.act('Only one in the archive', 'Archive')
  await list.show('Archived')
  await list.act('Only one in the archive', 'Restore')
  await expect(list.page.getByRole('row')).toHaveCount(0)
  await expect(list.page.getByRole('main')).toBeFocused()
})

test('several drafts are archived at once, and restored at once', async ({ workbench }) => {
  const names = ['Batch one', 'Batch two', 'Batch three']
  for (const [at, name] of names.entries()) {
    const draft = at === 0 ? workbench : await Workbench.openNew(workbench.page)
    await draft.name(name)
    await draft.paste(block(freshOrders(1)))
    await draft.saved()
  }
  const { page } = workbench
  const home = await DraftsPage.open(page)
  const bar = page.getByRole('region', { name: 'Selected drafts' })
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  await select('Batch one').check()
  await select('Batch three').focus()
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 drafts selected')
  await expectFlawless(page, 'selected drafts')
  // Escape closes a menu first, and then ends the selection.
  // It comes before the menu has the focus, as from an operator who is quick.
  await page
    .getByRole('button', { name: 'More actions for Batch two', exact: true })
    .evaluate(async (button: HTMLElement) => {
      button.click()
      while (button.ariaExpanded !== 'true') await Promise.resolve()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(bar).toContainText('2 drafts selected')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await select('Batch one').check()
  await select('Batch three').check()
  await bar.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('2 drafts archived.')).toBeVisible()
  await expect(home.row('Batch one')).toHaveCount(0)
  await expect(home.row('Batch three')).toHaveCount(0)
  await expect(home.row('Batch two')).toBeVisible()
  await expect(bar).toHaveCount(0)

  await home.show('Archived')
  await select('Batch one').check()
  await select('Batch three').check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expect(home.row('Batch one')).toHaveCount(0)
  await home.show('To do')
  await expect(home.row('Batch one')).toBeVisible()
  await expect(home.row('Batch three')).toBeVisible()
})

test('drafts that another tab archived meanwhile count as archived, and Undo restores them', async ({
  workbench,
}) => {
  await workbench.name('Archived twice')
  await workbench.paste(block(freshOrders(1)))
  const { page } = workbench
  const home = await DraftsPage.open(page)
  const select = (screen: Page) => screen.getByRole('checkbox', { name: 'Select Archived twice' }).check()
  const act = (screen: Page) =>
    screen.getByRole('region', { name: 'Selected drafts' }).getByRole('button', { name: 'Archive' }).click()
  await select(page)
  const elsewhere = await page.context().newPage()
  await DraftsPage.open(elsewhere)
  await select(elsewhere)
  await act(elsewhere)
  await expect(elsewhere.getByRole('button', { name: 'Undo' })).toBeVisible()
  await elsewhere.close()

  await act(page)
  await expect(page.getByText('“Archived twice” archived.')).toBeVisible()
  await expect(home.row('Archived twice')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(home.row('Archived twice')).toBeVisible()
})

test('a draft is not deleted while an outcome is unknown, and home names it first', async ({
  workbench,
  faults,
}) => {
  await workbench.name('In doubt')
  await workbench.paste(block(freshOrders(1)))
  expect(await workbench.check()).toBe('1 order passed.')
  expect(await registerWithLostResponse(workbench, faults)).toContain('1 order is unconfirmed')
  const home = await DraftsPage.open(workbench.page)
  const attention = home.page.getByRole('region', { name: 'Needs attention' })
  await expect(
    attention
      .getByRole('listitem')
      .filter({ hasText: '1 order unconfirmed' })
      .filter({ hasText: 'In doubt' }),
  ).toBeVisible()
  await expect(home.row('In doubt')).toContainText('1 unconfirmed')
  await home.act('In doubt', 'Delete…')
  await expect(home.question).toContainText('Can’t delete: 1 order is unconfirmed.')
  await expect(home.question.getByRole('button', { name: /Delete/ })).toHaveCount(0)
  await home.question.getByRole('button', { name: 'Close' }).click()
  await expect(home.row('In doubt')).toBeVisible()
})

test('deleting asks first, says that orders stay registered, and removes the texts', async ({
  workbench,
}) => {
  await workbench.name('To be deleted')
  const [good = {}, bad] = freshOrders(2)
  await workbench.paste(block([good, { ...bad, warehouseId: '77' }]))
  expect(await workbench.check()).toBe('1 of 2 orders passed. 1 has errors.')
  expect(await workbench.register()).toContain('1 order registered.')
  const url = workbench.page.url()
  const home = await DraftsPage.open(workbench.page)
  await home.act('To be deleted', 'Delete…')
  await expect(home.question).toContainText('1 registered order stays registered.')
  await home.page.keyboard.press('Escape')
  await expect(home.row('To be deleted')).toBeVisible()
  await home.act('To be deleted', 'Delete…')
  await home.question.getByRole('button', { name: 'Delete anyway' }).click()
  await expect(home.row('To be deleted')).toHaveCount(0)
  await expect(home.page.getByRole('button', { name: /^More actions for/ }).first()).toBeFocused()
  const response = await home.page.request.get(url)
  expect(response.status()).toBe(404)
})

test('a tab that has a deleted draft open says so, saves nothing in it, and keeps its lines as a new draft', async ({
  workbench,
}) => {
  await workbench.name('Deleted elsewhere')
  await workbench.paste(block(freshOrders(2)))
  const before = workbench.page.url()
  const texts = await workbench.storedTexts()
  const home = await DraftsPage.open(await workbench.page.context().newPage())
  await home.act('Deleted elsewhere', 'Delete…')
  await home.question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(home.row('Deleted elsewhere')).toHaveCount(0)

  await workbench.page.bringToFront()
  await workbench.write(workbench.row(numberOf(texts[0])), 'recipient.name', '髙橋')
  await expect(workbench.page.getByRole('alert').filter({ hasText: 'This draft was deleted' })).toBeVisible()
  expect(await workbench.storedTexts()).toEqual([])
  await workbench.page.getByRole('button', { name: 'Save as a new draft' }).click()
  await workbench.saved()
  expect(workbench.page.url()).not.toBe(before)
  const kept = texts.map((line, i) => (i === 0 ? { ...line, 'recipient.name': '髙橋' } : line))
  expect(await workbench.storedTexts()).toEqual(kept)
  await workbench.reload()
  expect(await workbench.lines()).toHaveLength(2)
})

test('a tab that has an archived draft open saves again once it is restored', async ({ workbench }) => {
  await workbench.name('Archived elsewhere')
  await workbench.focus()
  await workbench.type('A-1')
  await workbench.saved()
  const home = await DraftsPage.open(await workbench.page.context().newPage())
  await home.act('Archived elsewhere', 'Archive')
  await expect(home.row('Archived elsewhere')).toHaveCount(0)
  await workbench.page.bringToFront()
  await workbench.focus()
  await workbench.type('A-2')
  await expect(workbench.page.getByRole('alert').filter({ hasText: 'was archived by' })).toBeVisible()
  await workbench.page.getByRole('button', { name: 'Restore' }).click()
  await workbench.saved()
  await expect(workbench.page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  expect((await workbench.storedTexts()).map(numberOf)).toEqual(['A-1', 'A-2'])
})
