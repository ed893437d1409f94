import { block, freshOrders, numberOf } from '../support/blocks'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { columns, NUMBER } from '../support/grid'
import { chooseByArrows } from '../support/keyboard/choose-by-arrows'

test('orders are checked and registered using only the keyboard, without a walk through the toolbar', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const lines = freshOrders(3)
  await workbench.paste(block(lines))
  await expect(workbench.registerButton.locator('[data-text="Ctrl+F9"]')).toBeVisible()
  await expect(workbench.registerButton).toHaveAttribute('aria-keyshortcuts', 'Control+F9')
  await keyboard.press('Control+F9')
  await expect(workbench.announcement).toHaveText('No orders to register. Press Check first.')
  await keyboard.press('F9')
  await expect(workbench.announcement).toHaveText('3 orders passed.')
  await keyboard.press('Control+F9')
  await expect(workbench.announcement).toHaveText('3 orders registered.')
  await keyboard.press('Control+F9')
  await expect(workbench.announcement).toHaveText('No orders to register.')
  await expect(workbench.header(workbench.row(numberOf(lines[0]))).getByRole('img')).toHaveAccessibleName(
    'registered',
  )

  // Keys that find nothing say so.
  await keyboard.press('F8')
  await expect(workbench.announcement).toHaveText('No problems.')
  await keyboard.press('Alt+F8')
  await expect(workbench.announcement).toHaveText('No warnings.')
})

test('F6 reaches the summary of an import and the result of a run', async ({ workbench }) => {
  const { page } = workbench
  const { keyboard } = page
  const [order = {}] = freshOrders(1)
  const files = new Files(workbench)
  await files.drop({ name: 'orders.tsv', bytes: Buffer.from(block([order])) })
  const summary = await files.importedSummary('orders.tsv')
  await keyboard.press('F9')
  await expect(workbench.announcement).toHaveText('1 order passed.')
  await keyboard.press('Control+F9')
  await expect(workbench.announcement).toHaveText('1 order registered.')
  await workbench.focus()
  for (const region of ['errors', 'warnings', 'imports']) {
    await keyboard.press('F6')
    await expect(page.locator(`[data-region=${region}]:focus-within`)).toBeVisible()
  }
  await expect(summary.getByRole('button').first()).toBeFocused()
  await keyboard.press('F6')
  await expect(page.getByRole('link', { name: 'Download IDs' })).toBeFocused()
  await keyboard.press('F6')
  await expect(page.locator('[data-region=footer]:focus-within')).toBeVisible()
  await keyboard.press('Shift+F6')
  await keyboard.press('Escape')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
})

test('F6 goes through every part of the screen, and Shift+F6 back', async ({ workbench }) => {
  const { page } = workbench
  const { keyboard } = page
  await workbench.paste(block(freshOrders(1)))
  const region = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region)
  const walk = async (key: string, count: number) => {
    const seen: (string | undefined)[] = []
    for (let i = 0; i < count; i++) {
      await keyboard.press(key)
      seen.push(await region())
    }
    return seen
  }
  const after = ['errors', 'warnings', 'footer', 'bar', 'tools', 'sheet']
  expect(await walk('F6', 6)).toEqual(after)
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
  expect(await walk('Shift+F6', 6)).toEqual([...after.slice(0, 5).reverse(), 'sheet'])
  // The form is one of them while it is open, and takes the focus to the field of the active cell.
  await keyboard.press('Control+m')
  await expect.poll(region).toBe('record')
  expect(await walk('Shift+F6', 1)).toEqual(['sheet'])
  expect(await walk('F6', 2)).toEqual(['record', 'errors'])
})

test('Tab leaves the sheet after its filled rows and skips the blank ones', async ({ workbench }) => {
  const { page } = workbench
  const { keyboard } = page
  const lines = freshOrders(2)
  await workbench.paste(block(lines))
  await keyboard.press('Control+Home')
  await keyboard.press('End')
  await keyboard.press('Tab')
  await expect.poll(() => workbench.where()).toEqual({ number: numberOf(lines[1]), column: columns[0] })
  await keyboard.press('End')
  await keyboard.press('Tab')
  await expect(page.locator('.grid-overlay textarea')).not.toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()

  // Who types a new row stays in the sheet: Tab goes on, at the end of the row to the next one.
  await keyboard.press('ArrowDown')
  await keyboard.press('Home')
  await keyboard.type('1')
  await keyboard.press('Tab')
  await expect(workbench.active).toHaveAttribute('data-column', columns[1] ?? '')
  await keyboard.press('End')
  await keyboard.type('x')
  await keyboard.press('Tab')
  await expect(workbench.active).toHaveAttribute('data-column', columns[0] ?? '')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
})

test('Ctrl with = and − is left to the zoom of the browser; with Alt it inserts and deletes rows', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const lines = freshOrders(2)
  await workbench.paste(block(lines))
  const numbers = () =>
    page.evaluate(
      column =>
        [...document.querySelectorAll(`[data-line] [data-column="${column}"]`)]
          .slice(0, 4)
          .map(cell => cell.textContent),
      NUMBER,
    )
  const [first, second] = lines.map(numberOf)
  await page.evaluate(() =>
    window.addEventListener('keydown', event => {
      document.documentElement.dataset.prevented = String(event.defaultPrevented)
      // The page itself must not zoom while it is tested.
      event.preventDefault()
    }),
  )
  const prevented = () => page.evaluate(() => document.documentElement.dataset.prevented)
  for (const key of ['Control+=', 'Control+-', 'Control+Shift+=']) {
    await keyboard.press(key)
    expect(await prevented(), key).toBe('false')
  }
  expect(await numbers()).toEqual([first, second, '', ''])
  await keyboard.press('Control+Home')
  await keyboard.press('Control+Alt+=')
  await expect.poll(numbers).toEqual([first, '', second, ''])
  await keyboard.press('Control+Alt+-')
  await expect.poll(numbers).toEqual([first, second, '', ''])
  await keyboard.press('Control+Home')
  await keyboard.press('Control+Alt+Shift+=')
  await expect.poll(numbers).toEqual(['', first, second, ''])
})

