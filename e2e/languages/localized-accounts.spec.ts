import { freshOrders, tableOf } from '../support/blocks'
import { expectSpoken } from '../support/english-texts'
import { expect, signOut, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { japanese } from './japanese'
import { korean } from './korean'
import { choose, openNew } from './localized'

test.slow()

// The browser itself reports every response of 401 and 429.
test.use({ serverFor: 'localized', expectedErrors: [/status of (401|429)/] })

for (const texts of [korean, japanese])
  test.describe(() => {
    test.use(texts.browser)

    test(`in ${texts.name}, setup and sign-in show what is wrong`, async ({ page, startServer }) => {
      const { language, account, setup } = texts
      const server = await startServer({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
      await page.goto(`${server.url}/sign-in`)
      await expect(page.getByText(setup.notSetUp)).toBeVisible()
      await expect.poll(() => server.log).toMatch(/http\S+setup\S+/)
      await page.goto(/http\S+setup\S+/.exec(server.log)?.[0] ?? '')
      await expect(page.getByRole('heading', { name: setup.heading })).toBeVisible()
      await expectSpoken(page, language)
      const email = page.getByLabel(account.email, { exact: true })
      const password = page.getByLabel(account.password, { exact: true })
      await email.fill(setup.email)
      await password.fill('12345678')
      await page.getByRole('button', { name: setup.finish }).click()
      await expect(page.getByText(setup.commonPassword)).toBeVisible()
      await expectSpoken(page, language)
      await password.fill(setup.password)
      await page.getByRole('button', { name: setup.finish }).click()
      await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
      await expect(new Workbench(page, undefined, texts.words).active).toBeVisible()
      await signOut(page, { account: account.menu, signOut: account.signOut })
      await expect(page).toHaveURL(/\/sign-in/)

      const submit = page.getByRole('button', { name: account.signIn, exact: true })
      await submit.click()
      await expect(page.getByText(setup.emailNeeded)).toBeVisible()
      await expect(page.getByText(setup.passwordNeeded)).toBeVisible()
      await expectSpoken(page, language)
      await email.fill(setup.email)
      const alert = page.getByRole('alert').filter({ hasText: /\S/ })
      for (const tried of [1, 2, 3, 4, 5, 6]) {
        await password.fill(tried <= 5 ? `${setup.wrongPassword} ${tried}` : setup.password)
        const response = page.waitForResponse(/callback\/credentials/)
        await submit.click()
        expect((await response).status()).toBe(tried <= 5 ? 401 : 429)
        await expect(alert).toHaveText(tried <= 5 ? setup.wrong : setup.tooMany)
      }
      await expectSpoken(page, language)
    })

    test(`in ${texts.name}, a member is invited, changes roles, sees the limits of each role, and is removed`, async ({
      page,
      browser,
      server,
    }) => {
      const { language, account, team } = texts
      const draft = await openNew(page, texts)
      await draft.paste(tableOf(texts.headings, freshOrders(2)))
      const address = page.url()
      await page.goto('/settings/team')
      await page.getByRole('button', { name: team.invite }).click()
      await expect(page.getByText(team.editorMay)).toBeVisible()
      await page.getByLabel(account.email, { exact: true }).fill(team.email)
      await choose(page, team.role, team.viewer)
      await page.getByRole('button', { name: team.makeLink }).click()
      const dialog = page.getByRole('dialog', { name: team.linkDialog })
      await expect(dialog).toContainText(team.noMail)
      await expectSpoken(page, language)
      const link = await dialog.getByLabel(team.link).inputValue()
      await dialog.getByRole('button', { name: team.done }).click()

      const theirs = await browser.newContext({ baseURL: server.url, ...texts.browser })
      const guest = await theirs.newPage()
      await guest.goto(link)
      await expect(guest.getByText(team.invited)).toBeVisible()
      await expectSpoken(guest, language)
      await guest.getByLabel(team.nameLabel).fill(team.guestName)
      await guest.getByLabel(account.password).fill(team.guestPassword)
      await guest.getByRole('button', { name: team.join }).click()
      await guest.waitForURL(`${server.url}/`)
      await expectSpoken(guest, language)
      const seen = await Workbench.open(guest, address, undefined, texts.words)
      await seen.type('999')
      await expect(seen.announcement).toHaveText(team.viewOnly)
      await expect(seen.checkButton).toBeDisabled()
      await expect(seen.registerButton).toBeDisabled()
      await expectSpoken(guest, language)
      await guest.goto('/settings/team')
      await expect(guest.getByText(team.adminsOnly)).toBeVisible()
      await expectSpoken(guest, language)

      await page.reload()
      for (const [role, changed] of team.changes) {
        await choose(page, team.roleOf, role)
        await expect(page.getByText(changed)).toBeVisible()
      }
      await Workbench.open(guest, address, undefined, texts.words)
      await expect(seen.checkButton).toBeEnabled()
      await expect(seen.registerButton).toBeDisabled()

      await page.getByRole('button', { name: team.removeGuest }).click()
      await page
        .getByRole('dialog', { name: team.removeGuest })
        .getByRole('button', { name: team.remove })
        .click()
      await expect(page.getByText(team.removed)).toBeVisible()
      await expect(page.getByText(team.removal)).toBeVisible()
      await expect(page.getByText(team.lastChange)).toBeVisible()
      await expectSpoken(page, language)
      await guest.goto('/connections')
      await expect(guest).toHaveURL(/\/sign-in/)
      await theirs.close()
    })
  })
