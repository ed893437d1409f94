import { expect, test } from '../support/fixtures'
import { beside, columns, ITEM, NAME, NUMBER, Sheet, wide, withPaths, ZIP } from '../support/grid'

test.use({ viewport: wide })

const FIRST = columns[0] ?? ''
const LAST = columns.at(-1) ?? ''
const three = withPaths(
  [NUMBER, NAME, ZIP],
  [
    { [NUMBER]: 'A', [NAME]: '山田', [ZIP]: '150-0041' },
    { [NUMBER]: 'B', [NAME]: '佐藤', [ZIP]: '530-0001' },
    { [NUMBER]: 'C', [NAME]: '鈴木', [ZIP]: '060-0001' },
  ],
)

test('typing on a cell replaces its text; Enter, Tab and arrows move as in Excel', async ({ operator }) => {
  const sheet = await Sheet.open(operator, three)
  await sheet.goTo(1, NAME)
  await sheet.type('田中')
  await sheet.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('田中')
  await sheet.expectAt(2, NAME)

  await sheet.type('x')
  await sheet.press('Shift+Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('x')
  await sheet.expectAt(1, NAME)

  await sheet.type('y')
  await sheet.press('Tab')
  await sheet.expectAt(1, beside(NAME))
  await sheet.type('z')
  await sheet.press('Shift+Tab')
  await sheet.expectAt(1, NAME)
  await expect(sheet.cell(1, NAME)).toHaveText('y')
  await expect(sheet.cell(1, beside(NAME))).toHaveText('z')

  // After a series of Tab keys, Enter moves below the cell where the series began; arrows end the series.
  await sheet.press('Tab', 'Tab', 'Tab', 'Enter')
  await sheet.expectAt(2, NAME)
  await sheet.press('Tab', 'ArrowLeft', 'Enter', 'ArrowUp', 'ArrowUp')
  await sheet.expectAt(1, NAME)

  await sheet.type('saved')
  await sheet.press('Control+S')
  await expect(sheet.announcement).toHaveText('All changes are saved. Lading saves automatically.')
  await expect(sheet.cell(1, NAME)).toHaveText('saved')

  await sheet.type('ab')
  await sheet.press('ArrowLeft')
  await expect(sheet.cell(1, NAME)).toHaveText('ab')
  await sheet.expectAt(1, beside(NAME, -1))
})

test('F2 edits at the end of the text, where arrows move the caret; Escape restores everything', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, three)
  await sheet.goTo(2, ZIP)
  await sheet.press('F2')
  await expect(sheet.editor).toHaveValue('530-0001')
  await sheet.type('9')
  await sheet.press('ArrowLeft', 'ArrowLeft')
  await sheet.type('x')
  await sheet.press('Home')
  await sheet.type('>')
  await expect(sheet.editor).toHaveValue('>530-000x19')
  await sheet.press('Enter')
  await expect(sheet.cell(2, ZIP)).toHaveText('>530-000x19')
  await sheet.expectAt(3, ZIP)

  await sheet.press('F2')
  await sheet.type('lost')
  await sheet.press('Escape')
  await expect(sheet.cell(3, ZIP)).toHaveText('060-0001')
  await sheet.expectAt(3, ZIP)
  await sheet.type('lost too')
  await sheet.press('Escape')
  await expect(sheet.cell(3, ZIP)).toHaveText('060-0001')
})

test('keys that move commit the typed text, and F2 gives them to the caret', async ({ operator }) => {
  const sheet = await Sheet.open(operator, three)
  await sheet.goTo(1, NAME)
  await sheet.type('ac')
  await sheet.press('F2', 'ArrowLeft')
  await sheet.type('b')
  await sheet.press('Home')
  await sheet.type('>')
  await sheet.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('>abc')
  await sheet.type('x')
  await sheet.press('Control+ArrowDown')
  await sheet.expectAt(3, NAME)
  await sheet.type('y')
  await sheet.press('Home')
  await sheet.expectAt(3, FIRST)
  await sheet.expectTexts(NAME, 1, ['>abc', 'x', 'y'])
})

test('Alt+Enter breaks the line inside the cell', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, ITEM)
  await sheet.type('문 앞에')
  await sheet.press('Alt+Enter')
  await sheet.type('놓아 주세요')
  await sheet.press('Enter')
  await sheet.expectAt(2, ITEM)
  expect(await sheet.cell(1, ITEM).evaluate(cell => cell.textContent)).toBe('문 앞에\n놓아 주세요')
})

test('Tab wraps to the next line and back, Delete and Backspace clear', async ({ operator }) => {
  const sheet = await Sheet.open(operator, three)
  await sheet.goTo(1, NUMBER)
  await sheet.press('End')
  await sheet.expectAt(1, LAST)
  await sheet.press('Tab')
  await sheet.expectAt(2, FIRST)
  await sheet.press('Shift+Tab')
  await sheet.expectAt(1, LAST)

  await sheet.press('Home')
  await sheet.goTo(2, NAME)
  await sheet.press('Delete')
  await expect(sheet.cell(2, NAME)).toHaveText('')
  await sheet.goTo(1, NAME)
  await sheet.press('Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Backspace')
  await sheet.expectTexts(NAME, 1, ['', '', ''])
  await sheet.expectTexts(NUMBER, 1, ['A', 'B', 'C'])
})

