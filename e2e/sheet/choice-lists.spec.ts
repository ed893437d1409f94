import type { Locator } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { Sheet } from '../support/grid'
import { ColumnHeads } from './column-heads'

const COUNTRY = 'recipient.country'

/** The box of an element that is on the screen. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}

/** The rows that are wholly in view, read at once: while the window changes, rows come and go. */
async function rowsInView(sheet: Sheet): Promise<number[]> {
  const header = await boxOf(sheet.grid.getByRole('columnheader').last())
  return sheet.grid.evaluate(
    (grid, { column, top }) => {
      const { bottom } = grid.getBoundingClientRect()
      return [...grid.querySelectorAll(`[role=gridcell][data-column="${column}"]`)].flatMap(cell => {
        const box = cell.getBoundingClientRect()
        const row = Number(cell.closest('[role=row]')?.getAttribute('aria-rowindex')) - 2
        return row > 0 && box.top >= top && box.bottom <= bottom ? [row] : []
      })
    },
    { column: COUNTRY, top: header.bottom },
  )
}

test('the list of choices is in view and does not cover its cell, wherever the cell is, also in a low window', async ({
  operator: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 })
  const sheet = await Sheet.at(page, '/orders/general/new')
  const list = page.getByRole('listbox')
  const expectInView = async (row: number) => {
    await sheet.goTo(row, COUNTRY)
    await sheet.press('Alt+ArrowDown')
    await expect(list.getByRole('option').first()).toBeVisible()
    await expect
      .poll(async () => {
        const [grid, editor, choices] = await Promise.all([sheet.grid, sheet.editor, list].map(boxOf))
        if (!grid || !editor || !choices) return 'missing'
        const covers = choices.y < editor.bottom && choices.bottom > editor.y
        const isCut =
          choices.y < grid.y ||
          choices.bottom > grid.bottom ||
          choices.x < grid.x ||
          choices.right > grid.right
        return `${covers ? 'covers its cell' : 'beside its cell'}, ${isCut ? 'cut off' : 'in view'}`
      })
      .toBe('beside its cell, in view')
    // Room for three choices at least.
    expect((await boxOf(list)).height).toBeGreaterThan(80)
    await sheet.press('Escape', 'Escape')
    await expect(list).toHaveCount(0)
  }
  const expectEverywhere = async () => {
    await expect.poll(async () => (await rowsInView(sheet)).length).toBeGreaterThan(4)
    const rows = await rowsInView(sheet)
    for (const row of [rows.at(0), rows.at(Math.floor(rows.length / 2)), rows.at(-1)])
      await expectInView(row ?? 0)
  }
  await expectEverywhere()
  await page.setViewportSize({ width: 1024, height: 480 })
  await expectEverywhere()

  // A pinned column, with others scrolled away under it.
  await sheet.grid.getByRole('columnheader', { name: 'Country' }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin to the left' }).click()
  await sheet.press('End')
  await expectEverywhere()

  // Other journeys of this server use the sheet's own columns.
  await page.setViewportSize({ width: 1024, height: 900 })
  await new ColumnHeads(page).reset()
})

test('a drag that selects typed text and ends over the list chooses nothing; a click on a choice does', async ({
  operator: page,
}) => {
  const sheet = await Sheet.at(page, '/orders/general/new')
  const first = page.getByRole('listbox').getByRole('option').first()
  await sheet.cell(2, COUNTRY).scrollIntoViewIfNeeded()
  await sheet.goTo(2, COUNTRY)
  await sheet.type('jap')
  const [text, choice] = [await boxOf(sheet.editor), await boxOf(first)]
  await page.mouse.move(text.x + 30, text.y + 12)
  await page.mouse.down()
  await page.mouse.move(choice.x + 10, choice.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(sheet.editor).toHaveAttribute('data-open')
  await expect(sheet.editor).toHaveValue('jap')
  await first.click()
  await expect(sheet.editor).not.toHaveAttribute('data-open')
  await expect(sheet.cell(2, COUNTRY)).toContainText('JP')
})
