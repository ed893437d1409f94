import { expect, test } from '../support/fixtures'
import { beside, columns, ITEM, NAME, NUMBER, PRICE, Sheet, wide, withPaths, ZIP } from '../support/grid'

test.use({ viewport: wide })

const QUANTITY = beside(ITEM)
const CITY = beside(ZIP, 2)
const orders = (letters: string) =>
  withPaths(
    [NUMBER, NAME, ZIP, ITEM],
    [...letters].map(letter => ({
      [NUMBER]: letter,
      [NAME]: `n${letter}`,
      [ZIP]: `00${letter}`,
      [ITEM]: letter,
    })),
  )

test('the handle fills: numbers count on, texts repeat; a double click fills as far as the column beside it', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, orders('ABCDEF'))
  const handle = async (row: number, column: string): Promise<[number, number]> => {
    const box = await sheet.cell(row, column).boundingBox()
    return [(box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + (box?.height ?? 0) - 3]
  }
  const drag = async (from: [row: number, column: string], to: number) => {
    await operator.mouse.move(...(await handle(...from)))
    await operator.mouse.down()
    await sheet.cell(to, from[1]).hover()
  }
  await sheet.goTo(1, QUANTITY)
  await sheet.paste('10\n12')
  await drag([2, QUANTITY], 5)
  await expect(sheet.cell(4, QUANTITY)).toHaveAttribute('data-outline', 'lr')
  await operator.mouse.up()
  await sheet.expectTexts(QUANTITY, 1, ['10', '12', '14', '16', '18', ''])
  await expect(sheet.announcement).toHaveText('3 cells filled.')
  expect((await sheet.selected()).lines).toEqual([1, 5])

  await sheet.goTo(2, NUMBER)
  await sheet.press('Shift+ArrowUp')
  await drag([2, NUMBER], 3)
  await operator.mouse.up()
  await sheet.expectTexts(NUMBER, 3, ['A'])
  await sheet.press('Control+Z', 'Control+Z')

  await sheet.goTo(1, beside(NAME))
  await sheet.type('080')
  await sheet.press('Control+Enter')
  await operator.mouse.dblclick(...(await handle(1, beside(NAME))))
  await sheet.expectTexts(beside(NAME), 1, ['080', '080', '080', '080', '080', '080', ''])

  // Where the column beside it is blank, the fill ends with the orders. An undone fill stays selected, ready for
  // another act.
  await sheet.goTo(1, CITY)
  await sheet.type('5')
  await sheet.press('Control+Enter')
  await operator.mouse.dblclick(...(await handle(1, CITY)))
  await sheet.expectTexts(CITY, 1, ['5', '5', '5', '5', '5', '5', ''])
  await sheet.press('Control+Z')
  await sheet.expectTexts(CITY, 1, ['5', '', '', '', '', ''])
  await sheet.type('6')
  await sheet.press('Control+Enter')
  await sheet.expectTexts(CITY, 1, ['6', '6', '6', '6', '6', '6', ''])
})

test('several ranges: one text into all of them, Enter and Tab move through them, copied as one block', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, orders('ABCDEF'))
  await sheet.goTo(1, NAME)
  await sheet.press('Shift+ArrowDown')
  await sheet.cell(5, NAME).click({ modifiers: ['Control'] })
  await sheet.cell(6, NAME).click({ modifiers: ['Shift'] })
  await sheet.expectAt(5, NAME)
  await sheet.press('Enter', 'Enter')
  await sheet.expectAt(1, NAME)
  await sheet.type('山田')
  await sheet.press('Control+Enter')
  await sheet.expectTexts(NAME, 1, ['山田', '山田', 'nC', 'nD', '山田', '山田'])
  await sheet.press('Control+C')
  expect(await sheet.clipboard()).toBe('山田\n山田\n山田\n山田')
  expect(await sheet.html()).toContain('<td')
  await sheet.cell(3, ZIP).click({ modifiers: ['Control'] })
  await sheet.press('Control+C')
  await expect(sheet.announcement).toContainText('These ranges can’t be copied together.')
  await sheet.press('Delete')
  await sheet.expectTexts(NAME, 1, ['', '', 'nC', 'nD', '', ''])
  await sheet.expectTexts(ZIP, 3, ['', '00D'])
  await sheet.press('Control+Z')
  await sheet.expectTexts(ZIP, 3, ['00C'])

  await sheet.goTo(2, NAME)
  await sheet.press('Shift+Space', 'Control+C')
  expect((await sheet.selected()).lines).toEqual([2, 2])
  expect((await sheet.clipboard()).split('\t')).toHaveLength(columns.length)
  await sheet.goTo(2, ZIP)
  await sheet.press('Control+Space', 'Control+C')
  expect(await sheet.clipboard()).toBe('00A\n00B\n00C\n00D\n00E\n00F')
})

