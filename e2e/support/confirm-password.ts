import type { Page } from 'playwright/test'
import { operatorAccount } from './server'

/** Has a page confirm the password when it is asked for: its session is shared by many tests, so it may be old. */
export function confirmPasswordOn(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  return page.addLocatorHandler(question, async () => {
    await question.getByLabel('Password').fill(operatorAccount.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
  })
}
