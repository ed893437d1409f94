import { freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { columns, NAME, NUMBER, Sheet, withPaths, ZIP } from '../support/grid'
import { chooseByArrows } from '../support/keyboard/choose-by-arrows'
import { ColumnHeads } from './column-heads'

const NUMBER_NAME = 'Order number'
const NAME_NAME = 'Recipient name'
const ZIP_NAME = 'Recipient postal code'

test('columns stay as the operator left them: wider, fitted, moved, pinned, hidden, folded', async ({
  operator,
}) => {
  // Both headings of the drag are in view.
  await operator.setViewportSize({ width: 2400, height: 900 })
  const long = '서울특별시 종로구 세종대로 175 세종문화회관 대극장 앞'
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME, ZIP], [{ [NUMBER]: 'C1', [NAME]: long }]))
  const heads = new ColumnHeads(operator)
  const before = await heads.width(ZIP_NAME)
  await heads.drag(heads.edge(ZIP_NAME), { by: 57 })
  await expect.poll(() => heads.width(ZIP_NAME)).toBe(before + 57)
  // Escape during a drag restores the width, and the release of the button does nothing more.
  const release = await heads.grab(heads.edge(ZIP_NAME), 40)
  await expect.poll(() => heads.width(ZIP_NAME)).toBe(before + 97)
  await sheet.press('Escape')
  await expect.poll(() => heads.width(ZIP_NAME)).toBe(before + 57)
  await release()
  expect(await heads.width(ZIP_NAME)).toBe(before + 57)
  await heads.edge(NAME_NAME).dblclick()
  const cell = sheet.cell(1, NAME)
  await expect
    .poll(() => cell.evaluate(box => box.scrollWidth <= box.clientWidth && box.clientWidth > 200))
    .toBe(true)
  await sheet.goTo(1, ZIP)
  await sheet.press('Alt+Shift+ArrowLeft')
  await expect.poll(() => heads.width(ZIP_NAME)).toBe(before + 49)

  // A drag moves a selected heading; on other headings it selects.
  await heads.heading(ZIP_NAME).click()
  await heads.drag(heads.heading(ZIP_NAME), { before: heads.heading(NAME_NAME) })
  await expect(sheet.cell(1, ZIP)).toHaveAttribute('aria-colindex', '5')
  await heads.choose('Recipient country', 'Pin to the left')
  await expect(sheet.cell(1, 'recipient.country')).toHaveAttribute('aria-colindex', '3')
  await heads.choose('Recipient contact', 'Hide')
  await expect(sheet.announcement).toContainText('Recipient contact hidden')

  // By keyboard: the menu of the active cell's column; afterwards the sheet has the focus.
  await sheet.goTo(1, ZIP)
  await sheet.press('Alt+Shift+Enter')
  await chooseByArrows(operator.getByRole('menu', { name: `${ZIP_NAME} menu` }), 'Collapse Recipient')
  await expect(heads.grid.getByRole('button', { name: /^Expand Recipient/ })).toBeVisible()
  await expect(sheet.editor).toBeFocused()
  await expect(sheet.active).toHaveCount(1)
  const shown = columns.length - 9
  await expect(heads.grid).toHaveAttribute('aria-colcount', String(shown + 1))
  await sheet.goTo(1, 'recipient.country')
  await sheet.press('Alt+Shift+Enter')
  await expect(operator.getByRole('menuitem', { name: 'Expand Recipient' })).toBeVisible()
  await heads.whileSaved(
    () => sheet.press('End', 'ArrowUp', 'Enter'),
    layout => layout.folded.length === 0,
  )

  await sheet.saved()
  await operator.reload()
  await expect(sheet.cell(1, ZIP)).toHaveAttribute('aria-colindex', '5')
  const names = [NUMBER_NAME, 'Recipient country', 'Warehouse', ZIP_NAME, NAME_NAME]
  expect((await heads.names()).slice(0, 5)).toEqual(names)
  expect(await heads.width(ZIP_NAME)).toBe(before + 49)
  await expect(heads.heading('Recipient contact')).toHaveCount(0)

  const panel = await heads.panel()
  await panel.getByRole('textbox', { name: 'View name' }).fill('좁게')
  await panel.getByRole('button', { name: 'Save view' }).click()
  await expect(panel.getByRole('button', { name: 'Apply 좁게' })).toHaveAttribute('aria-pressed', 'true')
  await heads.reset()
  await expect(sheet.cell(1, 'recipient.contact')).toBeVisible()
  await heads.panel()
  await panel.getByRole('button', { name: 'Apply 좁게' }).click()
  await expect(sheet.cell(1, 'recipient.contact')).toHaveCount(0)
  await heads.reset()
})

test('only relevant columns are shown; a failing column shows itself, and F8 reaches a failure in a hidden one', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, withPaths(columns, freshOrders(3)))
  const heads = new ColumnHeads(operator)
  const panel = await heads.panel()
  await panel.getByRole('checkbox', { name: /^Only required, filled or failing columns/ }).check()
  await sheet.press('Escape')
  await expect(heads.heading('Recipient email')).toHaveCount(0)
  await heads.choose(ZIP_NAME, 'Hide')
  await sheet.paste(withPaths([NUMBER, ZIP], [{ [NUMBER]: 'C2', [ZIP]: '' }]))
  await expect(operator.getByRole('button', { name: /with 1 error$/ })).toBeVisible()
  await sheet.press('F8')
  await expect(sheet.cell(1, ZIP)).toHaveAttribute('data-active')
  await expect(sheet.announcement).toContainText('was hidden and is shown for now')
  await heads.reset()
})

test.describe('while the server saves no layout', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })

  test('a column that was hidden right before the page was reloaded stays hidden, and is saved later', async ({
    operator,
  }) => {
    const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME], [{ [NUMBER]: 'C1', [NAME]: '김' }]))
    const heads = new ColumnHeads(operator)
    await sheet.saved()
    const isLayout = (body: string | null) => body?.includes('"layout"') ?? false
    await operator.route('**/*', route =>
      isLayout(route.request().postData()) ? route.abort() : route.fallback(),
    )
    await heads.choose('Recipient contact', 'Hide')
    await expect(heads.heading('Recipient contact')).toHaveCount(0)
    await operator.reload()
    await expect(sheet.cell(1, ZIP)).toBeVisible()
    await expect(heads.heading('Recipient contact')).toHaveCount(0)

    // The page may save it before it is reloaded, or after that.
    const saved = operator.waitForResponse(
      response => response.ok() && isLayout(response.request().postData()),
    )
    await operator.unroute('**/*')
    await operator.reload()
    expect((await saved).request().postData()).toContain('recipient.contact')
    await expect(heads.heading('Recipient contact')).toHaveCount(0)
    await heads.reset()
  })
})
