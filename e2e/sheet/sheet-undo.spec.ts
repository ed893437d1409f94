import { sampleJapanDraft } from '@/lib/sheet/schema/samples/japan-orders'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { ITEM, NAME, NUMBER, Sheet, wide, withPaths, ZIP } from '../support/grid'

test.use({ viewport: wide })

const numbers = (letters: string) => [...letters].map(letter => ({ [NUMBER]: letter, [NAME]: letter }))

test('every act is undone and redone, step by step', async ({ operator }) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME], numbers('ABC')))
  await sheet.goTo(2, NAME)
  await sheet.type('edited')
  await sheet.press('Enter')
  await sheet.goTo(1, NAME)
  await sheet.press('Control+X')
  await sheet.goTo(3, ITEM)
  await sheet.press('Control+V')
  await sheet.goTo(1, NUMBER)
  await sheet.press('Control+Alt+-')
  await sheet.press('Control+Alt+Equal')
  await expect(sheet.announcement).toHaveText('Inserted 1 row.')
  const after = async () => {
    await sheet.expectTexts(NUMBER, 1, ['B', '', 'C', ''])
    await sheet.expectTexts(NAME, 1, ['edited', '', 'C', ''])
    await sheet.expectTexts(ITEM, 1, ['', '', 'A', ''])
  }
  await after()
  await sheet.goTo(4, NUMBER)
  await sheet.paste(block(sampleJapanDraft(80_000)))
  await expect(sheet.cell(4, NUMBER)).not.toHaveText('')
  await sheet.active.click()
  await sheet.press('Control+Z')
  await after()

  await sheet.press('Control+Z')
  await sheet.expectTexts(NUMBER, 1, ['B', 'C', ''])
  await sheet.press('Control+Z')
  await sheet.expectTexts(NUMBER, 1, ['A', 'B', 'C'])
  await sheet.expectTexts(NAME, 1, ['', 'edited', 'C'])
  await sheet.expectAt(1, NUMBER)
  await sheet.press('Control+Z')
  await sheet.expectTexts(ITEM, 1, ['', '', ''])
  await sheet.expectAt(3, ITEM)
  await sheet.press('Control+Z', 'Control+Z')
  await sheet.expectTexts(NAME, 1, ['A', 'B', 'C'])
  await sheet.expectAt(2, NAME)
  await sheet.press('Control+Z')
  await sheet.expectTexts(NUMBER, 1, ['', '', ''])
  await sheet.expectAt(1, NUMBER)
  await sheet.press('Control+Z')
  await expect(sheet.announcement).toHaveText(/Nothing to undo/)

  await sheet.press('Control+Y', 'Control+Shift+Z', 'Control+Y', 'Control+Y', 'Control+Y', 'Control+Y')
  await after()
})

test('undo inside an open editor never brings the text of another cell', async ({ operator }) => {
  const sheet = await Sheet.open(operator, 'A\nB')
  await sheet.goTo(1, NAME)
  await sheet.type('abc')
  await sheet.press('Enter', 'F2')
  await sheet.type('x')
  await sheet.press('Control+Z', 'Control+Z', 'Control+Y', 'Control+Y')
  await expect(sheet.editor).toHaveValue('x')
  await sheet.press('Escape')
  // The typing that began an edit is undone with the edit.
  await sheet.press('ArrowUp')
  await sheet.type('y')
  await sheet.press('Control+Z')
  await expect(sheet.editor).not.toHaveAttribute('data-open')
  await expect(sheet.cell(1, NAME)).toHaveText('abc')
  await sheet.press('Control+Z')
  await expect(sheet.cell(1, NAME)).toHaveText('')
})

test('more than a hundred steps are undone past sorting, filtering and a reload, and the view follows each', async ({
  operator,
}) => {
  // A hundred edits by real keys take a while on a busy machine.
  test.slow()
  const lines = Array.from({ length: 120 }, (_, i) => ({ [NUMBER]: `N${String(i).padStart(3, '0')}` }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER, ZIP], lines))
  await sheet.goTo(1, ZIP)
  await sheet.type(Array.from({ length: 104 }, (_, i) => `${i % 10}\n`).join(''))
  await sheet.expectAt(105, ZIP)
  await sheet.press('Alt+Shift+ArrowDown')
  await operator.getByRole('button', { name: /^Ready/ }).click()
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '2')
  await operator.getByRole('button', { name: /^All/ }).click()
  await sheet.active.click()
  await sheet.press('Control+Home')

  // The sort, and 40 edits.
  await sheet.hold('Control', 'z'.repeat(41))
  await sheet.expectAt(65, ZIP)
  await sheet.expectInView(65, ZIP)
  await expect(sheet.cell(65, ZIP)).toHaveText('')
  await sheet.saved()
  const again = await Sheet.at(operator, operator.url())
  await expect(operator.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await again.hold('Control', 'z'.repeat(64))
  await again.expectAt(1, ZIP)
  await again.expectInView(1, ZIP)
  await again.expectTexts(ZIP, 1, ['', '', ''])

  await again.hold('Control', 'y'.repeat(12))
  await again.expectAt(12, ZIP)
  await again.expectTexts(ZIP, 11, ['0', '1', ''])
})

test('pasted, sorted, filtered, checked and registered: undo restores all orders that are not registered, marks included', async ({
  workbench,
}) => {
  const { page } = workbench
  const orders = freshOrders(4).map((order, i) => (i === 2 ? { ...order, warehouseId: '9' } : order))
  const [bad, ...good] = [orders[2], orders[0], orders[1], orders[3]].map(numberOf)
  const row = workbench.row(bad ?? '')
  await workbench.paste(block(orders))
  const pasted = await workbench.storedTexts()
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await page.getByRole('button', { name: /^Not checked/ }).click()
  await page.getByRole('button', { name: /^All/ }).click()
  expect(await workbench.check()).toBe('3 of 4 orders passed. 1 has errors.')

  // A mark belongs to a value: it disappears and returns with the value.
  await workbench.write(row, 'warehouseId', '1')
  const cell = await workbench.goTo(row, 'warehouseId')
  await expect(cell).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Control+Z')
  await expect(cell).toHaveText('9')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')

  expect(await workbench.register()).toBe('3 orders registered.')
  await workbench.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+Z')
  await expect(workbench.announcement).toHaveText(/Nothing to undo/)
  await workbench.saved()
  expect((await workbench.storedTexts()).map(numberOf)).toEqual(good)
  await page.keyboard.press('Control+Y')
  await expect(row).toBeVisible()
  await workbench.saved()
  expect(await workbench.storedTexts()).toEqual(pasted)
})

test('the buttons undo as the keys do, half-typed text included, and show the line that a filter hides', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME], numbers('AB')))
  await sheet.goTo(2, NAME)
  await sheet.type('half')
  await operator.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.cell(2, NAME)).toHaveText('B')
  await sheet.goTo(1, NUMBER)
  await operator.getByRole('button', { name: 'Redo' }).click()
  await expect(sheet.cell(2, NAME)).toHaveText('half')
  await sheet.expectAt(2, NAME)

  await operator.getByRole('button', { name: /^Ready/ }).click()
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '2')
  await operator.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.cell(2, NAME)).toHaveText('B')
  await sheet.expectAt(2, NAME)
})
