import type { Locator, Page } from 'playwright/test'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { Given } from '../support/files'
import { expect } from '../support/fixtures'

const ids = sheets['orders/japan'].columns.map(({ id }) => id)

/** A shop's file: a row of texts for each line, below the paths of all columns. */
export function shopFile(name: string, lines: readonly Texts[]): Given {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = [ids, ...lines.map(line => ids.map(id => line[id] ?? ''))]
  return { name, bytes: Buffer.from(rows.map(row => row.map(quoted).join(',')).join('\r\n')) }
}

/** The words of the offer and its dialog, by which an operator finds them. */
export interface RememberWords {
  readonly offer: string
  readonly save: string
  /** The sentence that counts the cells. */
  readonly counted: RegExp
}

const english: RememberWords = {
  offer: 'Remember this…',
  save: 'Remember',
  counted: /In this import it would have changed/,
}

/** Remembers what was corrected last. @param way the label of another way than the proposed one */
export async function remember(page: Page, way?: string | RegExp, words = english): Promise<string> {
  await page.getByRole('button', { name: words.offer }).click()
  const dialog = page.getByRole('dialog')
  if (way !== undefined) await dialog.getByRole('radio', { name: way }).check()
  const counted = dialog.getByRole('status')
  await expect(counted).toHaveText(words.counted)
  const countLabel = (await counted.textContent()) ?? ''
  await dialog.getByRole('button', { name: words.save, exact: true }).click()
  await expect(dialog).toHaveCount(0)
  return countLabel
}

/** The line about rules in the summary of an import. */
export const ruleButton = (summary: Locator, name: 'Undo rules' | 'Apply rules'): Locator =>
  summary.getByRole('button', { name: new RegExp(`^${name}`) })

/** Deletes all rules, so that they change no import of another test. */
export async function deleteRules(page: Page): Promise<void> {
  await page.goto('/settings/rules')
  const buttons = page.getByRole('button', { name: /^Delete / })
  for (let left = await buttons.count(); left > 0; left--) {
    await buttons.first().click()
    await expect(buttons).toHaveCount(left - 1)
  }
}
