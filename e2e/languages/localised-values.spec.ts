import type { Page } from 'playwright/test'
import { LANGUAGE_COOKIE } from '@/lib/words/locale/locale-cookies'
import { expect, test } from '../support/fixtures'
import { NUMBER, Sheet, withPaths } from '../support/grid'
import { RecordPanel } from '../support/record-panel'
import { Workbench } from '../support/workbench'

/** Every column is in view. */
test.use({ viewport: { width: 5400, height: 500 } })

const COUNTRY = 'recipient.country'
const DECLARED = 'orderInfo.isExportDeclaration'
const PURPOSE = 'orderInfo.exportPurpose'

/** Opens the same draft in another language. */
async function inLanguage(page: Page, language: string, url: string): Promise<Sheet> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: new URL('/', url).href }])
  return Sheet.at(page, url)
}

/** The stored texts of some columns, line by line. */
async function storedIn(page: Page, ...ids: readonly string[]): Promise<(string | undefined)[][]> {
  const lines = await new Workbench(page).storedTexts()
  return lines.map(texts => ids.map(id => texts[id]))
}

test('yes, no and codes are shown in the operator’s language and read in every language; codes are stored and copied', async ({
  operator,
}) => {
  const numbers = [1, 2, 3].map(at => ({ [NUMBER]: `V-${at}` }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER], numbers))

  // Pasted in other languages than the screen's.
  await sheet.goTo(1, DECLARED)
  await sheet.paste('はい\n아니요\nmaybe')
  await expect(sheet.announcement).toContainText('2 texts became codes, such as “はい” → true.')
  await sheet.expectTexts(DECLARED, 1, ['Yes', 'No', 'maybe'])
  await expect(sheet.cell(3, DECLARED)).toHaveAttribute('aria-invalid', 'true')
  await sheet.goTo(1, COUNTRY)
  await sheet.paste('일본\n日本\nAtlantis')
  await sheet.expectTexts(COUNTRY, 1, ['JP Japan', 'JP Japan', 'Atlantis'])
  await expect(sheet.cell(1, COUNTRY)).toHaveAccessibleName('JP Japan')
  await expect(sheet.cell(3, COUNTRY)).toHaveAttribute('aria-invalid', 'true')

  // Typed.
  await sheet.goTo(1, PURPOSE)
  await sheet.type('販売用')
  await expect(operator.getByRole('option', { selected: true })).toHaveText('COMMERCIAL For sale')
  await sheet.press('Enter')
  await expect(sheet.cell(1, PURPOSE)).toHaveText('COMMERCIAL For sale')
  await sheet.goTo(1, DECLARED)
  await sheet.press('F2')
  await expect(sheet.editor).toHaveValue('Yes')
  await expect(operator.getByRole('option')).toHaveText(['Yes', 'No'])
  await sheet.press('Escape', 'Escape')

  // Copied.
  await sheet.goTo(1, DECLARED)
  await sheet.press('Shift+ArrowDown', 'Control+C')
  expect(await sheet.clipboard()).toBe('true\nfalse')
  await sheet.goTo(1, COUNTRY)
  await sheet.press('Control+C')
  expect(await sheet.clipboard()).toBe('JP')

  // The value list of a column finds the labels of codes.
  await sheet.goTo(1, DECLARED)
  await sheet.press('Control+Shift+L')
  const values = operator.getByRole('list', { name: 'Values' })
  await expect(values.getByRole('listitem')).toHaveText(['No1', 'maybe1', 'Yes1'])
  await sheet.press('Escape')

  await sheet.saved()
  const stored = [
    ['true', 'JP', 'COMMERCIAL'],
    ['false', 'JP', undefined],
    ['maybe', 'Atlantis', undefined],
  ]
  expect(await storedIn(operator, DECLARED, COUNTRY, PURPOSE)).toEqual(stored)

  const url = operator.url()
  const korean = await inLanguage(operator, 'ko', url)
  await korean.expectTexts(DECLARED, 1, ['예', '아니요', 'maybe'])
  await korean.expectTexts(COUNTRY, 1, ['JP 일본', 'JP 일본', 'Atlantis'])
  await korean.expectTexts(PURPOSE, 1, ['COMMERCIAL 상업용'])
  const japanese = await inLanguage(operator, 'ja', url)
  await japanese.expectTexts(DECLARED, 1, ['はい', 'いいえ', 'maybe'])
  await japanese.expectTexts(COUNTRY, 1, ['JP 日本', 'JP 日本', 'Atlantis'])
  expect(await storedIn(operator, DECLARED, COUNTRY, PURPOSE)).toEqual(stored)

  // A Japanese screen also reads the other languages.
  await japanese.goTo(3, DECLARED)
  await japanese.type('yes')
  await japanese.press('Enter')
  await expect(japanese.cell(3, DECLARED)).toHaveText('はい')
  await japanese.goTo(3, COUNTRY)
  await japanese.paste('일본')
  await expect(japanese.cell(3, COUNTRY)).toHaveText('JP 日本')
  await japanese.saved()
  expect(await storedIn(operator, DECLARED, COUNTRY)).toEqual([
    ['true', 'JP'],
    ['false', 'JP'],
    ['true', 'JP'],
  ])

  // One undo reverts to the code, not to a label.
  await japanese.press('Control+Z', 'Control+Z')
  await expect(japanese.cell(3, DECLARED)).toHaveText('maybe')
  await japanese.press('Control+Y')
  await expect(japanese.cell(3, DECLARED)).toHaveText('はい')
})

test('a label is cut before its code, and is complete in the accessible name', async ({ operator }) => {
  await operator.setViewportSize({ width: 2400, height: 500 })
  const sheet = await Sheet.open(
    operator,
    withPaths([NUMBER, 'items[].currency'], [{ [NUMBER]: 'V-1', 'items[].currency': 'KRW' }]),
  )
  const cell = sheet.cell(1, 'items[].currency')
  await expect(cell).toHaveText('KRW South Korean Won')
  // The text node is the code; the label beside it ends before the edge of the cell.
  expect(await cell.evaluate(element => element.firstChild?.textContent)).toBe('KRW')
  const label = cell.locator('.grid-label')
  await expect(label).not.toHaveText('South Korean Won')
  const [inner, outer] = await Promise.all([label.boundingBox(), cell.boundingBox()])
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0))
})

test('the form shows yes and no, and the label of a code beside it', async ({ operator }) => {
  await operator.setViewportSize({ width: 2400, height: 900 })
  const sheet = await Sheet.open(
    operator,
    withPaths([NUMBER, COUNTRY, DECLARED], [{ [NUMBER]: 'V-1', [COUNTRY]: 'JP', [DECLARED]: 'true' }]),
  )
  await sheet.goTo(1, NUMBER)
  await operator.getByRole('button', { name: 'Open as form' }).click()
  const form = new RecordPanel(operator)
  const declared = form.root.locator(`[data-field="${DECLARED}"]`).getByRole('combobox')
  await expect(declared).toHaveValue('Yes')
  await declared.fill('아니요')
  await declared.press('Tab')
  await expect(declared).toHaveValue('No')
  const country = form.root.locator(`[data-field="${COUNTRY}"]`)
  await expect(country.getByRole('combobox')).toHaveValue('JP')
  await expect(country).toContainText('Japan')
  await sheet.saved()
  expect(await storedIn(operator, DECLARED, COUNTRY)).toEqual([['false', 'JP']])
})
