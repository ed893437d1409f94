import { expect, type Locator, type Page } from 'playwright/test'
import { hydrated } from './hydrated'

/** A list of drafts: on Home, or of one sheet. */
export class DraftsPage {
  /** The question before a draft is deleted. */
  readonly question: Locator

  constructor(readonly page: Page) {
    this.question = page.getByRole('dialog')
  }

  static async open(page: Page, path = '/'): Promise<DraftsPage> {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Draft filter' })).toBeVisible()
    await hydrated(page)
    return new DraftsPage(page)
  }

  row(name: string): Locator {
    const header = this.page.getByRole('rowheader', { name, exact: true })
    return this.page.getByRole('row').filter({ has: header })
  }

  /** Performs an action of a draft, by the menu of its row. */
  async act(name: string, act: string): Promise<void> {
    await this.page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: act, exact: true }).click()
  }

  /** Shows drafts with something left to do, those that are all registered, or archived ones. */
  async show(which: 'To do' | 'Finished' | 'Archived'): Promise<void> {
    const link = this.page.getByRole('link', { name: new RegExp(`^${which} [0-9]+$`) })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
}