test('the sheet is one tab stop: Tab leaves it past its first cell, and returns to it', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  await sheet.press('Control+Home', 'Shift+Tab')
  await expect(operator.getByRole('button', { name: 'Next error' })).toBeFocused()
  await sheet.press('Tab')
  await expect(sheet.editor).toBeFocused()
  // Also by Enter in the name of the draft.
  const name = operator.getByRole('textbox', { name: 'Draft name' })
  const place = () => sheet.active.evaluate(cell => cell.parentElement?.getAttribute('aria-rowindex'))
  const before = await place()
  await name.fill('Monday')
  await name.press('Enter')
  await expect(sheet.editor).toBeFocused()
  expect(await place()).toBe(before)
  await expect(name).toHaveValue('Monday')
})

test('Home, End, page keys and Ctrl with arrows move as in Excel, and Shift with them extends the selection', async ({
  operator,
}) => {
  const lines = Array.from({ length: 120 }, (_, i) => ({ [NUMBER]: `A${i}`, [ITEM]: i === 60 ? '' : 'x' }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER, ITEM], lines))
  await sheet.press('Control+ArrowDown')
  await sheet.expectAt(120, NUMBER)
  await sheet.expectInView(120, NUMBER)
  await sheet.press('Control+ArrowUp', 'Control+ArrowRight')
  await sheet.expectAt(1, ITEM)
  await sheet.expectInView(1, ITEM)
  await sheet.press('Control+ArrowDown')
  await sheet.expectAt(60, ITEM)
  await sheet.press('Control+ArrowDown')
  await sheet.expectAt(62, ITEM)
  await sheet.press('Home')
  await sheet.expectAt(62, FIRST)
  await sheet.press('End')
  await sheet.expectAt(62, LAST)
  await sheet.press('Control+Home')
  await sheet.expectAt(1, FIRST)
  await sheet.press('Control+End')
  await sheet.expectAt(120, LAST)
  await sheet.press('Control+Home', 'PageDown', 'PageUp')
  await sheet.expectAt(1, FIRST)
  await sheet.press(...Array.from({ length: 12 }, () => 'Alt+PageDown'))
  await sheet.expectAt(1, LAST)
  await sheet.press('Alt+PageUp', 'Control+Home')

  await sheet.press('Shift+Control+ArrowDown')
  await sheet.expectAt(1, FIRST)
  await sheet.press('Shift+ArrowUp', 'Shift+End')
  await sheet.press('Control+C')
  const rows = (await sheet.clipboard()).split('\n')
  expect([rows.length, rows[0]?.split('\t').length]).toEqual([119, columns.length])
  await sheet.press('Control+A', 'Control+C')
  expect((await sheet.clipboard()).split('\n').length).toBeGreaterThanOrEqual(120)
  await sheet.expectInView(119, LAST)
})

test('the texts of an order are shown once: an edit changes the repeats, and the next line takes over when the first is removed', async ({
  operator,
}) => {
  const sheet = await Sheet.open(
    operator,
    withPaths(
      [NUMBER, NAME, ITEM],
      [
        { [NUMBER]: 'A', [NAME]: '山田', [ITEM]: 'wallet' },
        { [NUMBER]: 'A', [NAME]: '山田', [ITEM]: 'beanie' },
        { [NUMBER]: 'B', [NAME]: '佐藤', [ITEM]: 'candle' },
      ],
    ),
  )
  await sheet.expectTexts(NAME, 1, ['山田', '', '佐藤'])
  await sheet.expectTexts(NUMBER, 1, ['A', '', 'B'])
  await sheet.goTo(2, NAME)
  await sheet.press('F2')
  await expect(sheet.editor).toHaveValue('')
  await sheet.press('Enter')

  await sheet.goTo(1, NAME)
  await sheet.type('髙﨑𠮷')
  await sheet.press('Enter')
  await sheet.expectTexts(NAME, 1, ['髙﨑𠮷', '', '佐藤'])
  await sheet.goTo(1, NUMBER)
  await sheet.press('Control+Alt+-')
  await sheet.expectTexts(NAME, 1, ['髙﨑𠮷', '佐藤'])
  await sheet.expectTexts(NUMBER, 1, ['A', 'B'])
  await sheet.expectTexts(ITEM, 1, ['beanie', 'candle'])
})

test('the sheet is sorted by the column of the active cell, using only the keyboard', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, three)
  await sheet.goTo(1, ZIP)
  await sheet.press('Alt+Shift+ArrowUp')
  await sheet.expectTexts(NUMBER, 1, ['C', 'A', 'B'])
  await sheet.expectAt(2, ZIP)
  await sheet.press('Alt+Shift+ArrowDown')
  await sheet.expectTexts(NUMBER, 1, ['B', 'A', 'C'])
  await sheet.press('Alt+Shift+ArrowDown')
  await sheet.expectTexts(NUMBER, 1, ['A', 'B', 'C'])
})
