import { expect, type Page } from 'playwright/test'

/** Answers the question for fields that a shop never exports, which follows a mapping, with "Later". */
export async function setDefaultsLater(page: Page, later = 'Later'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: later, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
