import { readFile } from 'node:fs/promises'
import type { Texts } from '@/lib/sheet/schema/line'
import { freshOrders, numberOf, tableOf } from './blocks'
import { Clock } from './clock'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { headings, japanese, openNew, signIn, words } from './japanese'
import { Workbench } from './workbench'

test.slow()

test.use(japanese)

/**
 * An error to fix: the position of its order in the table, its cell, the wrong text, the shown sentence, the correct
 * text.
 */
const spoiled: [at: number, column: string, text: string, reason: string, right?: string][] = [
  [0, 'recipient.zipCode', '', '必須項目です。値を入力してください。'],
  [
    2,
    'items[].price',
    '1O,500',
    '「1O,500」は正しい数値ではありません。12500のように数字で入力してください。',
  ],
  [4, 'items[].quantity', '1.5', '「1.5」は整数ではありません。2のように小数点なしで入力してください。'],
  [
    6,
    'orderInfo.isExportDeclaration',
    'たぶん',
    '「たぶん」は入力できません。「はい」または「いいえ」を入力してください。',
    'はい',
  ],
  // Only the service detects this error.
  [
    8,
    'warehouseId',
    '77',
    '倉庫の「77」は、配送APIに受け付けられませんでした。配送会社から割り当てられた倉庫のIDを入力してください（例：1）。',
  ],
]

