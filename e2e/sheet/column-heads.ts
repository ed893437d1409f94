import { expect, type Locator, type Page } from 'playwright/test'
import type { ColumnLayout } from '@/lib/sheet/view/columns/column-layout'

/** The headings of a sheet, their menus, and the panel of all columns; columns by their full names. */
export class ColumnHeads {
  readonly grid: Locator

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid')
  }

  heading(name: string): Locator {
    return this.grid.locator('[data-heading]').and(this.page.getByRole('columnheader', { name, exact: true }))
  }

  /** Width of a column, in CSS pixels. */
  async width(name: string): Promise<number> {
    return (await this.heading(name).boundingBox())?.width ?? 0
  }

  /** Names of the rendered columns, left to right. */
  async names(): Promise<(string | null)[]> {
    return this.grid
      .locator('[data-heading]')
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  }

  edge(name: string): Locator {
    return this.heading(name).getByRole('separator')
  }

  /** Drags from the middle of one element by some pixels, or to another element's left quarter. */
  async drag(from: Locator, to: { by: number } | { before: Locator }): Promise<void> {
    const start = await middle(from)
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    const box = 'before' in to ? await to.before.boundingBox() : null
    const x = 'by' in to ? start.x + to.by : (box?.x ?? 0) + (box?.width ?? 0) / 4
    await this.page.mouse.move((start.x + x) / 2, start.y)
    await this.page.mouse.move(x, start.y, { steps: 3 })
    await this.page.mouse.up()
  }

  /** Drags from the middle of an element by some pixels and holds it. @returns moves on and releases */
  async grab(from: Locator, by: number): Promise<() => Promise<void>> {
    const start = await middle(from)
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(start.x + by, start.y, { steps: 3 })
    return async () => {
      await this.page.mouse.move(start.x + 2 * by, start.y)
      await this.page.mouse.up()
    }
  }

  /** Chooses an entry of a column's menu. */
  async choose(name: string, act: string): Promise<void> {
    await this.heading(name).hover()
    await this.heading(name)
      .getByRole('button', { name: `${name} menu` })
      .click()
    await this.page.getByRole('menuitem', { name: act }).click()
    await expect(this.page.getByRole('menu')).toHaveCount(0)
  }

  /** The panel of all columns. */
  async panel(): Promise<Locator> {
    const panel = this.page.getByRole('dialog', { name: 'Columns' })
    if (!(await panel.isVisible()))
      await this.page.getByRole('button', { name: /^(Columns|\d+ columns? hidden)\b/ }).click()
    return panel
  }

  /** Resets the columns to the default of the sheet, and waits until that is saved. */
  async reset(): Promise<void> {
    const panel = await this.panel()
    await this.whileSaved(
      () => panel.getByRole('button', { name: 'Reset to default' }).click(),
      layout => layout.hidden.length === 0,
    )
    await this.page.keyboard.press('Escape')
    // The panel takes a moment to close; until then a test would take it for open.
    await expect(panel).toHaveCount(0)
  }

  /** Performs an act, and waits until the resulting layout is saved: the first sent layout that `is` accepts. */
  async whileSaved(act: () => Promise<void>, is: (layout: ColumnLayout) => boolean): Promise<void> {
    // An earlier change may be saved only now, so not every sent layout is the expected one.
    const sent = this.page.waitForRequest(request => {
      const body = request.method() === 'POST' ? (request.postData() ?? '') : ''
      return body.includes('"layout"') && is(JSON.parse(body)[0].layout)
    })
    await act()
    await (await sent).response()
  }
}

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox()
  if (!box) throw new Error('what is to be dragged is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
