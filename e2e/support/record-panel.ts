import type { Locator, Page } from 'playwright/test'

/** The form of one record beside the sheet. */
export class RecordPanel {
  readonly root: Locator
  readonly title: Locator

  constructor(readonly page: Page) {
    this.root = page.getByRole('region', { name: 'Form', exact: true })
    this.title = this.root.getByRole('heading').first()
  }

  /** A field by its heading and its label: `Recipient`, `Postal code`; `Item 2`, `Price`. */
  field(heading: string, label: string): Locator {
    return this.root.getByRole('group', { name: heading, exact: true }).getByLabel(label, { exact: true })
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true })
  }

  /** The text below a field, in the element that describes it. */
  async description(field: Locator): Promise<string> {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    const texts = ids.map(id => this.page.locator(`[id="${id}"]`).textContent())
    return (await Promise.all(texts)).join(' ')
  }
}
