import { sheets } from '@/lib/sheet/schema/sheets'
import { expectFlawless } from '../support/axe'
import { expect, test } from '../support/fixtures'
import { NAME, NUMBER, PRICE, Sheet, withPaths } from '../support/grid'
import { Ime, japanese } from '../support/keyboard/ime'

/** Every column is in view. */
test.use({ viewport: { width: 5400, height: 500 } })

const COUNTRY = 'recipient.country'
const DECLARED = 'orderInfo.isExportDeclaration'

test('a country is found in any language, by key and by mouse; a text without a match stays as typed', async ({
  operator,
}) => {
  const numbers = [1, 2, 3, 4, 5].map(at => ({ [NUMBER]: `E-${at}` }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER], numbers))
  const ime = await Ime.on(operator)
  const list = operator.getByRole('listbox')
  const highlighted = list.getByRole('option', { selected: true })

  await sheet.goTo(1, COUNTRY)
  await ime.compose(['ㅇ', '이', '일', '읿', '일보', '일본'])
  await expect(highlighted).toHaveText('JP Japan')
  await ime.commit('일본')
  await sheet.press('Enter')
  await expect(sheet.cell(1, COUNTRY)).toHaveText('JP Japan')

  await sheet.expectAt(2, COUNTRY)
  await ime.compose(japanese.steps)
  await ime.commit(japanese.text)
  await expect(highlighted).toHaveText('JP Japan')
  await sheet.press('Tab')
  await expect(sheet.cell(2, COUNTRY)).toHaveText('JP Japan')

  await sheet.goTo(3, COUNTRY)
  await sheet.type('jap')
  await sheet.press('Enter')
  await expect(sheet.cell(3, COUNTRY)).toHaveText('JP Japan')

  // The first Escape closes the list, the second one the edit.
  await sheet.type('jap')
  await expect(list).toBeVisible()
  await sheet.press('Escape')
  await expect(list).toBeHidden()
  await expect(sheet.editor).toHaveValue('jap')
  await sheet.press('Escape')
  await expect(sheet.editor).not.toHaveAttribute('data-open')
  await expect(sheet.cell(4, COUNTRY)).toHaveText('')

  await sheet.press('Alt+ArrowDown')
  await expect(sheet.editor).toHaveAttribute('aria-haspopup', 'listbox')
  await sheet.press('ArrowDown')
  await expect(highlighted).toHaveCount(1)
  await expect(sheet.editor).toHaveAttribute(
    'aria-activedescendant',
    (await highlighted.getAttribute('id')) ?? 'none',
  )
  await expectFlawless(operator, 'a list of choices')
  await list.getByRole('option', { name: 'JP Japan' }).click()
  await expect(sheet.cell(4, COUNTRY)).toHaveText('JP Japan')
  await expect(sheet.editor).toBeFocused()
  await expect(list).toBeHidden()

  await sheet.goTo(5, COUNTRY)
  await sheet.type('Atlantis')
  await expect(list).toBeHidden()
  await expect(operator.locator('.grid-note')).toHaveText(/^No match\./)
  await sheet.press('Enter')
  await expect(sheet.cell(5, COUNTRY)).toHaveText('Atlantis')
})

test('the space bar toggles a flag; the note shows how a number is sent and how long a text is', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  const assist = operator.locator('.grid-assist')
  await sheet.goTo(1, DECLARED)
  await sheet.press('Space')
  await expect(sheet.cell(1, DECLARED)).toHaveText('Yes')
  await sheet.press('Space')
  await expect(sheet.cell(1, DECLARED)).toHaveText('No')
  await sheet.type('예')
  await expect(operator.getByRole('option', { selected: true })).toHaveText('Yes')
  await sheet.press('Escape', 'Escape')

  await sheet.goTo(1, PRICE)
  await sheet.type('1,200')
  await expect(assist).toContainText('Sent as 1200')
  await sheet.press('Enter')
  await expect(sheet.cell(1, PRICE)).toHaveText('1,200')

  await sheet.goTo(1, NAME)
  await sheet.type('𠮷'.repeat(49))
  await expect(assist).toContainText('49 / 50')
  await expect(assist.locator('.grid-note [aria-live]')).toHaveText('1 character left')
  await sheet.press('Alt+Enter')
  await sheet.type('野')
  await expect(assist).toContainText('51 / 50')
  await expect(assist.locator('.grid-note [aria-live]')).toHaveText('1 character too many')
  await sheet.press('Enter')
  await expect(sheet.cell(1, NAME)).toHaveText(`${'𠮷'.repeat(49)} 野`)
})

