import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('the history of a cell names its texts and who saved them, and an earlier one is restored, all by keyboard', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const [order = {}] = freshOrders(1)
  await workbench.paste(block([{ ...order, 'recipient.name': '山田 花子' }]))
  const column = 'recipient.name'
  const cell = () => workbench.cell(workbench.row(numberOf(order)), column)
  await cell().click()
  await workbench.type('田中 一郎')
  await workbench.saved()

  const dialog = page.getByRole('dialog', { name: 'History of Recipient name' })
  const open = async () => {
    await cell().click()
    await keyboard.press('Shift+F10')
    const entry = page.getByRole('menuitem', { name: 'Cell history…' })
    await expect(entry).toBeVisible()
    await entry.press('Enter')
  }
  await open()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').nth(0)).toContainText(/^田中 一郎You · .+Now$/)
  await expect(dialog.getByRole('listitem').nth(1)).toContainText(/^山田 花子You · .+Restore$/)
  await expect(dialog).toContainText(`Order number ${numberOf(order)}`)
  await expectFlawless(page, 'history of a cell', { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(workbench.announcement).toContainText('The earlier value is back in the cell.')
  await expect(cell()).toHaveText('山田 花子')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()

  await workbench.saved()

  // An edit that was not saved yet is saved first. Undo is an edit like others.
  await keyboard.press('Control+z')
  await open()
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await expect(dialog.getByRole('listitem').first()).toContainText('田中 一郎')
  await keyboard.press('Escape')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
})
