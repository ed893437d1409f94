import { expect, type Page } from 'playwright/test'

/**
 * Waits until a page of the desk that was just loaded takes keys and clicks: until then the button of the account,
 * which every page has, is disabled.
 */
export async function hydrated(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /^Your account/, includeHidden: true })
  await expect(account).toBeEnabled()
}
