import { expect, type Page } from 'playwright/test'

/**
 * Waits until a page of the desk reacts to keys and clicks: its scripts may be loaded and not have run yet. The button
 * of the account is disabled until then.
 */
export async function untilItRuns(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeEnabled()
}