test('Ctrl+; types the date of today, and Ctrl+R in an open cell does not reload the page', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, orders('AB'))
  await sheet.goTo(1, ITEM)
  const day = () => new Date().toISOString().slice(0, 10)
  const before = day()
  await sheet.press('Control+;')
  const today = await sheet.editor.inputValue()
  expect([before, day()]).toContain(today)
  await sheet.press('Control+R', 'Control+D')
  await expect(sheet.editor).toHaveValue(today)
  await sheet.press('Enter')
  await expect(sheet.cell(1, ITEM)).toHaveText(today)
  await sheet.expectAt(2, ITEM)
  await sheet.press('F2')
  await sheet.type(' until ')
  await sheet.press('Control+;', 'Enter')
  await expect(sheet.cell(2, ITEM)).toHaveText(/^B until \d{4}-\d{2}-\d{2}$/)
})

test('HTML alone, and numbers that a spreadsheet shows shortened, are pasted in full; converted numbers are announced', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, orders('AB'))
  await sheet.goTo(1, ITEM)
  await sheet.copyElsewhere(
    '1.23457E+11\t"1,200"\r\n１２\t12kg\r\n',
    '<table><tr><td x:num="123456789012">1.23457E+11</td><td>"1,200"</td></tr><tr><td>１２</td><td>12kg</td></tr></table>',
  )
  await sheet.press('Control+V')
  await sheet.expectTexts(ITEM, 1, ['123456789012', '１２'])
  await expect(sheet.announcement).toContainText('in full')
  await sheet.goTo(1, PRICE)
  await sheet.paste('1,200\n12kg')
  await expect(sheet.announcement).toHaveText('Pasted 2 rows. 1,200 will be sent as 1200.')
  await expect(sheet.cell(1, PRICE)).not.toHaveAttribute('aria-invalid')
  await expect(sheet.cell(2, PRICE)).toHaveAttribute('aria-invalid', 'true')
  await expect(operator.locator('footer')).toContainText('sent as 1200')

  await sheet.goTo(1, NAME)
  await sheet.copyElsewhere(
    '',
    '<table onload=x><tr><td>東京<br>千代田<script>document.title="x"</script></td></tr></table>',
  )
  await sheet.press('Control+V')
  await expect(sheet.announcement).toHaveText('Pasted 1 row.')
  expect(await sheet.cell(1, NAME).evaluate(cell => cell.textContent)).toBe('東京\n千代田')
})

test('lines: an item is added to its order, orders move as a whole, undo reverts copies and deletions', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, orders('ABC'))
  await sheet.goTo(1, ITEM)
  await sheet.press('Control+Enter')
  await sheet.expectAt(2, ITEM)
  await sheet.type('A2')
  await sheet.press('Enter')
  await sheet.expectTexts(NUMBER, 1, ['A', '', 'B', 'C'])
  await sheet.goTo(3, ITEM)
  await sheet.press('Alt+ArrowUp')
  await expect(sheet.announcement).toHaveText('Moved 1 row up.')
  await sheet.expectTexts(ITEM, 1, ['B', 'A', 'A2', 'C'])
  await sheet.expectAt(1, ITEM)
  await sheet.goTo(2, ITEM)
  await sheet.press('Alt+ArrowDown')
  await sheet.expectTexts(NUMBER, 1, ['B', 'A', '', 'C'])
  await sheet.expectTexts(ITEM, 1, ['B', 'A2', 'A', 'C'])
  await sheet.goTo(4, ITEM)
  await sheet.press('Control+Shift+D')
  await sheet.expectAt(5, ITEM)
  await sheet.expectTexts(ITEM, 4, ['C', 'C', ''])

  await sheet.press('Shift+F10')
  const menu = operator.getByRole('menu', { name: 'Cells and rows' })
  await menu.getByRole('menuitem', { name: /^Delete rows/ }).press('Enter')
  await sheet.expectTexts(ITEM, 4, ['C', ''])
  await expect(sheet.editor).toBeFocused()
  await sheet.cell(1, NAME).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: /^Insert rows above/ }).click()
  await sheet.expectTexts(NUMBER, 1, ['', 'B'])
  await sheet.press('Control+Z', 'Control+Z', 'Control+Z', 'Control+Z', 'Control+Z')
  await sheet.expectTexts(ITEM, 1, ['A', 'A2', 'B', 'C', ''])
})
