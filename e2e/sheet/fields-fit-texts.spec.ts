import type { Locator } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { NAME, NUMBER, Sheet, withPaths } from '../support/grid'
import { RecordPanel } from '../support/record-panel'

const long = '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処'
const block = withPaths([NUMBER, NAME], [{ [NUMBER]: 'A1', [NAME]: long }])

/** Characters of the text that a field does not show, in CSS pixels to the right and below. */
const hidden = (field: Locator) =>
  field.evaluate(element => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ])

test('a browser that does not size fields by itself, such as Safari 26.1, shows all of a long text that is edited', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, block)
  await operator.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('* { field-sizing: fixed !important }')
    document.adoptedStyleSheets = [style]
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (property: string, value?: string) =>
      property !== 'field-sizing' && (value === undefined ? supports(property) : supports(property, value))
  })
  await sheet.goTo(1, NAME)
  await sheet.press('F2')
  await expect(sheet.editor).toHaveValue(long)
  await expect.poll(() => hidden(sheet.editor)).toEqual([0, 0])
  await sheet.press('Alt+Enter')
  await sheet.type('second line')
  await expect.poll(() => hidden(sheet.editor)).toEqual([0, 0])
  await sheet.press('Escape')
  await expect.poll(async () => (await sheet.editor.boundingBox())?.height).toBe(28)

  await sheet.press('Control+M')
  const field = new RecordPanel(operator).field('Recipient', 'Name')
  await expect(field).toHaveValue(long)
  await expect.poll(() => hidden(field)).toEqual([0, 0])

  const name = operator.getByRole('textbox', { name: 'Draft name' })
  await name.fill('Rakuten, first of December')
  await expect.poll(() => hidden(name)).toEqual([0, 0])
})
