import { expect, test } from '../support/fixtures'
import { ITEM, NAME, Sheet, wide } from '../support/grid'
import { firefox, Ime, japanese, korean, safari } from '../support/keyboard/ime'

test.use({ viewport: wide })

/** The column of the cell that has the focus for assistive technology. */
const focused = (sheet: Sheet) =>
  sheet.editor.evaluate(
    editor => document.getElementById(editor.getAttribute('aria-activedescendant') ?? '')?.dataset.column,
  )

for (const { steps, text } of [korean, japanese])
  test(`${text} is composed in a cell that is only selected; the Enter that accepts it stays, the next one continues`, async ({
    operator,
  }) => {
    const sheet = await Sheet.open(operator)
    const ime = await Ime.on(operator)
    await sheet.goTo(1, NAME)
    await expect.poll(() => focused(sheet)).toBe(NAME)
    await ime.compose(steps)
    await ime.commit(text)
    await sheet.expectAt(1, NAME)
    await expect(sheet.editor).toHaveAttribute('data-open')
    await expect(sheet.editor).toHaveValue(text)
    await sheet.press('Enter')
    await expect(sheet.cell(1, NAME)).toHaveText(text)
    await sheet.expectAt(2, NAME)
    await expect(sheet.cell(2, NAME)).toHaveText('')
    await expect(sheet.editor).toBeFocused()
    await expect.poll(() => focused(sheet)).toBe(NAME)
  })

test('with the event orders of Firefox and Safari, a composition is one text and its Enter is a separate key', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  for (const [at, dispatch] of [firefox, safari].entries()) {
    const row = 1 + 2 * at
    await sheet.goTo(row, ITEM)
    await dispatch(sheet.editor, korean.steps, korean.text)
    await expect(sheet.editor).toHaveAttribute('data-open')
    await sheet.expectAt(row, ITEM)
    await dispatch(sheet.editor, ['간に', '간にほん'], '간日本')
    await expect(sheet.editor).toHaveValue('간日本')
    await sheet.press('Enter')
    await sheet.expectAt(row + 1, ITEM)
    await expect(sheet.cell(row, ITEM)).toHaveText('간日本')
    await expect(sheet.cell(row + 1, ITEM)).toHaveText('')
  }
})

test('a composition over a filled cell replaces it, and several make one text', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await sheet.type('old')
  await sheet.press('Enter', 'ArrowUp')
  for (const syllable of ['가', '나', '다']) {
    await ime.compose([syllable])
    await ime.commit(syllable)
  }
  await sheet.press('Tab')
  await expect(sheet.cell(1, NAME)).toHaveText('가나다')
})

test('Escape cancels the composition first, then the edit', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await sheet.type('kept')
  await sheet.press('Enter', 'ArrowUp')
  await sheet.type('new')
  await ime.compose(['に', 'にほ'])
  await ime.cancel()
  await expect(sheet.editor).toHaveValue('new')
  await expect(sheet.editor).toHaveAttribute('data-open')
  await sheet.press('Escape')
  await expect(sheet.editor).not.toHaveAttribute('data-open')
  await expect(sheet.cell(1, NAME)).toHaveText('kept')
})

test('keys inside a composition belong to the input method', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await ime.compose(['に', 'にほん'])
  await sheet.editor.evaluate(area => {
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter', 'Tab', 'Escape', 'Delete'])
      area.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  })
  await sheet.expectAt(1, NAME)
  await expect(sheet.editor).toHaveValue('にほん')
  await ime.commit('日本')
  await sheet.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('日本')
  await sheet.expectAt(2, NAME)
})

test('while a Korean input method is on, Ctrl and a letter mean what they always do', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, 'A-1\nA-2')
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await ime.compose(korean.steps)
  await ime.commit(korean.text)
  await sheet.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText('간')
  await ime.control('ㅋ', 'KeyZ')
  await expect(sheet.cell(1, NAME)).toHaveText('')
  await ime.control('ㅛ', 'KeyY')
  await expect(sheet.cell(1, NAME)).toHaveText('간')
  await sheet.goTo(2, NAME)
  await ime.control('ㅇ', 'KeyD')
  await expect(sheet.cell(2, NAME)).toHaveText('간')
  await ime.control('ㄹ', 'KeyF')
  await expect(operator.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
})

test('a click on another cell in mid-composition leaves the text in its cell', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  const ime = await Ime.on(operator)
  await sheet.goTo(1, NAME)
  await ime.compose(korean.steps)
  await sheet.cell(3, ITEM).click()
  await sheet.expectAt(3, ITEM)
  await expect(sheet.cell(1, NAME)).toHaveText('간')
  await expect(sheet.editor).toHaveValue('')
  await expect(sheet.editor).toBeFocused()
  await ime.compose(korean.steps)
  await ime.commit(korean.text)
  await sheet.press('Enter')
  await expect(sheet.cell(3, ITEM)).toHaveText('간')
  await expect(sheet.cell(1, NAME)).toHaveText('간')
})

test('in Safari the Enter that ends a composition neither renames the draft nor steps through what was found', async ({
  workbench: { page, active },
}) => {
  const name = page.getByRole('textbox', { name: 'Draft name' })
  await name.fill('仁川')
  await safari(name, ['じ', 'じん'], '仁川')
  await expect(name).toBeFocused()
  await name.press('Enter')
  await expect(name).not.toBeFocused()

  await page.keyboard.type('仁川')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+F')
  const sought = page.getByRole('textbox', { name: 'Find', exact: true })
  await sought.fill('仁川')
  await expect(page.getByRole('search', { name: 'Find and replace' })).toContainText('1')
  await safari(sought, ['じ', 'じん'], '仁川')
  await expect(active).toHaveText('')
  await sought.press('Enter')
  await expect(active).toHaveText('仁川')
})