test('in Japanese, orders are pasted, corrected, checked, registered half an hour into the year in Tokyo, and found in the history', async ({
  page,
  context,
  startServer,
}) => {
  // Half an hour into the year in Tokyo; in UTC it is still the last day of the previous year.
  const clock = new Clock('2037-01-01T00:30:00+09:00')
  await clock.set(context)
  const server = await startServer({ SANDBOX_WAREHOUSES: '1,2', ...clock.variables })
  await page.goto(`${server.url}/orders/japan/new`)
  await expect(page).toHaveTitle(/^ログイン/)
  await expectSpoken(page, 'ja')
  await signIn(page)

  const workbench = new Workbench(page, undefined, words)
  await expect(page.getByText('注文データをここに貼り付け')).toBeVisible()
  await expect(page.getByText('注文データがまだない場合')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '下書き名' })).toHaveValue('2037年1月1日')
  await expectSpoken(page, 'ja')

  const orders: Texts[] = freshOrders(10).map(order => ({
    ...order,
    'orderInfo.isExportDeclaration': 'いいえ',
    'orderInfo.exportPurpose': '販売用',
    'recipient.country': '日本',
  }))
  const pasted = orders.map((order, at) => {
    const wrong = spoiled.filter(([place]) => place === at).map(([, column, text]) => [column, text])
    return { ...order, ...Object.fromEntries(wrong) }
  })
  await workbench.name('新年の注文')
  await workbench.paste(tableOf(headings, pasted))
  await expect(workbench.said).toHaveText(
    '見出しに合わせて10行を貼り付けました。29個の値をコードに変換しました（例：「日本」→JP）。',
  )
  await expect(workbench.failures).toHaveCount(4)
  await expectSpoken(page, 'ja')

  expect(await workbench.check()).toBe(
    '注文10件中5件が検証OKです。1件にエラーがあります。このほか、エラーのある4件は除外しました。',
  )
  await expect(workbench.failures).toHaveCount(spoiled.length)
  await expectSpoken(page, 'ja')
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [i, [at, column, , reason, right]] of spoiled.entries()) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.where()).toEqual({ number: numberOf(orders[at]), column })
    expect(await workbench.reason(workbench.active)).toContain(reason)
    await workbench.type(right ?? orders[at]?.[column] ?? '')
    await expect(workbench.failures).toHaveCount(spoiled.length - i - 1)
  }
  const declared = await workbench.goTo(workbench.row(numberOf(orders[6])), 'orderInfo.isExportDeclaration')
  await expect(declared).toHaveText('はい')
  expect(await workbench.check()).toBe('注文10件が検証OKです。')
  expect(await workbench.register()).toBe('注文10件を登録しました。')
  await expect(page.getByRole('button', { name: '登録済み 10', exact: true })).toBeVisible()
  expect((await workbench.lines()).map(line => line.sign)).toEqual(orders.map(() => '登録済み'))
  await expectSpoken(page, 'ja')

  // The order was registered in the new year, whatever the server's year.
  await page.getByRole('link', { name: '履歴', exact: true }).click()
  const runs = page.getByRole('table', { name: '実行履歴' })
  const registration = runs.getByRole('row').filter({ hasText: '登録済み10件' })
  await expect(registration).toContainText(/2037年1月1日\s*00:3\d:\d\d/)
  await expect(registration).toContainText('完了')
  await expect(runs.getByRole('row').filter({ hasText: 'エラー1件' })).toContainText('検証')
  await expectSpoken(page, 'ja')
  const day = page.getByLabel('日付', { exact: true })
  await day.fill('2036-12-31')
  await expect(page.getByText('条件に一致する履歴はありません。')).toBeVisible()
  await day.fill('2037-01-01')
  await registration.getByRole('link', { name: '登録', exact: true }).click()
  await expect(page.getByRole('heading', { name: '新年の注文の登録' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'リクエスト' })).toContainText('すべて登録済み')
  await expectSpoken(page, 'ja')

  await page.getByRole('button', { name: '注文IDをダウンロード' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV、使用中の列' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('新年の注文_注文ID.csv')
  const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const own = head.replace(/^\ufeff/, '').split(',')
  expect(own.slice(0, -7).toSorted()).toEqual(headings.map(([heading]) => heading).toSorted())
  expect(own.slice(-7)).toEqual([
    '注文番号 (Lading)',
    '注文ID (Lading)',
    'ステータス (Lading)',
    '連携 (Lading)',
    '登録日時 (Lading)',
    'リクエスト内の行番号 (Lading)',
    '個人情報削除日 (Lading)',
  ])
  expect(first).toMatch(/,登録済み,Sandbox,2037-01-01 00:3\d:\d\d,0,$/)

  await page.getByRole('link', { name: '履歴', exact: true }).click()
  const search = page.getByRole('searchbox', { name: '注文を検索' })
  await search.fill('存在しない')
  await search.press('Enter')
  await expect(page.getByRole('main')).toContainText(
    '該当する注文はありません。番号は先頭から、名前は2文字以上（英字は3文字以上）で検索してください。',
  )
  await search.fill('田太')
  await search.press('Enter')
  await expect(page.getByText('「田太」の検索結果：2件')).toBeVisible()
  await expectSpoken(page, 'ja')
  await page.getByRole('link', { name: numberOf(orders[0]), exact: true }).click()
  const life = page.getByRole('table', { name: '処理の経過' }).getByRole('row')
  await expect(life.last()).toContainText(
    /2037年1月1日 00:3\d:\d\d登録完了APIが注文IDを返したため、登録済みと確認/,
  )
  await expect(page.getByLabel('お届け先', { exact: true })).toContainText('お届け先の国JP 日本')
  await expect(page.getByLabel('注文', { exact: true })).toContainText('輸出申告の有無いいえ')
  await expectSpoken(page, 'ja')
})

