import { expect, test } from '../support/fixtures'
import { beside, columns, NAME, NUMBER, Sheet, withPaths, ZIP } from '../support/grid'

const lines = Array.from({ length: 100 }, (_, i) => ({ [NUMBER]: `A${i}`, [NAME]: `n${i}`, [ZIP]: `z${i}` }))
const hundred = withPaths([NUMBER, NAME, ZIP], lines)

test('a drag, Shift and a click, the gutter and the headings select; the view does not move', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, hundred)
  const end = beside(NAME, 2)
  await sheet.cell(3, NAME).hover()
  await operator.mouse.down()
  await sheet.cell(5, end).hover()
  await operator.mouse.up()
  expect(await sheet.selected()).toEqual({ lines: [3, 5], columns: [NAME, end] })
  await sheet.cell(2, NUMBER).click({ modifiers: ['Shift'] })
  expect(await sheet.selected()).toEqual({ lines: [2, 3], columns: [NUMBER, NAME] })
  await sheet.expectAt(3, NAME)

  await sheet.line(4).getByRole('rowheader').click()
  await sheet
    .line(6)
    .getByRole('rowheader')
    .click({ modifiers: ['Shift'] })
  expect((await sheet.selected()).lines).toEqual([4, 6])
  await sheet.press('Control+C')
  const block = (await sheet.clipboard()).split('\n').map(row => row.split('\t'))
  expect(block.map(row => row[0])).toEqual(['A3', 'A4', 'A5'])
  expect(block[0]).toHaveLength(columns.length)
  await sheet.expectInView(4, beside(NUMBER))

  await sheet.grid.getByRole('columnheader', { name: 'Recipient name' }).click()
  await sheet.press('Control+C')
  expect((await sheet.clipboard()).trim().split('\n')).toHaveLength(100)
  await sheet.expectInView(1, NAME)

  await sheet.grid.locator('[data-corner]').last().click()
  await sheet.press('Control+C')
  expect((await sheet.clipboard()).trim().split('\n')).toHaveLength(100)
  await sheet.expectAt(1, NAME)
})

test('a drag past the edge keeps scrolling while the button is held', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.cell(3, NAME).hover()
  await operator.mouse.down()
  const box = await sheet.grid.boundingBox()
  await operator.mouse.move((box?.x ?? 0) + 400, (box?.y ?? 0) + (box?.height ?? 0) + 20)
  await expect(sheet.cell(101, NAME)).toHaveAttribute('data-selected')
  await operator.mouse.up()
  await sheet.press('Control+C')
  const names = (await sheet.clipboard()).split('\n').map(row => row.split('\t')[0])
  expect(names.filter(Boolean)).toEqual(lines.slice(2).map(line => line[NAME]))
})

test('a double click edits; a click elsewhere commits the typed text', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.cell(2, NAME).dblclick()
  await expect(sheet.editor).toHaveValue('n1')
  await sheet.type('!')
  await sheet.cell(7, ZIP).click()
  await expect(sheet.cell(2, NAME)).toHaveText('n1!')
  await sheet.expectAt(7, ZIP)
  await expect(sheet.editor).toBeFocused()

  await sheet.type('typed')
  await operator.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(sheet.cell(7, ZIP)).toHaveText('typed')
  await expect(sheet.editor).toBeFocused()
})

test('a tool first commits the typed text; arrows move the caret after a click into it', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await sheet.type('typed')
  await sheet.editor.click({ position: { x: 10, y: 12 } })
  await sheet.press('ArrowRight', 'End')
  await sheet.type('!')
  await operator.getByRole('button', { name: 'Insert row' }).click()
  await sheet.expectTexts(NAME, 1, ['n0', 'typed!', '', 'n2'])
  await sheet.expectAt(3, NAME)
  await expect(sheet.editor).not.toHaveAttribute('data-open')
})

test('a heading sorts and returns the focus to the sheet', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  const heading = sheet.grid.getByRole('columnheader', { name: 'Order number' })
  await heading.hover()
  await heading.getByRole('button', { name: 'Sort by' }).click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await heading.getByRole('button', { name: 'Sort by' }).click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await sheet.expectTexts(NUMBER, 1, ['A99', 'A98'])
  await expect(sheet.editor).toBeFocused()
  await heading.getByRole('button', { name: 'Sort by' }).click()
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await sheet.expectTexts(NUMBER, 1, ['A0', 'A1'])
})

test('a sort by the heading leaves only the active cell selected: other rows are between the selected ones', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await sheet.press('Shift+ArrowDown', 'Shift+ArrowDown')
  const heading = sheet.grid.getByRole('columnheader', { name: 'Order number' })
  await heading.hover()
  await heading.getByRole('button', { name: 'Sort by' }).click()
  await sheet.expectTexts(NUMBER, 1, ['A0', 'A1'])
  expect((await sheet.selected()).lines).toEqual([2, 2])
})

