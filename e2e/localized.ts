import type { Page } from 'playwright/test'
import { sheets } from '@/lib/sheet/schema/sheets'
import { expect } from './fixtures'
import { operatorAccount } from './server'
import { Workbench, type WorkbenchWords } from './workbench'

/** Labels of the sign-in page in a language. */
interface SignInLabels {
  readonly email: string
  readonly password: string
  readonly signIn: string
}

/** What journeys in a language do on its pages. */
export function localized(words: WorkbenchWords, labels: SignInLabels) {
  /** Signs in on a page that asks for it. */
  async function signIn(page: Page, account = operatorAccount): Promise<void> {
    await page.getByLabel(labels.email, { exact: true }).fill(account.email)
    await page.getByLabel(labels.password, { exact: true }).fill(account.password)
    await page.getByRole('button', { name: labels.signIn, exact: true }).click()
    await page.waitForURL(url => url.pathname !== '/sign-in')
  }

  /** Signs in and opens an empty draft of a sheet. */
  async function openNew(page: Page, sheet = sheets['orders/japan']): Promise<Workbench> {
    await page.goto(`/${sheet.id}/new`)
    await signIn(page)
    const workbench = new Workbench(page, sheet, words)
    await expect(workbench.active).toBeVisible()
    return workbench
  }

  return { signIn, openNew }
}

/** Chooses an option of a combobox. */
export async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
