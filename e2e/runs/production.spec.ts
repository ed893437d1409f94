import { sampleJapanDraft } from '@/lib/sheet/schema/samples/japan-orders'
import { expectFlawless } from '../support/axe'
import { block } from '../support/blocks'
import { makeConnection } from '../support/connections'
import { expect, signIn, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test('a production connection is tested, shows its colour, and registers after the typed count', async ({
  startServer,
  page,
  server: service,
  connection: { accessToken, secretKey },
}) => {
  const desk = await startServer({ OUTBOUND_ALLOW: service.url })
  await page.goto(`${desk.url}/sign-in`)
  await signIn(page)

  // A wrong key is found before anything is sent with it.
  const connection = { name: 'Hanbit live', baseUrl: service.url, accessToken, secretKey: 'wrong-key-1234' }
  await makeConnection(page, connection, {
    origin: desk.url,
    environment: 'Production',
    warehouses: '1 Gimpo\n2 Narita',
  })
  await page.getByRole('button', { name: 'Test Hanbit live' }).click()
  await expect(page.getByText('Access token: Works.')).toBeVisible()
  await expect(page.getByText('Secret key: Rejected (HTTP 401)')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Hanbit live' }).click()
  await page.getByLabel('Secret key', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The test result of the old key disappears with the key; a later test concerns the new one.
  await expect(page.getByText('Secret key: Rejected (HTTP 401)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Test Hanbit live' }).click()
  await expect(page.getByText('Secret key: The key is valid.')).toBeVisible()

  // A pass on the sandbox does not count here, and counts again there.
  const workbench = await Workbench.open(page, `${desk.url}/orders/japan/new`)
  const sample = page.getByRole('button', { name: 'Fill with sample' })
  const sampleInMenu = page.getByRole('menuitem', { name: 'Fill with sample' })
  const more = page.getByRole('button', { name: 'More tools' })
  // A sample is for an empty sheet, and never for production.
  await workbench.choose('Hanbit live')
  await expect(sample).toHaveCount(0)
  await workbench.choose('Sandbox')
  await more.click()
  await expect(sampleInMenu).toBeVisible()
  await page.keyboard.press('Escape')
  await sample.click()
  await expect(sample).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(sampleInMenu).toHaveCount(0)
  await page.keyboard.press('Escape')
  await workbench.checkButton.click()
  const ready = page.getByRole('button', { name: /^Ready/ })
  await expect(ready).toContainText('5')
  const strip = page.getByText('Production · Hanbit live')
  await expect(strip).toBeHidden()
  await workbench.choose('Hanbit live')
  await expect(strip).toBeVisible()
  await expect(ready).toHaveText('Ready ')
  await workbench.choose('Sandbox')
  await expect(ready).toContainText('5')

  // A sample that was made on the sandbox is refused here, on the screen and by the server.
  await workbench.choose('Hanbit live')
  const errors = page.getByRole('region', { name: 'Errors', exact: true })
  await expect(errors).toContainText('Sample order. Delete it before you register in production.')
  await expect(page.getByRole('button', { name: /^Errors/ })).toContainText('14')
  await workbench.checkButton.click()
  await expect(workbench.announcement).toHaveText(/^Nothing to check/)
  await expect(workbench.registerButton).toBeDisabled()

  // The same orders with numbers of their own are orders.
  await Workbench.open(page, `${desk.url}/orders/japan/new`)
  await workbench.choose('Hanbit live')
  await workbench.paste(block(sampleJapanDraft(50_000)))
  await workbench.checkButton.click()
  await expect(ready).toContainText('5')

  // Nothing is sent without the typed count.
  await expect(workbench.registerButton).toBeEnabled()
  await workbench.registerButton.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Register 5 orders in production?' })
  await expect(dialog).toContainText(new URL(service.url).host)
  // What is unusual is named before it becomes a parcel.
  await expect(dialog).toContainText('1 of these orders has a warning:')
  await expect(dialog).toContainText('Item quantity: Quantity is 0. Check this before registering.')
  await expectFlawless(page, 'the question before production', { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(workbench.registerButton).toBeFocused()
  await expect(workbench.announcement).toHaveText('Nothing was registered.')
  await expect(workbench.registerButton).toBeEnabled()
  await workbench.registerButton.press('Enter')
  const count = dialog.getByRole('textbox', { name: 'Type 5 to confirm' })
  await expect(count).toBeFocused()
  await count.fill('14')
  await count.press('Enter')
  await expect(dialog).toContainText('“14” doesn’t match. Type 5,')
  await count.fill('５')
  await count.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Registered/ })).toContainText('5')
})
