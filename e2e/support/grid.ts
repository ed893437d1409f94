import { expect, type Locator, type Page } from 'playwright/test'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { shortIntervals } from './workbench'

export const NUMBER = 'orderInfo.mallOrderNumber'
export const NAME = 'recipient.name'
export const ZIP = 'recipient.zipCode'
export const ITEM = 'items[].name'
export const PRICE = 'items[].price'

/** Ids of all columns, left to right. */
export const columns = sheets['orders/japan'].columns.map(column => column.id)

/** Wide enough for everything up to an item's price. */
export const wide = { width: 2400, height: 900 }

/** The column `step` columns to the right of another. */
export const beside = (column: string, step = 1): string => columns[columns.indexOf(column) + step] ?? ''

/** A block with a row of paths, as a script or a template would bring it. */
export const withPaths = (paths: readonly string[], lines: readonly Texts[]): string =>
  formatTsv([paths, ...lines.map(line => paths.map(path => line[path] ?? ''))])

/** The sheet under the fingers: cells by their place on the screen (lines from 1), keys, clipboard. */
export class Sheet {
  readonly grid: Locator
  readonly active: Locator
  readonly editor: Locator
  readonly announcement: Locator

  private constructor(readonly page: Page) {
    this.grid = page.getByRole('grid')
    this.active = this.grid.locator('[role=gridcell][data-active]')
    this.editor = page.locator('.grid-overlay textarea')
    this.announcement = page.getByRole('status')
  }

  /** The draft at an address. */
  static async at(page: Page, url: string): Promise<Sheet> {
    const sheet = new Sheet(page)
    await page.goto(url)
    await expect(sheet.active).toBeVisible()
    await expect(sheet.editor).toBeFocused()
    return sheet
  }

  /** An empty draft, or one that begins with a pasted block. */
  static async open(page: Page, block?: string): Promise<Sheet> {
    const sheet = await Sheet.at(page, '/orders/japan/new')
    if (block !== undefined) {
      await sheet.paste(block)
      await sheet.press('Control+Home')
    }
    return sheet
  }

  line(row: number): Locator {
    return this.grid.locator(`[role=row][aria-rowindex="${row + 2}"]`)
  }

  cell(row: number, column: string): Locator {
    return this.line(row).locator(`[role=gridcell][data-column="${column}"]`)
  }

  /** Goes to a cell that is in view. */
  async goTo(row: number, column: string): Promise<void> {
    await this.cell(row, column).click()
    await this.expectAt(row, column)
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Presses keys one after the other while another is held. */
  async hold(held: string, keys: string): Promise<void> {
    await this.page.keyboard.down(held)
    await this.page.keyboard.type(keys)
    await this.page.keyboard.up(held)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Puts a text on the clipboard, as another program would, and presses Ctrl+V. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await this.press('Control+V')
  }

  /** Waits until everything is on the server. */
  async saved(): Promise<void> {
    await expect(this.page.locator('[data-save]')).toHaveAttribute('data-save', 'saved')
  }

  /** Puts a text and HTML on the clipboard as another program would, the HTML as it is. */
  async copyElsewhere(text: string, html: string): Promise<void> {
    await this.page.evaluate(
      clip => {
        const put = (event: ClipboardEvent) => {
          event.preventDefault()
          event.stopImmediatePropagation()
          if (clip.text !== '') event.clipboardData?.setData('text/plain', clip.text)
          event.clipboardData?.setData('text/html', clip.html)
        }
        document.addEventListener('copy', put, { capture: true, once: true })
        document.execCommand('copy')
      },
      { text, html },
    )
  }

  /** What was copied, as HTML. Browsers hand it to pages without what only other programs understand. */
  html(): Promise<string> {
    return this.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return (await item?.getType('text/html'))?.text() ?? ''
    })
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText())
  }

  /** The active cell: line from 1, and column. */
  async expectAt(row: number, column: string): Promise<void> {
    await expect(this.cell(row, column)).toHaveAttribute('data-active')
  }

  /** The texts of one column from a line downwards. */
  async expectTexts(column: string, from: number, texts: readonly string[]): Promise<void> {
    for (const [i, text] of texts.entries()) await expect(this.cell(from + i, column)).toHaveText(text)
  }

  /** The rectangle that is selected, as far as it is drawn: first and last line, first and last column. */
  async selected(): Promise<{ lines: [number, number]; columns: [string, string] }> {
    const cells = await this.grid.locator('[role=gridcell][aria-selected=true]').evaluateAll(all =>
      all.map(cell => ({
        line: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
        column: cell.getAttribute('data-column') ?? '',
        index: Number(cell.getAttribute('aria-colindex')),
      })),
    )
    const lines = cells.map(cell => cell.line)
    const across = cells.sort((a, b) => a.index - b.index).map(cell => cell.column)
    return {
      lines: [Math.min(...lines), Math.max(...lines)],
      columns: [across.at(0) ?? '', across.at(-1) ?? ''],
    }
  }

  /** Whether a cell lies wholly inside the part of the sheet that is seen. */
  async expectInView(row: number, column: string): Promise<void> {
    await expect
      .poll(
        () =>
          this.cell(row, column).evaluate(cell => {
            const box = cell.getBoundingClientRect()
            const view = cell.closest('[role=grid]')?.getBoundingClientRect()
            return !!view && box.top >= view.top + 49 && box.bottom <= view.bottom && box.right <= view.right
          }),
        shortIntervals,
      )
      .toBe(true)
  }
}
