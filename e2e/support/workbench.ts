import { expect, type Locator, type Page } from 'playwright/test'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'

/** A line as the screen shows it. */
export interface ShownLine {
  readonly number: string
  /** The line's header: the position of its order. */
  readonly header: string
  /** The order ID, once the order is registered. */
  readonly orderId: string
  /** How its order fares, in words. */
  readonly sign: string
}

/** What journeys find the working screen by, in the language of its operator. */
export interface WorkbenchWords {
  /** The region of the list. */
  readonly errors: string
  readonly check: string
  readonly register: string
  readonly connection: string
  readonly draftName: string
  /** Within the sentence about what was pasted. */
  readonly pasted: string
}

const english: WorkbenchWords = {
  errors: 'Errors',
  check: 'Check',
  register: 'Register',
  connection: 'Connection',
  draftName: 'Draft name',
  pasted: 'Pasted',
}

/** The server closes a connection that was idle for five seconds, at times in the moment of the next request. */
const CLOSED_RETRIES = 2

/** How long to wait between looks at what mostly comes at once, in milliseconds. */
export const shortIntervals = { intervals: [20, 50, 100] }

/** How many steps the jump to the end of a line takes the time of: the sheet draws other columns for it. */
const END_COSTS = 4

/** The working screen, by its roles and names. */
export class Workbench {
  readonly grid: Locator
  /** What was announced last. */
  readonly announcement: Locator
  /** The entries of the failure list. */
  readonly failures: Locator
  readonly checkButton: Locator
  readonly registerButton: Locator
  /** Which connection is in use. */
  readonly connection: Locator
  /** The active cell. */
  readonly active: Locator

  constructor(
    readonly page: Page,
    readonly sheet: Sheet = sheets['orders/japan'],
    private readonly words = english,
  ) {
    this.grid = page.getByRole('grid')
    this.announcement = page.getByRole('status')
    this.failures = page.getByRole('region', { name: words.errors }).getByRole('listitem')
    this.checkButton = page.getByRole('button', { name: words.check, exact: true })
    this.registerButton = page.getByRole('button', { name: words.register, exact: true })
    this.connection = page.getByRole('combobox', { name: words.connection })
    this.active = this.grid.locator('[role=gridcell][data-active]')
  }

  /** Opens an empty draft. */
  static async openNew(page: Page, sheet?: Sheet, words?: WorkbenchWords): Promise<Workbench> {
    return Workbench.open(page, `/${(sheet ?? sheets['orders/japan']).id}/new`, sheet, words)
  }

  static async open(page: Page, url: string, sheet?: Sheet, words?: WorkbenchWords): Promise<Workbench> {
    const workbench = new Workbench(page, sheet, words)
    await page.goto(url)
    await expect(workbench.active).toBeVisible()
    return workbench
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await expect(this.active).toBeVisible()
  }

  /** Waits until everything is on the server. */
  async saved(): Promise<void> {
    await expect(this.page.locator('[data-save]')).toHaveAttribute('data-save', 'saved')
  }

