import type { Locator, Page } from 'playwright/test'

/** Find and replace, beside the sheet. */
export class Find {
  readonly panel: Locator
  readonly what: Locator
  readonly by: Locator
  /** The number of hits, or why the search fails. */
  readonly outcome: Locator

  constructor(readonly page: Page) {
    this.panel = page.getByRole('search', { name: 'Find and replace' })
    this.what = this.panel.getByRole('textbox', { name: 'Find', exact: true })
    this.by = this.panel.getByRole('textbox', { name: 'Replace with' })
    this.outcome = this.panel.locator('[data-progress]')
  }

  async turn(option: string): Promise<void> {
    await this.panel.getByRole('button', { name: option, exact: true }).click()
  }

  async lookIn(scope: string): Promise<void> {
    await this.panel.getByRole('combobox', { name: 'Search in' }).click()
    await this.page.getByRole('option', { name: scope, exact: true }).click()
  }

  /** Asks for the preview of replacing everything. */
  async preview(): Promise<Locator> {
    await this.panel.getByRole('button', { name: 'Replace all…' }).click()
    return this.page.getByRole('dialog')
  }
}
