import { readFile as readBytes } from 'node:fs/promises'
import { readFile } from '@/lib/files/read'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

const ID = 'orderId'
const CITY = 'recipient.city'

/** Three orders, the second with two items. */
function threeOrders() {
  const orders = freshOrders(3)
  const [first = {}, second = {}, third = {}] = orders
  const lines = [first, second, { ...second, 'items[].name': 'Second item' }, third]
  return { lines, numbers: orders.map(numberOf) }
}

test('after registering, rows keep their numbers and the order IDs have a column to copy, filter and find', async ({
  workbench,
  server,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const { lines, numbers } = threeOrders()
  const heading = page.getByRole('columnheader', { name: 'Order ID', exact: true })
  await workbench.paste(block(lines))
  expect((await workbench.lines()).map(line => line.header)).toEqual(['1', '2', '3'])
  await expect(heading).toHaveCount(0)
  await workbench.check()
  expect(await workbench.register()).toBe('3 orders registered.')

  const ids = (await server.registered(numbers)).map(one => one.orderId)
  const [first = '', second = '', third = ''] = ids
  const shown = (await workbench.lines()).map(line => [line.header, line.orderId])
  expect(shown).toEqual([
    ['1', first],
    ['2', second],
    ['3', third],
  ])
  await keyboard.press('Control+Home')
  const item = await workbench.rowBelow(workbench.row(numbers[1] ?? ''), 1)
  await expect(workbench.header(item)).toHaveText('')
  await expect(workbench.cell(item, ID)).toHaveText('')
  const row = workbench.row(numbers[0] ?? '')
  await expect(heading).toHaveAttribute('aria-colindex', '2')
  await expect(workbench.cell(row, ID)).toHaveAttribute('aria-colindex', '2')
  await expect(workbench.cell(row, NUMBER)).toHaveAttribute('aria-colindex', '3')

  // Copied as a whole column, and as part of a block.
  await heading.click()
  await keyboard.press('Control+C')
  await expect(workbench.announcement).toContainText('copied')
  expect((await clipboard()).trimEnd()).toBe([first, second, '', third].join('\n'))
  await workbench.cell(row, ID).click()
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('Control+C')
  await expect.poll(clipboard).toBe(`${first}\t${numbers[0]}`)

  // Found by its value, in the whole sheet: with several cells selected, only those would be searched.
  await workbench.cell(row, NUMBER).click()
  await keyboard.press('Control+F')
  const find = page.getByRole('search')
  await find.getByRole('textbox', { name: 'Find' }).fill(third)
  await keyboard.press('Enter')
  await expect.poll(() => workbench.where()).toEqual({ number: numbers[2], column: ID })
  await keyboard.press('Escape')

  // Filtered from its menu, by a part of the text.
  await heading.hover()
  await page.getByRole('button', { name: 'Order ID menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unpin' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Filter by values…' }).click()
  const values = page.getByRole('dialog', { name: 'Filter Order ID' })
  await expect(values.getByRole('listitem')).toHaveCount(3)
  await values.getByRole('textbox', { name: 'Search values' }).fill(second)
  await keyboard.press('Enter')
  await expect(workbench.announcement).toHaveText('1 order shown.')
  expect((await workbench.lines()).map(line => line.header)).toEqual(['2'])
  await page.getByRole('button', { name: 'Remove: Order ID' }).click()
  await expect.poll(async () => (await workbench.lines()).length).toBe(3)

  // A download of the rows has the ids beside them.
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'More tools' }).click()
      await page.getByRole('menuitem', { name: 'Download all' }).click()
    })(),
  ])
  const read = await readFile('saved.xlsx', new Uint8Array(await readBytes(await saved.path())))
  const written = read.ok ? (read.book.tables[0]?.rows.slice() ?? []).map(row => [...row]) : []
  const at = written[0]?.indexOf('_orderId') ?? -1
  expect(written.slice(1).map(row => row[at])).toEqual([first, second, '', third])

  // Hidden and shown like any column; the layout is kept.
  await page.getByRole('button', { name: /^Columns/ }).click()
  const box = page.getByRole('checkbox', { name: /^Order ID/ })
  await box.uncheck()
  await expect(heading).toHaveCount(0)
  await box.check()
  await keyboard.press('Escape')
  await expect(heading).toBeVisible()
  await workbench.reload()
  await expect(heading).toBeVisible()
  await expect(workbench.cell(row, ID)).toHaveText(first)
})

