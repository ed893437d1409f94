import type { Page } from 'playwright/test'
import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

// The first steps are those of a new workspace.
test.use({ serverFor: 'first day' })

test('a new member finds on Home only what their role may do', async ({ operator, browser, server }) => {
  const draft = await Workbench.openNew(operator)
  await draft.name('With an error')
  await draft.paste(block(freshOrders(1).map(texts => ({ ...texts, 'recipient.name': '' }))))
  await draft.saved()

  await operator.goto('/settings/team')
  await operator.getByRole('button', { name: 'Invite a member' }).click()
  await operator.getByLabel('Email', { exact: true }).fill('jun@first-day.example')
  await choose(operator, 'Role', 'Viewer')
  await operator.getByRole('button', { name: 'Create link' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Invitation link for jun@first-day.example' })
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const theirs = await browser.newContext({ baseURL: server.url, locale: 'en' })
  const page = await theirs.newPage()
  await page.goto(link)
  await page.getByLabel('Your name').fill('Jun')
  await page.getByLabel('Password').fill('a pass phrase of jun')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`${server.url}/`)

  const attention = page.getByRole('region', { name: 'Needs attention' })
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(attention.getByRole('listitem')).toHaveText(['1 of 1 order with errors With an errorOpen'])
  await expect(steps).toHaveCount(0)
  await operator.goto('/settings/team')
  for (const [role, expected] of [
    ['Editor', ['Save a preset', 'Import a file']],
    ['Registrar', ['Save a preset', 'Import a file', 'Register an order']],
    ['Administrator', ['Test a connection', 'Save a preset', 'Import a file', 'Register an order']],
  ] as const) {
    await choose(operator, 'Role of Jun', role)
    await expect(operator.getByText(`Jun is now ${role}.`)).toBeVisible()
    await page.reload()
    await expect(steps.getByRole('listitem')).toHaveText([...expected])
    await expect(attention.getByRole('listitem')).toHaveText([
      '1 of 1 order with errors With an errorFix errors',
    ])
  }
  await theirs.close()
})

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}
