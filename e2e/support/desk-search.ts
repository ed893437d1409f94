import { expect, type Locator, type Page } from 'playwright/test'
import { hydrated } from './hydrated'

/** The search of the whole desk, open on a page. */
export class DeskSearch {
  readonly dialog: Locator
  readonly field: Locator
  readonly options: Locator
  readonly active: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Search all' })
    this.field = this.dialog.getByRole('combobox', { name: 'Search all' })
    this.options = this.dialog.getByRole('option')
    this.active = this.dialog.getByRole('option', { selected: true })
  }

  /** The options under a heading. */
  under(heading: string): Locator {
    return this.dialog.getByRole('group', { name: heading, exact: true }).getByRole('option')
  }

  async openByMouse(): Promise<void> {
    await hydrated(this.page)
    await this.page.getByRole('button', { name: 'Search all' }).click()
    await expect(this.field).toBeFocused()
  }

  async openByKeys(): Promise<void> {
    await hydrated(this.page)
    await this.page.keyboard.press('Control+K')
    await expect(this.field).toBeFocused()
  }
}
