import type { Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect } from '../support/fixtures'

const permissions = {
  files: { option: 'Send and check files', shown: 'Files' },
  register: { option: 'Send, check and register', shown: 'Files · Register' },
}

/** Creates an automation key. @returns it, as it is shown once */
export async function createKey(
  page: Page,
  name: string,
  permission: keyof typeof permissions = 'register',
): Promise<string> {
  const { option, shown } = permissions[permission]
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name: option }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: `Key ${name}` })
  const key = await dialog.getByLabel('Automation key', { exact: true }).inputValue()
  await expectFlawless(page, 'a new key', { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByRole('row', { name })).toContainText(shown)
  return key
}
