import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { PRICE } from '../support/grid'

test('every icon button of the sheet says its name, and its key, on hover and on focus', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.paste(block(freshOrders(2).map(texts => ({ ...texts, [PRICE]: 'free' }))))
  await page.keyboard.press('Control+F')
  const tooltip = page.locator('.bg-tip')
  const shown = async (name: string, text: string) => {
    await page.mouse.move(0, 0)
    await expect(tooltip).toHaveCount(0)
    await page.getByRole('button', { name, exact: true }).first().hover()
    await expect(tooltip, name).toHaveText(text)
  }
  await shown('Undo', 'UndoCtrl+Z')
  await shown('Redo', 'RedoCtrl+Y')
  await shown('Insert row', 'Insert rowCtrl+Alt+=')
  await shown('Delete rows', 'Delete rowsCtrl+Alt+−')
  await shown('Find and replace', 'Find and replaceCtrl+F')
  await shown('Next error', 'Next errorF8')
  await shown('Match case', 'Match case')
  await shown('Copy all', 'Copy all')
  await shown('More tools', 'More tools')

  // By keyboard as well, and Escape closes it.
  await page.mouse.move(0, 0)
  await page.getByRole('textbox', { name: 'Find', exact: true }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(tooltip).toHaveText('CloseEsc')

  // No button on the screen has a shortcut for a name, or an icon without a name.
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('main button')]
      .filter(button => button.checkVisibility())
      .filter(button => {
        const name = button.getAttribute('aria-label') ?? button.textContent ?? ''
        return name.trim() === '' || /^(Ctrl|Alt|Shift|F\d|Esc)\b/.test(button.getAttribute('title') ?? '')
      })
      .map(button => button.outerHTML),
  )
  expect(nameless).toEqual([])
})

test('the more menu has a heading for each group, and nothing that the menu of a cell has for rows', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.paste(block(freshOrders(1)))
  await page.getByRole('button', { name: 'More tools' }).press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('group')).toHaveCount(4)
  for (const name of ['Download', 'Orders', 'Values', 'Draft'])
    await expect(menu.getByRole('group', { name })).toBeVisible()
  for (const name of ['Insert rows below', 'Duplicate rows', 'Delete rows', 'Move up'])
    await expect(menu.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await workbench.focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem', { name: /^Delete rows/ })).toContainText('Ctrl+Alt+−')
})
