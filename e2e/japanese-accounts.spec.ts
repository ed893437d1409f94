import { freshOrders, tableOf } from './blocks'
import { expectSpoken } from './english-texts'
import { expect, signOut, test } from './fixtures'
import { headings, japanese, openNew, words } from './japanese'
import { choose } from './localized'
import { Workbench } from './workbench'

test.slow()

test.use(japanese)

test('in Japanese, setup and sign-in show what is wrong', async ({ page, startServer }) => {
  const server = await startServer({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
  await page.goto(`${server.url}/sign-in`)
  await expect(
    page.getByText(
      'Ladingの初期設定が完了していません。起動時に表示されたセットアップ用リンクを開いてください。',
    ),
  ).toBeVisible()
  await expect.poll(() => server.log).toMatch(/http\S+setup\S+/)
  await page.goto(/http\S+setup\S+/.exec(server.log)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Ladingの初期設定' })).toBeVisible()
  await expectSpoken(page, 'ja')
  const first = { email: 'hanako@shop.example', password: '緑の自転車が四台' }
  await page.getByLabel('メールアドレス', { exact: true }).fill(first.email)
  await page.getByLabel('パスワード', { exact: true }).fill('12345678')
  await page.getByRole('button', { name: '設定を完了' }).click()
  await expect(
    page.getByText('よく使われるパスワードです。推測されにくいものを入力してください。'),
  ).toBeVisible()
  await expectSpoken(page, 'ja')
  await page.getByLabel('パスワード', { exact: true }).fill(first.password)
  await page.getByRole('button', { name: '設定を完了' }).click()
  await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
  await expect(new Workbench(page, undefined, words).active).toBeVisible()
  await signOut(page, { account: 'アカウント', signOut: 'ログアウト' })
  await expect(page).toHaveURL(/\/sign-in/)

  const submit = page.getByRole('button', { name: 'ログイン', exact: true })
  const email = page.getByLabel('メールアドレス', { exact: true })
  const password = page.getByLabel('パスワード', { exact: true })
  await submit.click()
  await expect(page.getByText('メールアドレスを入力してください（例：name@example.com）。')).toBeVisible()
  await expect(page.getByText('パスワードを入力してください。')).toBeVisible()
  await expectSpoken(page, 'ja')
  await email.fill(first.email)
  const said = page.getByRole('alert').filter({ hasText: /\S/ })
  for (const tried of [1, 2, 3, 4, 5, 6]) {
    await password.fill(tried <= 5 ? `違うパスワード${tried}` : first.password)
    const answer = page.waitForResponse(/callback\/credentials/)
    await submit.click()
    expect((await answer).status()).toBe(tried <= 5 ? 401 : 429)
    await expect(said).toHaveText(
      tried <= 5
        ? 'メールアドレスまたはパスワードが正しくありません。もう一度ご確認ください。'
        : /^ログインの試行回数が上限を超えました。\d+分後にもう一度お試しください。$/,
    )
  }
  await expectSpoken(page, 'ja')
})

test('in Japanese, a member is invited, changes roles, sees the limits of each role, and is removed', async ({
  page,
  browser,
  server,
}) => {
  const draft = await openNew(page)
  const orders = freshOrders(2)
  await draft.paste(tableOf(headings, orders))
  const address = page.url()
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'メンバーを招待' }).click()
  await expect(
    page.getByText(
      '閲覧者の権限に加え、下書きの編集・検証と、元のファイル、リクエスト、レスポンスの閲覧ができます。',
    ),
  ).toBeVisible()
  await page.getByLabel('メールアドレス', { exact: true }).fill('sakura@shop.example')
  await choose(page, '権限', '閲覧者')
  await page.getByRole('button', { name: '招待リンクを作成' }).click()
  const dialog = page.getByRole('dialog', { name: 'sakura@shop.exampleの招待リンク' })
  await expect(dialog).toContainText('（Ladingからメールは送信されません）')
  await expectSpoken(page, 'ja')
  const link = await dialog.getByLabel('リンク').inputValue()
  await dialog.getByRole('button', { name: '完了' }).click()

  const theirs = await browser.newContext({
    baseURL: server.url,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
  })
  const guest = await theirs.newPage()
  await guest.goto(link)
  await expect(guest.getByText('sakura@shop.example宛てに招待されました。権限：閲覧者')).toBeVisible()
  await expectSpoken(guest, 'ja')
  await guest.getByLabel('お名前').fill('さくら')
  await guest.getByLabel('パスワード').fill('緑の自転車に乗る兎')
  await guest.getByRole('button', { name: '参加する' }).click()
  await guest.waitForURL(`${server.url}/`)
  await expectSpoken(guest, 'ja')
  const seen = await Workbench.open(guest, address, undefined, words)
  await seen.type('999')
  await expect(seen.said).toHaveText('閲覧のみ可能です。編集するには、管理者に権限の変更を依頼してください。')
  await expect(seen.checkButton).toBeDisabled()
  await expect(seen.registerButton).toBeDisabled()
  await expectSpoken(guest, 'ja')
  await guest.goto('/settings/team')
  await expect(guest.getByText('チームを管理できるのは管理者のみです。')).toBeVisible()
  await expectSpoken(guest, 'ja')

  await page.reload()
  for (const [role, said] of [
    ['登録担当者', 'さくらさんの権限を登録担当者に変更しました。'],
    ['編集者', 'さくらさんの権限を編集者に変更しました。'],
  ] as const) {
    await choose(page, 'さくらさんの権限', role)
    await expect(page.getByText(said)).toBeVisible()
  }
  await Workbench.open(guest, address, undefined, words)
  await expect(seen.checkButton).toBeEnabled()
  await expect(seen.registerButton).toBeDisabled()

  await page.getByRole('button', { name: 'さくらさんを削除' }).click()
  await page.getByRole('dialog', { name: 'さくらさんを削除' }).getByRole('button', { name: '削除' }).click()
  await expect(page.getByText('さくらさんを削除し、ログアウトさせました。')).toBeVisible()
  await expect(page.getByText('minaさんがさくらさんを削除')).toBeVisible()
  await expect(page.getByText('minaさんがさくらさんの権限を変更：登録担当者 → 編集者')).toBeVisible()
  await expectSpoken(page, 'ja')
  await guest.goto('/connections')
  await expect(guest).toHaveURL(/\/sign-in/)
  await theirs.close()
})
