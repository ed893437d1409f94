import { expect, type Locator } from 'playwright/test'
import type { Workbench } from './workbench'

/** A file on the operator's computer. */
export interface Given {
  readonly name: string
  readonly bytes: Uint8Array
}

/** An operator's actions on files, by accessible names. */
export class Files {
  readonly progress: Locator
  readonly alert: Locator

  constructor(private readonly workbench: Workbench) {
    this.progress = workbench.page.getByRole('progressbar', { name: /^(Reading|Importing)/ })
    // Next has its own alert in every page.
    const close = workbench.page.getByRole('button', { name: 'Close', exact: true })
    this.alert = workbench.page.getByRole('alert').filter({ has: close })
  }

  /** Drops a file on the sheet. */
  async drop({ name, bytes }: Given): Promise<void> {
    const { page } = this.workbench
    const data = await page.evaluateHandle(
      ([base64, called]) => {
        const transfer = new DataTransfer()
        const content = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
        transfer.items.add(new File([content], called))
        return transfer
      },
      [Buffer.from(bytes).toString('base64'), name] as const,
    )
    await this.workbench.grid.dispatchEvent('dragover', { dataTransfer: data })
    await expect(page.getByText('Drop to import')).toBeVisible()
    await this.workbench.grid.dispatchEvent('drop', { dataTransfer: data })
    await data.dispose()
  }

  /** Chooses a file by the button. */
  async choose({ name, bytes }: Given): Promise<void> {
    const { page } = this.workbench
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload file' }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
  }

  /** Waits until a file is imported into the sheet, without a click. */
  async importedSummary(name: string): Promise<Locator> {
    await expect(this.workbench.announcement).toContainText(`from ${name}`)
    return this.summary(name)
  }

  summary(name: string): Locator {
    return this.workbench.page.getByRole('region', { name: `Import summary of ${name}` })
  }
}
