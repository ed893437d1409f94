import { expect, type Page } from 'playwright/test'

/** The required fields of the form of a connection. */
export interface NewConnection {
  readonly name: string
  readonly baseUrl: string
  readonly accessToken: string
  readonly secretKey: string
}

/** Optional fields of the form. */
interface More {
  /** The origin of the desk, where it is not the tests' own server. */
  readonly origin?: string
  readonly environment?: 'Sandbox' | 'Production'
  /** One per line. */
  readonly warehouses?: string
  /** The address of an order at the shipping company, with a placeholder. */
  readonly consoleLink?: string
  /** Most orders of one request of a registration. */
  readonly ordersPerRegistration?: number
}

/** Creates a connection through the form. */
export async function makeConnection(page: Page, connection: NewConnection, more: More = {}): Promise<void> {
  await page.goto(`${more.origin ?? ''}/connections`)
  await page.getByRole('button', { name: 'New connection' }).click()
  if (more.environment) {
    await page.getByRole('combobox', { name: 'Environment' }).click()
    await page.getByRole('option', { name: more.environment }).click()
  }
  if (more.warehouses) await page.getByLabel('Warehouses').fill(more.warehouses)
  if (more.consoleLink) await page.getByLabel('Order page in the console').fill(more.consoleLink)
  if (more.ordersPerRegistration) {
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByLabel('Orders per registration').fill(String(more.ordersPerRegistration))
  }
  await page.getByLabel('Name', { exact: true }).fill(connection.name)
  await page.getByLabel('Base URL', { exact: true }).fill(connection.baseUrl)
  await page.getByLabel('Access token', { exact: true }).fill(connection.accessToken)
  await page.getByLabel('Secret key', { exact: true }).fill(connection.secretKey)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: connection.name, exact: true })).toBeVisible()
}