test('Space switches all selected yes/no cells, and a second fill or Delete of the same cells says that nothing changed', async ({
  operator,
}) => {
  const sheet = await Sheet.open(
    operator,
    withPaths(
      [NUMBER, NAME],
      [...'ABCD'].map(letter => ({ [NUMBER]: letter, [NAME]: letter })),
    ),
  )
  await sheet.goTo(2, DECLARED)
  await sheet.press('Space')
  await sheet.expectTexts(DECLARED, 1, ['', 'Yes', '', ''])
  await sheet.goTo(1, DECLARED)
  await sheet.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Space')
  await sheet.expectTexts(DECLARED, 1, ['Yes', 'Yes', 'Yes', ''])
  await expect(sheet.announcement).toHaveText('2 cells set to Yes.')
  await sheet.press('Space')
  await sheet.expectTexts(DECLARED, 1, ['No', 'No', 'No', ''])
  expect((await sheet.selected()).lines).toEqual([1, 3])
  await sheet.press('Control+Z')
  await sheet.expectTexts(DECLARED, 1, ['Yes', 'Yes', 'Yes', ''])
  // Whole rows are switched as well, by the cell that is active in them.
  await sheet.press('Shift+Space', 'Space')
  await sheet.expectTexts(DECLARED, 1, ['No', 'No', 'No', ''])
  await sheet.press('Control+Z')
  await sheet.goTo(1, DECLARED)
  await sheet.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+D')
  await expect(sheet.announcement).toHaveText('Nothing to fill. These cells already have this value.')
  await sheet.press('Delete')
  await expect(sheet.announcement).toHaveText('3 cells cleared.')
  await sheet.press('Delete')
  await expect(sheet.announcement).toHaveText('Nothing to clear. These cells are already blank.')
  await sheet.press('Control+Z')
  await sheet.expectTexts(DECLARED, 1, ['Yes', 'Yes', 'Yes', ''])

  // With a Japanese input method, Space arrives as a wide blank.
  const ime = await Ime.on(operator)
  await sheet.goTo(4, DECLARED)
  await ime.compose(['\u3000'])
  await ime.commit('\u3000')
  await expect(sheet.cell(4, DECLARED)).toHaveText('Yes')
  await expect(sheet.editor).not.toHaveAttribute('data-open')
})

test('addresses open in a new tab, and images load only on request', async ({ operator, openSheet }) => {
  await openSheet(sheets.products)
  const cell = operator.locator('[role=row][aria-rowindex="3"] [data-column="productImages"]')
  const assist = operator.locator('.grid-assist')
  const loaded: string[] = []
  await operator.context().route('https://shop.example/**', route => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  })
  await cell.click()
  await operator.keyboard.insertText('https://shop.example/1.jpg\nshop.example/2.jpg')
  await expect(assist).toContainText('2 URLs, 1 without http or https')
  const link = assist.getByRole('link', { name: 'Open' })
  await expect(link).toHaveAttribute('href', 'https://shop.example/1.jpg')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  expect(loaded).toEqual([])
  await assist.getByRole('button', { name: 'Show image' }).click()
  await expect(assist.getByRole('img')).toHaveCount(1)
  await expect.poll(() => loaded).toEqual(['https://shop.example/1.jpg'])
  await operator.keyboard.press('Enter')
  await operator.keyboard.press('ArrowUp')
  const [tab] = await Promise.all([
    operator.context().waitForEvent('page'),
    operator.keyboard.press('Alt+Enter'),
  ])
  await tab.waitForURL('https://shop.example/1.jpg')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})