  /** Gives the draft a name. */
  async name(name: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: this.words.draftName })
    await field.fill(name)
    await field.press('Enter')
    await expect(field).toHaveValue(name)
  }

  /**
   * Chooses an entry of More tools by keyboard, with the arrow: letters that a slow machine receives more than half a
   * second apart are no longer one word to the menu.
   */
  async chooseTool(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More tools' }).press('Enter')
    const menu = this.page.getByRole('menu')
    const entry = menu.getByRole('menuitem', { name })
    const focused = menu.locator('[role=menuitem]:focus')
    for (;;) {
      await expect(focused).toHaveCount(1)
      if (await entry.evaluate(node => node === document.activeElement)) break
      const before = await focused.textContent()
      await this.page.keyboard.press('ArrowDown')
      await expect(focused).not.toHaveText(before ?? '')
    }
    await this.page.keyboard.press('Enter')
  }

  /** Opens the question about carrying the draft over to another sheet. */
  async askToCarryOver(title: string): Promise<Locator> {
    await this.page.getByRole('button', { name: 'More tools' }).click()
    await this.page.getByRole('menuitem', { name: `Convert to ${title}…` }).click()
    return this.page.getByRole('dialog', { name: `Convert to ${title}` })
  }

  /** The texts of all lines as they are stored, in their order. */
  async storedTexts(): Promise<Readonly<Record<string, string>>[]> {
    const id = new URL(this.page.url()).pathname.split('/').at(-1)
    const { lines } = await (
      await this.page.request.get(`/drafts/${id}/lines`, { maxRetries: CLOSED_RETRIES })
    ).json()
    return lines.map((line: { texts: Record<string, string> }) => line.texts)
  }

  async choose(connection: string): Promise<void> {
    await this.connection.click()
    // An option says its environment after the name; “Sandbox” is also a name, of the first option.
    const option = this.page
      .getByRole('option')
      .filter({ has: this.page.getByText(connection, { exact: true }) })
    await option.first().click()
    await expect(this.connection).toHaveText(connection)
    await expect(this.checkButton).toBeEnabled()
  }

  /** Puts a text on the clipboard and presses Ctrl+V at the first cell. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate(copied => navigator.clipboard.writeText(copied), text)
    await this.focus()
    await this.page.keyboard.press('Control+Home')
    await this.page.keyboard.press('Control+V')
    await expect(this.announcement).toContainText(this.words.pasted)
    await this.saved()
  }

  /** Takes the keyboard back to the sheet, as a click into it does. */
  async focus(): Promise<void> {
    await this.active.click()
  }

  /** The line that opens the order of this number. */
  row(number: string): Locator {
    const numberCell = this.page.getByRole('gridcell', { name: number, exact: true })
    return this.grid.getByRole('row').filter({ has: numberCell })
  }

  /** The line `below` another: 1 is the next one. */
  async rowBelow(row: Locator, below: number): Promise<Locator> {
    const index = Number(await row.getAttribute('aria-rowindex')) + below
    return this.grid.locator(`[role=row][aria-rowindex="${index}"]`)
  }

  /** A cell that is drawn: that of the number always is, others once one went there or they are in view. */
  cell(row: Locator, column: string): Locator {
    return row.locator(`[role=gridcell][data-column="${column}"]`)
  }

  header(row: Locator): Locator {
    return row.getByRole('rowheader')
  }

  /** Goes to a cell: a click on the line's number, then keys, from the end of the line where that is nearer. */
  async goTo(row: Locator, column: string): Promise<Locator> {
    const number = this.cell(row, this.sheet.key)
    await number.click()
    // A click that another cell received fails here, not after the keys.
    await this.expectActive(number, this.sheet.key)
    const columns = this.sheet.columns.map(known => known.id)
    const steps = columns.indexOf(column) - columns.indexOf(this.sheet.key)
    const stepsFromEnd = columns.length - 1 - columns.indexOf(column)
    const isNearTheEnd = stepsFromEnd + END_COSTS < steps
    if (isNearTheEnd) await this.page.keyboard.press('End')
    for (let i = isNearTheEnd ? stepsFromEnd : steps; i > 0; i--)
      await this.page.keyboard.press(isNearTheEnd ? 'ArrowLeft' : 'ArrowRight')
    const cell = this.cell(row, column)
    await this.expectActive(cell, column)
    return cell
  }

  /** Waits until a cell is active. The failure says which cell is active instead, and what has the focus. */
  private async expectActive(cell: Locator, column: string): Promise<void> {
    const focused = () => this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    try {
      await expect(cell).toHaveAttribute('data-active')
    } catch (error) {
      const { number, column: other } = await this.where()
      const found = `${number} ${other} is active, the focus is on ${await focused()}`
      throw new Error(`${column} is not active: ${found}`, { cause: error })
    }
  }

  /** Types into a cell and leaves it with Enter. */
  async write(row: Locator, column: string, text: string): Promise<void> {
    await this.goTo(row, column)
    await this.type(text)
  }

  /** Types into the active cell and leaves it with Enter. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    await this.page.keyboard.press('Enter')
  }

  /** The number and the column of the active cell. */
  async where(): Promise<{ number: string; column: string }> {
    return this.active.evaluate((cell, key) => {
      const number = cell.parentElement?.querySelector(`[data-column="${key}"]`)?.textContent ?? ''
      return { number, column: cell.getAttribute('data-column') ?? '' }
    }, this.sheet.key)
  }

  /** The message of a marked cell or row header, in the element that aria-errormessage names. */
  async reason(marked: Locator): Promise<string> {
    await expect(marked).toHaveAttribute('aria-invalid', 'true')
    const id = await marked.getAttribute('aria-errormessage')
    const message = this.page.locator(`[id="${id}"]`)
    await expect(message).toHaveCount(1)
    return (await message.textContent()) ?? ''
  }

  /** Presses Check and waits for its announcement. @returns the sentence. */
  check(): Promise<string> {
    return this.press(this.checkButton)
  }

  /** Presses Register and waits for its announcement. @returns the sentence. */
  register(): Promise<string> {
    return this.press(this.registerButton)
  }

  /** Every announcement differs from the one before, if only by a space, so a repeated sentence is noticed. */
  private async press(button: Locator): Promise<string> {
    await expect(button).toBeEnabled()
    const text = () => this.announcement.evaluate(element => element.textContent ?? '')
    const before = await text()
    await button.click()
    await expect.poll(text, shortIntervals).not.toBe(before)
    return (await text()).replace(/\u00a0$/, '')
  }

  /** Every filled line from the first to the last, read while paging down. */
  async lines(): Promise<ShownLine[]> {
    const read = new Map<number, ShownLine>()
    const count = Number(await this.grid.getAttribute('aria-rowcount'))
    await this.focus()
    await this.page.keyboard.press('Control+Home')
    for (let at = 0; at < count; ) {
      at = Number(await this.active.locator('..').getAttribute('aria-rowindex'))
      // What was scrolled into view is drawn a moment later.
      await expect
        .poll(async () => {
          for (const [index, line] of await this.drawn()) if (line.sign !== 'loading') read.set(index, line)
          return Array.from({ length: at - 2 }, (_, i) => i + 3).filter(index => !read.has(index))
        }, shortIntervals)
        .toEqual([])
      await this.page.keyboard.press('PageDown')
    }
    return [...read]
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line)
      .filter(line => line.number !== '')
  }

  /** The lines that are drawn now, by their aria-rowindex. */
  private drawn(): Promise<[number, ShownLine][]> {
    return this.grid.evaluate((grid, key) => {
      const rows = [...grid.querySelectorAll('[role=row][data-line]')]
      return rows.map((row): [number, ShownLine] => [
        Number(row.getAttribute('aria-rowindex')),
        {
          number: row.querySelector(`[data-column="${key}"]`)?.textContent ?? '',
          header: row.querySelector('[role=rowheader] span')?.textContent ?? '',
          orderId: row.querySelector('[data-column=orderId]')?.textContent ?? '',
          sign: row.querySelector('[role=rowheader] [role=img]')?.getAttribute('aria-label') ?? '',
        },
      ])
    }, this.sheet.key)
  }
}
