import { block, freshOrders, NUMBER } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { validationResponse } from '../support/network/responses'

/** If the markup ran, loaded or was blocked by the policy, the browser would report an error, which fails a test. */
const HOSTILE = '<img src=x onerror=hostile()>'

test('markup in texts of operators and services is shown as text, and never runs', async ({
  workbench,
  faults,
}) => {
  const { page } = workbench
  const [one = {}, other = {}] = freshOrders(2)
  const orders = [
    { ...one, 'recipient.name': HOSTILE, 'recipient.address': '"><svg onload=hostile()>' },
    { ...other, [NUMBER]: `${other[NUMBER]}<b onclick=hostile()>` },
  ]
  await workbench.name(HOSTILE)
  await workbench.paste(block(orders))
  const message = `${HOSTILE}<script>hostile()</script>`
  const response = validationResponse([{ order: 0, field: 'recipient.name', message }])
  await faults.set({ kind: 'response', response })
  await workbench.check()
  const failures = page.getByRole('region', { name: 'Errors' })
  await failures.getByRole('button', { name: 'Show original message' }).click()
  await expect(failures.getByText(message)).toBeVisible()
  await workbench.failures.first().click()
  await expect(workbench.active).toBeVisible()

  for (const path of ['/', '/history', '/orders/japan']) {
    await page.goto(path)
    await expect(page.getByText(HOSTILE).first()).toBeVisible()
  }
  await page.goto('/history')
  await page.locator('a[href^="/history/runs/"]').first().click()
  await page.locator('a[href^="/history/requests/"]').first().click()
  await expect(page.getByText('hostile()').first()).toBeVisible()
})
