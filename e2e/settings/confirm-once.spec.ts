import { expect, test } from '../support/fixtures'

test.use({ serverFor: 'confirm once' })

test('two acts that need the password ask for it once, and both are done', async ({
  operator: page,
  browser,
  server,
}) => {
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByLabel('Email', { exact: true }).fill('jun@shop.example')
  await page.getByRole('button', { name: 'Create link' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invitation link for jun@shop.example' })
  const link = await invitation.getByLabel('Link').inputValue()
  await invitation.getByRole('button', { name: 'Done' }).click()
  const theirs = await browser.newContext({ baseURL: server.url, locale: 'en' })
  const jun = await theirs.newPage()
  await jun.goto(link)
  await jun.getByLabel('Your name').fill('Jun')
  await jun.getByLabel('Password').fill('a pass phrase of jun')
  await jun.getByRole('button', { name: 'Join' }).click()
  await jun.waitForURL(`${server.url}/`)
  await theirs.close()

  await page.goto('/settings/team')
  await server.runCommand('expire-reauthentication')
  // The second press comes while the server has not answered the first.
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    () => true,
    async route => {
      if ('next-action' in route.request().headers()) await released
      await route.continue()
    },
  )
  const role = page.getByRole('combobox', { name: 'Role of Jun', exact: true })
  await role.click()
  await page.getByRole('option', { name: 'Administrator', exact: true }).click()
  await page.getByRole('button', { name: 'Reset password for Jun' }).click()
  release()
  // The page answers the question by itself.
  const reset = page.getByRole('dialog', { name: 'Password reset link for jun@shop.example' })
  await reset.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Jun is now Administrator.')).toBeVisible()
  await expect(role).toHaveText('Administrator')
  // An act that never ended would keep every link from opening its page.
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
})
