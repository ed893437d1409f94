import { expect, type Page } from 'playwright/test'

/** What an operator fills in for a connection. */
export interface NewConnection {
  readonly name: string
  readonly baseUrl: string
  readonly accessToken: string
  readonly secretKey: string
}

/** Makes a connection through the form. */
export async function makeConnection(page: Page, connection: NewConnection): Promise<void> {
  await page.goto('/connections')
  await page.getByLabel('Name', { exact: true }).fill(connection.name)
  await page.getByLabel('Base URL', { exact: true }).fill(connection.baseUrl)
  await page.getByLabel('Access token', { exact: true }).fill(connection.accessToken)
  await page.getByLabel('Secret key', { exact: true }).fill(connection.secretKey)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: connection.name, exact: true })).toBeVisible()
}