test('Escape leads from the bars and lists around the sheet back to the active cell', async ({
  workbench,
}) => {
  const { page } = workbench
  const [order] = freshOrders(1)
  await workbench.paste(block([{ ...order, 'recipient.zipCode': '', 'items[].quantity': '0' }]))
  for (const region of ['errors', 'warnings', 'footer', 'bar', 'tools']) {
    const inRegion = page.locator(`[data-region=${region}]:focus-within`)
    for (let presses = 0; presses < 8 && (await inRegion.count()) === 0; presses++)
      await page.keyboard.press('F6')
    // In the name of the draft, the first control of the bar, Escape is that of the field.
    if (region === 'bar') await page.keyboard.press('Tab')
    await expect(inRegion, region).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.grid-overlay textarea'), region).toBeFocused()
  }
})

test('the focus stays in the list of errors when the error that had it is gone', async ({ workbench }) => {
  const { page } = workbench
  const [order = {}] = freshOrders(1)
  await workbench.paste(block([{ ...order, 'recipient.zipCode': '' }]))
  await workbench.goTo(workbench.row(numberOf(order)), 'recipient.contact')
  await page.keyboard.press('Delete')
  const entries = page.getByRole('region', { name: 'Errors' }).getByRole('listitem').getByRole('button')
  await expect(entries).toHaveCount(2)
  const focused = page.locator('[data-region=errors]:focus-within')
  for (const left of [1, 0]) {
    await entries.last().focus()
    await page.keyboard.press('Control+z')
    await expect(entries).toHaveCount(left)
    await expect(focused).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
})

test('the keys of the sheet do nothing behind a dialog, and while its list of choices is open', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  await workbench.paste(block(freshOrders(2)))
  const form = page.getByRole('region', { name: 'Form', exact: true })
  await keyboard.press('Control+G')
  const number = page.getByRole('dialog', { name: 'Go to order' }).getByRole('combobox')
  await expect(number).toBeFocused()
  await keyboard.press('Control+m')
  await keyboard.press('1')
  await expect(number).toHaveValue('1')
  await expect(form).toHaveCount(0)
  await keyboard.press('Escape')

  await keyboard.press('Control+Home')
  await workbench.type('Z-1')
  await keyboard.press('Control+G')
  await expect(number).toBeFocused()
  // The browser undoes what was typed last anywhere on the page.
  await keyboard.press('Control+z')
  await keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: 'Z-1', exact: true })).toBeVisible()
  await workbench.chooseTool('Fill blanks…')
  const dialog = page.getByRole('dialog', { name: 'Fill blanks' })
  const scope = dialog.getByRole('combobox', { name: 'Apply to' })
  await scope.press('Enter')
  const choices = page.getByRole('listbox')
  await expect(choices.locator('[role=option]:focus')).toHaveCount(1)
  for (const key of ['Control+z', 'Control+m', 'Control+f', 'F8', 'Control+k', '?']) await keyboard.press(key)
  await expect(choices.locator('[role=option]:focus')).toHaveCount(1)
  await chooseByArrows(choices, /^All/, { role: 'option' })
  await expect(scope).toBeFocused()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('search')).toHaveCount(0)
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: 'Z-1', exact: true })).toBeVisible()
})

test('behind a dialog, undo changes no field of the form and Ctrl+S does not save the page as a file', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  await workbench.paste(block(freshOrders(1)))
  await keyboard.press('Control+m')
  // Behind a dialog, fields have no names.
  const name = page.locator('[data-field="recipient.name"] textarea')
  await name.fill('')
  await name.pressSequentially('田中')
  await keyboard.press('Control+G')
  const number = page.getByRole('dialog', { name: 'Go to order' }).getByRole('combobox')
  await expect(number).toBeFocused()
  await page.evaluate(() =>
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      document.body.dataset.kept = `${key} ${defaultPrevented}`
    }),
  )
  await keyboard.press('Control+s')
  await expect(page.locator('body')).toHaveAttribute('data-kept', 's true')
  await keyboard.press('Control+z')
  await keyboard.press('Control+z')
  await expect(name).toHaveValue('田中')
  await keyboard.type('1')
  await keyboard.press('Control+z')
  await expect(number).toHaveValue('')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await name.press('Control+z')
  await expect(name).not.toHaveValue('田中')
})

test('an open menu keeps the keys of the sheet to itself', async ({ workbench }) => {
  const { page } = workbench
  const { keyboard } = page
  const [order] = freshOrders(1)
  await workbench.paste(block([{ ...order, 'recipient.zipCode': '' }]))
  await page.getByRole('button', { name: 'More tools' }).press('Enter')
  const focused = page.getByRole('menu').locator('[role=menuitem]:focus')
  await expect(focused).toHaveCount(1)
  for (const key of ['F8', 'Control+m', 'Control+k', 'F6']) {
    await keyboard.press(key)
    await expect(focused, key).toHaveCount(1)
  }
  // The browser would search the page, which has only the rows on the screen.
  await page.evaluate(() =>
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      document.body.dataset.kept = `${key} ${defaultPrevented}`
    }),
  )
  await keyboard.press('Control+f')
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'f true')
  await expect(focused).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More tools' })).toBeFocused()
  await keyboard.press('F8')
  await expect(workbench.active).toHaveAttribute('data-column', 'recipient.zipCode')
})