test('on a Mac, Control and a click open the menu for the clicked cell alone, as the second button does', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, hundred)
  await operator.evaluate(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' }))
  await sheet.goTo(2, NAME)
  await sheet.press('Shift+ArrowDown')
  // Safari and Chrome on a Mac report the first button, and the menu that Control means.
  const controlClick = async (row: number) => {
    const cell = sheet.cell(row, NAME)
    await cell.click({ modifiers: ['Control'] })
    await cell.dispatchEvent('contextmenu', { button: 0, ctrlKey: true })
    await expect(operator.getByRole('menu', { name: 'Cells and rows' })).toBeVisible()
    await operator.keyboard.press('Escape')
    return (await sheet.selected()).lines
  }
  expect(await controlClick(3)).toEqual([2, 3])
  expect(await controlClick(8)).toEqual([8, 8])
  await sheet.cell(10, NAME).click({ modifiers: ['Meta'] })
  expect(await sheet.selected()).toEqual({ lines: [8, 10], columns: [NAME, NAME] })
})

test('a click on nothing leaves the focus in the sheet', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await sheet.announcement.click({ position: { x: 2, y: 2 } })
  await sheet.type('9')
  await sheet.press('Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('9')
})

test('an edit stays with its cell while the sheet is scrolled', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await sheet.type('kept')
  await operator.mouse.wheel(0, 1500)
  await expect(sheet.cell(60, NUMBER)).toBeVisible()
  await expect(sheet.cell(2, NAME)).toHaveCount(1)
  await operator.mouse.wheel(0, -1500)
  await expect(sheet.cell(3, NUMBER)).toBeInViewport()
  await expect(sheet.editor).toHaveValue('kept')
  // Both places are read at once: the wheel may still be scrolling the sheet.
  const apart = () =>
    sheet.cell(2, NAME).evaluate(cell => {
      const [here, there] = [cell, document.querySelector('.grid-overlay textarea')].map(one =>
        one?.getBoundingClientRect(),
      )
      return here && there && [there.x - here.x, there.y - here.y]
    })
  await expect.poll(apart).toEqual([0, 0])
  await sheet.press('Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('kept')
})

test('typing in a cell that was scrolled out of view scrolls it back', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await operator.mouse.wheel(0, 1500)
  await expect(sheet.cell(60, NUMBER)).toBeVisible()
  await sheet.type('x')
  await sheet.expectInView(2, NAME)
  await sheet.press('Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('x')
})

test('going to the next failure commits the typed text to its cell', async ({ operator }) => {
  const sheet = await Sheet.open(operator, hundred)
  await sheet.goTo(2, NAME)
  await sheet.type('here')
  await sheet.press('F8')
  await expect(sheet.cell(2, NAME)).toHaveText('here')
  await expect(sheet.cell(2, NAME)).not.toHaveAttribute('data-active')
  await expect(sheet.editor).toHaveValue('')
})

test('a finger scrolls, taps a cell, extends the selection from it and fills by the handle', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, hundred)
  const finger = await operator.context().newCDPSession(operator)
  /** A position in a cell, from its top left corner (0, 0) to the bottom right one (1, 1). */
  const spot = async (row: number, column: string, [across, down] = [0.5, 0.5]) => {
    const box = await sheet.cell(row, column).boundingBox()
    return {
      x: (box?.x ?? 0) + (box?.width ?? 0) * (across ?? 0),
      y: (box?.y ?? 0) + (box?.height ?? 0) * (down ?? 0),
    }
  }
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const tap = async (row: number, column: string) => {
    const at = await spot(row, column)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await sheet.expectAt(row, column)
  }
  const middle = await spot(8, NAME)
  await drag(await spot(12, NAME), await spot(4, NAME))
  await expect.poll(() => sheet.grid.evaluate(grid => grid.scrollTop)).toBeGreaterThan(100)
  // A flick keeps scrolling for a while; a finger on the sheet stops it.
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [middle] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  await expect(sheet.active).not.toHaveText('n11')
  await sheet.press('Control+Home')
  await tap(2, NAME)
  await expect(sheet.editor).toBeFocused()
  await drag(await spot(2, NAME), await spot(4, ZIP))
  await expect.poll(() => sheet.selected()).toEqual({ lines: [2, 4], columns: [NAME, ZIP] })
  await tap(5, NAME)
  await drag(await spot(5, NAME, [0.95, 0.8]), await spot(8, NAME))
  await sheet.expectTexts(NAME, 4, ['n3', 'n4', 'n4', 'n4', 'n4', 'n8'])
  await finger.detach()
})