test('using only the keyboard, its cells are reached and read, and refuse every change', async ({
  workbench,
  server,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const { lines, numbers } = threeOrders()
  await workbench.paste(block(lines))
  await keyboard.press('F9')
  await expect(workbench.announcement).toHaveText('3 orders passed.')
  await keyboard.press('Control+F9')
  await expect(workbench.announcement).toHaveText('3 orders registered.')
  const ids = (await server.registered(numbers)).map(one => one.orderId)
  const stored = JSON.stringify(await workbench.storedTexts())

  await keyboard.press('Control+Home')
  await expect(workbench.active).toHaveAttribute('data-column', ID)
  await expect(workbench.active).toHaveText(ids[0] ?? '')
  await expect(workbench.active).toHaveAttribute('aria-readonly', 'true')
  await expectFlawless(page, 'the sheet with order IDs')
  await keyboard.press('Control+C')
  await expect(workbench.announcement).toContainText('1 cell copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ids[0])

  const refused = 'Order ID comes from the shipping API. It can’t be edited.'
  const cell = workbench.active
  const refuses = async (act: () => Promise<void>, sentence = refused) => {
    await act()
    await expect(workbench.announcement).toContainText(sentence)
    await expect(cell).toHaveAttribute('data-column', ID)
  }
  await refuses(() => keyboard.type('7'))
  await expect(page.locator('.grid-overlay textarea')).toHaveValue('')
  await keyboard.press('ArrowDown')
  await refuses(() => keyboard.press('Delete'))
  await refuses(() => keyboard.press('Control+X'))
  await page.evaluate(() => navigator.clipboard.writeText('8\t9'))
  await refuses(() => keyboard.press('Control+V'), 'Nothing was pasted. Order ID can’t be edited.')
  // A question mark cannot be a text here: it lists the keys, as the footer says.
  const keys = page.getByRole('region', { name: 'Keyboard shortcuts' })
  await keyboard.press('?')
  await expect(keys).toBeVisible()
  await keyboard.press('Escape')
  await expect(keys).toBeHidden()
  // The blank row below the orders refuses as well.
  await keyboard.press('Control+ArrowDown')
  await refuses(() => keyboard.press('F2'))
  await workbench.saved()
  expect(JSON.stringify(await workbench.storedTexts())).toBe(stored)
  expect((await workbench.lines()).map(line => line.orderId)).toEqual(ids)

  await keyboard.press('Control+Home')
  await keyboard.press('Control+Shift+L')
  await keyboard.type(ids[2] ?? '')
  await keyboard.press('Enter')
  await expect(workbench.announcement).toHaveText('1 order shown.')
  expect((await workbench.lines()).map(line => line.header)).toEqual(['3'])
})

test('registered rows that are copied into another draft bring their texts into the right columns', async ({
  workbench,
}) => {
  const { page } = workbench
  const { lines, numbers } = threeOrders()
  await workbench.paste(block(lines))
  await workbench.check()
  await workbench.register()
  const first = workbench.row(numbers[0] ?? '')
  await workbench.header(first).click()
  await page.keyboard.press('Control+C')
  await expect(workbench.announcement).toContainText('copied')

  const other = await Workbench.openNew(page)
  await other.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+V')
  await expect(other.announcement).toContainText('Order ID can’t be edited')
  await other.saved()
  const [pasted = {}] = await other.storedTexts()
  expect([pasted[NUMBER], pasted[CITY]]).toEqual([numbers[0], lines[0]?.[CITY]])
  expect(pasted).not.toHaveProperty(ID)
})

test('the column that comes with a registration leaves the active cell wholly in view', async ({
  workbench,
}) => {
  const { page, active } = workbench
  await workbench.paste(block(freshOrders(2)))
  await workbench.check()
  const view = () =>
    active.evaluate(cell => {
      const grid = cell.closest('[role=grid]')
      const right = (grid?.getBoundingClientRect().left ?? 0) + (grid?.clientWidth ?? 0)
      return { isScrolled: (grid?.scrollLeft ?? 0) > 0, isWhole: cell.getBoundingClientRect().right <= right }
    })
  // The first cell to which the sheet scrolls ends with the view.
  await page.keyboard.press('Control+Home')
  while (!(await view()).isScrolled) await page.keyboard.press('ArrowRight')
  expect(await view()).toEqual({ isScrolled: true, isWhole: true })
  await workbench.register()
  await expect(page.getByRole('columnheader', { name: 'Order ID', exact: true })).toBeVisible()
  await expect.poll(view).toEqual({ isScrolled: true, isWhole: true })
})