test('in Japanese, orders that a lost response left unconfirmed are resolved by id, by a list, and all at once', async ({
  page,
  server,
  faults,
}) => {
  const workbench = await openNew(page)
  await page.goto('/connections')
  await page.getByRole('button', { name: '連携を追加' }).click()
  await page.getByLabel('名前', { exact: true }).fill('日本の配送会社')
  await page.getByLabel('ベースURL', { exact: true }).fill(faults.url)
  const { accessToken, secretKey } = await server.issueCredentials('ja')
  await page.getByLabel('アクセストークン', { exact: true }).fill(accessToken)
  await page.getByLabel('シークレットキー', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('「日本の配送会社」を保存しました。')).toBeVisible()
  await expectSpoken(page, 'ja')

  await page.goto('/orders/japan/new')
  await workbench.choose('日本の配送会社')
  const orders = freshOrders(4)
  const [first = '', second = ''] = orders.map(numberOf)
  await workbench.name('途切れた登録')
  await workbench.paste(tableOf(headings, orders))
  expect(await workbench.check()).toBe('注文4件が検証OKです。')
  await faults.set({ kind: 'drop' }, '/orders/japan')
  expect(await workbench.register()).toContain(
    '未確認の注文4件があります。送信しましたが、登録されたかどうかを確認できません。再送する前に配送会社に確認してください。',
  )
  await faults.set({ kind: 'pass' })
  await expect(page.getByRole('link', { name: /^未確認 未確認4件$/ })).toBeVisible()
  await expectSpoken(page, 'ja')
  const sheet = page.url()
  const ids = new Map(
    (await server.registered(orders.map(numberOf))).map(one => [one.mallOrderNumber, one.orderId]),
  )

  await page
    .getByRole('region', { name: '送信されていない理由' })
    .getByRole('link', { name: '未確認の結果を記録' })
    .click()
  await expect(page.getByText('未確認4件（リクエスト1件）')).toBeVisible()
  await expectSpoken(page, 'ja')
  const request = page.getByRole('link', { name: /途切れた登録/ }).first()
  await request.click()
  await expect(request).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('レスポンスを受け取る前に通信が切断されました。')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^「未登録」は\d+分\d+秒後に選択可能$/)
  await expect(page.getByRole('button', { name: `未登録：${first}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'すべて未登録…' })).toBeDisabled()

  const field = page.getByLabel(`${first}の注文ID`)
  await field.fill('12a')
  await field.press('Enter')
  await expect(
    page.getByText('「12a」は有効な注文IDではありません。19桁以内の数字で入力してください。'),
  ).toBeVisible()
  await expectSpoken(page, 'ja')
  await field.fill(ids.get(first) ?? '')
  await field.press('Enter')
  await expect(field).toHaveCount(0)

  await page
    .getByRole('group', { name: 'リクエスト全体' })
    .getByRole('link', { name: '一覧を貼り付け…' })
    .click()
  await page
    .getByRole('textbox', { name: '一覧' })
    .fill(`注文番号\t注文ID\n${second}\t${ids.get(second)}\nZ-404\t1`)
  await page.getByRole('button', { name: 'プレビュー' }).click()
  await expect(page.getByText('登録済み（注文IDあり）：1件')).toBeVisible()
  await expect(page.getByText('一覧にあるが未確認ではない（変更なし）：1件')).toBeVisible()
  await expect(page.getByText('一覧になし（未確認のまま）：2件')).toBeVisible()
  await expectSpoken(page, 'ja')
  await page.getByRole('button', { name: '注文1件の結果を記録' }).click()
  // The page of the list links back; its toast is the same as that of the first order.
  await expect(page.getByText('未確認2件（リクエスト1件）')).toBeVisible()

  // The others at once, without ids.
  await request.click()
  await expect(request).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'すべて登録済み…' }).click()
  const question = page.getByRole('dialog', { name: '2件すべてを登録済みとして記録しますか？' })
  await expect(question).toContainText('2件すべてIDなしで登録済みとして記録され、同じ番号は再送されません。')
  await expectSpoken(page, 'ja')
  await question.getByLabel('確認のため2と入力してください').fill('2')
  await question.getByRole('button', { name: '登録済みにする' }).click()
  await expect(page.getByText('2件を登録済みとして記録しました。')).toBeVisible()
  await expectSpoken(page, 'ja')

  await page.goto(sheet)
  await expect
    .poll(async () => (await workbench.lines()).map(line => line.sign))
    .toEqual(orders.map(() => '登録済み'))
})
