import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { rakutenOrdersSample } from '@/testing/import/samples/rakuten-orders'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { freshOrders, NUMBER, numberOf, tableOf } from './blocks'
import { Clock } from './clock'
import { expectSpoken } from './english-texts'
import { expect, signOut, test } from './fixtures'
import { setDefaultsLater } from './missing-defaults'
import { operatorAccount } from './server'
import { Workbench, type WorkbenchWords } from './workbench'

test.slow()

// The browser itself reports every response of 401 and 429.
test.use({
  serverFor: 'japanese',
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  expectedErrors: [/status of (401|429)/],
})

const words: WorkbenchWords = {
  errors: 'エラー',
  check: '検証',
  register: '登録',
  connection: '連携',
  draftName: '下書き名',
  pasted: '貼り付けました',
}

/** The headings of a Japanese table, with their columns. */
const headings: readonly (readonly [heading: string, column: string])[] = [
  ['注文番号', NUMBER],
  ['インコタームズ', 'orderInfo.incoterms'],
  ['国内送り状番号', 'orderInfo.domesticShippingNumber'],
  ['輸出申告の有無', 'orderInfo.isExportDeclaration'],
  ['輸出目的', 'orderInfo.exportPurpose'],
  ['倉庫', 'warehouseId'],
  ['お届け先の国', 'recipient.country'],
  ['お届け先氏名', 'recipient.name'],
  ['お届け先電話番号', 'recipient.contact'],
  ['お届け先郵便番号', 'recipient.zipCode'],
  ['お届け先都道府県', 'recipient.state'],
  ['お届け先市区町村', 'recipient.city'],
  ['お届け先住所', 'recipient.address'],
  ['お届け先建物名・部屋番号', 'recipient.addressDetail'],
  ['輸入者名（日本語）', 'recipient.importerJapaneseName'],
  ['輸入者郵便番号', 'recipient.importerJapaneseZipCode'],
  ['輸入者都道府県（日本語）', 'recipient.importerJapaneseState'],
  ['輸入者市区町村（日本語）', 'recipient.importerJapaneseCity'],
  ['輸入者住所（日本語）', 'recipient.importerJapaneseAddress'],
  ['発送元氏名', 'sender.name'],
  ['発送元電話番号', 'sender.contact'],
  ['梱包重量', 'packageInfo.actualWeight'],
  ['箱数', 'packageInfo.quantity'],
  ['商品名', 'items[].name'],
  ['商品数量', 'items[].quantity'],
  ['商品単価', 'items[].price'],
  ['通貨', 'items[].currency'],
  ['商品重量', 'items[].actualWeight'],
  ['原産国', 'items[].originCountry'],
  ['商品画像URL', 'items[].imageUrl'],
  ['商品コード', 'items[].itemCode'],
  ['HSコード', 'items[].hscode'],
  ['商品素材', 'items[].material'],
  ['商品URL', 'items[].itemUrl'],
]

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

/** Signs in on a page that asks for it. */
async function signIn(page: Page, account = operatorAccount): Promise<void> {
  await page.getByLabel('メールアドレス', { exact: true }).fill(account.email)
  await page.getByLabel('パスワード', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
}

async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: choice, exact: true }).click()
}

/** Signs in and opens an empty draft of a sheet. */
async function openNew(page: Page, sheet = sheets['orders/japan']): Promise<Workbench> {
  await page.goto(`/${sheet.id}/new`)
  await signIn(page)
  const workbench = new Workbench(page, sheet, words)
  await expect(workbench.active).toBeVisible()
  return workbench
}

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

/** A shop's own file, with headings that no dictionary has. */
const ownTable = [
  ['受付', '注文 番号*', 'どなた', 'お電話', '〒', 'おところ', '品', 'いくつ', 'ひとつの値段', 'くに'],
  [
    'R-1',
    'J-1001',
    '山田太郎',
    '090-1234-5678',
    '150-0041',
    '東京都渋谷区神南1-2-3',
    '靴下',
    '2',
    '1200',
    'ニッポン',
  ],
  ['R-1', 'J-1001', '', '', '', '', '帽子', '1', '900', 'ニッポン'],
  [
    'R-2',
    'J-1002',
    '髙﨑花子',
    '080-9876-5432',
    '060-0001',
    '北海道札幌市中央区北1条西2',
    '鞄',
    '1',
    '3500',
    '日本',
  ],
]

const csv = (rows: readonly (readonly string[])[]) => ({
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map(row => row.join(',')).join('\r\n')),
})

test('in Japanese, a Rakuten file is imported at once, and an unknown file is mapped once', async ({
  page,
}) => {
  const workbench = await openNew(page)
  const input = page.locator('input[type=file]')
  const { name } = rakutenOrdersSample
  await input.setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(await sampleFile(rakutenOrdersSample)),
  })
  await expect(workbench.said).toHaveText(`「${name}」（楽天市場 (RMS)）から注文3件を取り込みました。`)
  const summary = page.getByRole('region', { name: `「${name}」の取り込み結果` })
  await expect(summary).toContainText('4行 → 注文3件')
  await expect(summary).toContainText('Shift_JIS')
  await expect(summary).toContainText('元のファイルを保存済み')
  await expectSpoken(page, 'ja')
  await summary.getByRole('button', { name: `「${name}」の取り込み結果を閉じる` }).click()
  await workbench.saved()

  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await input.setInputFiles({ name: '当店の注文_20370101.csv', ...csv(ownTable) })
  const screen = page.getByRole('dialog', { name: '列の対応付け' })
  const target = (heading: string) =>
    screen.getByRole('combobox', { name: `「${heading}」の対応付け先`, exact: true })
  await expect(screen).toContainText(
    '「当店の注文_20370101.csv」：列の対応付けは初回のみです。次回から同じ形式のファイルは自動で取り込まれます。',
  )
  await expect(target('注文 番号*')).toHaveValue('注文番号')
  await expect(target('〒')).toHaveValue('お届け先郵便番号')
  for (const [heading, word] of [
    ['どなた', 'お届け先氏名'],
    ['おところ', '住所（全体'],
    ['品', '商品名'],
    ['いくつ', '数量'],
    ['ひとつの値段', '単価'],
    ['くに', 'お届け先の国'],
  ] as const) {
    await target(heading).fill(word)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  await expect(target('おところ')).toHaveValue('お届け先住所（全体）')
  await expect(target('品')).toHaveValue('商品名')
  await expect(target('ひとつの値段')).toHaveValue('商品単価')
  await expect(target('くに')).toHaveValue('お届け先の国')
  await screen.getByRole('combobox', { name: '「ニッポン」の意味' }).fill('日本')
  await page.keyboard.press('Tab')
  await expect(screen.getByRole('complementary')).toContainText('靴下 · 帽子')
  await expectSpoken(page, 'ja')
  await screen.getByRole('button', { name: '3行を取り込む' }).click()
  await expect(screen).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('button', { name: '後で', exact: true })).toBeVisible()
  await expectSpoken(page, 'ja')
  await setDefaultsLater(page, '後で')
  await expect(workbench.row('J-1002')).toBeVisible()
  await workbench.saved()
  const stored = await workbench.storedTexts()
  expect(stored.map(texts => texts['items[].name'])).toEqual(['靴下', '帽子', '鞄'])
  expect(stored.map(texts => texts['recipient.country'])).toEqual(['JP', undefined, 'JP'])
  expect(stored.map(texts => texts['recipient.state'])).toEqual(['東京都', undefined, '北海道'])
  await expectSpoken(page, 'ja')

  // The same headings again: no question. A new heading is asked about alone.
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await input.setInputFiles({ name: '当店の注文_20370102.csv', ...csv(ownTable) })
  await expect(workbench.said).toHaveText(
    '「当店の注文_20370102.csv」（当店の注文）から注文2件を取り込みました。',
  )
  await workbench.saved()
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  const [head = [], ...rows] = ownTable
  const renamed = [head.map(heading => (heading === '品' ? 'もの' : heading)), ...rows]
  await input.setInputFiles({ name: '当店の注文_20370103.csv', ...csv(renamed) })
  const changed = page.getByRole('dialog', { name: '変更された列があります' })
  await expect(changed).toContainText(
    '「当店の注文_20370103.csv」に保存済みの対応付け「当店の注文」を適用しました。変更された列だけ対応付けてください。',
  )
  await expect(changed).toContainText('前回対応付けた「品」列はこのファイルになし')
  await expectSpoken(page, 'ja')
  await changed.getByRole('button', { name: 'キャンセル' }).click()

  await page.goto('/settings/recipes')
  await expect(page.getByRole('row', { name: /当店の注文/ })).toContainText('10列')
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

/** The headings of a table of products with options. */
const option = (name: string) => `productOptionGroup[].productOption[].${name}`
const productHeadings = [
  ['商品コード', 'shopProductId'],
  ['商品名', 'productName'],
  ['ブランド', 'brandName'],
  ['通常価格', 'productPrice'],
  ['割引価格', 'discountedProductPrice'],
  ['商品在庫数', 'stockQuantity'],
  ['メイン画像URL', 'mainImage'],
  ['追加画像URL', 'productImages'],
  ['詳細画像URL', 'productDetailImages'],
  ['商品URL', 'originProductUrl'],
  ['国内送料', 'domesticShippingPrice'],
  ['送料無料ライン', 'freeDomesticShippingPriceCondition'],
  ['オプション種別', 'productOptionGroup[].productOptionGroupType'],
  ['オプション名1', 'productOptionGroup[].productOptionGroupName[0].productOptionGroupName'],
  ['オプション値1', option('productOptionName[0].productOptionName')],
  ['オプション価格', option('optionPrice')],
  ['オプション在庫数', option('stockQuantity')],
  ['オプションコード', option('shopOptionId')],
  ['オプション表示順', option('order')],
  ['最小購入数', option('availablePurchaseQuantityMin')],
  ['最大購入数', option('availablePurchaseQuantityMax')],
] as const

/** A product with one option per value. */
function product(code: string, name: string, values: readonly string[], changes: Texts = {}): Texts[] {
  const image = `https://shop.example/${code}`
  return values.map((value, at) => ({
    ...(at === 0 && {
      shopProductId: code,
      productName: name,
      brandName: '花屋',
      productPrice: '1890',
      discountedProductPrice: '1500',
      stockQuantity: '30',
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg`,
      productDetailImages: `${image}-2.jpg`,
      originProductUrl: image,
      domesticShippingPrice: '300',
      freeDomesticShippingPriceCondition: '5000',
      'productOptionGroup[].productOptionGroupType': 'COMBINATION',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'カラー',
    }),
    [option('productOptionName[0].productOptionName')]: value,
    [option('optionPrice')]: '0',
    [option('stockQuantity')]: '10',
    [option('shopOptionId')]: `${code}-${at + 1}`,
    [option('order')]: String(at + 1),
    [option('availablePurchaseQuantityMin')]: '1',
    [option('availablePurchaseQuantityMax')]: '5',
    ...(at === 0 && changes),
  }))
}

test('in Japanese, products with options are corrected and registered', async ({ page, server }) => {
  const workbench = await openNew(page, sheets.products)
  await expect(page.getByText('商品データをここに貼り付け')).toBeVisible()
  await expectSpoken(page, 'ja')
  const lines = [
    ...product('JP-1', 'ウールの帽子', ['黒', '黒']),
    ...product('JP-2', '革の財布', ['紺', '茶'], { [option('availablePurchaseQuantityMin')]: '9' }),
    ...product('JP-3', 'リネンのエプロン', ['白', '生成り'], { discountedProductPrice: '2100' }),
    ...product('JP-4', '陶器のカップ', ['青磁', '白磁']),
  ]
  await workbench.paste(tableOf(productHeadings, lines))
  await expect(workbench.said).toHaveText('見出しに合わせて8行を貼り付けました。')
  expect(await workbench.check()).toBe('登録可能1件、エラー3件です。')
  await expect(workbench.failures).toHaveCount(3)
  await expectSpoken(page, 'ja')

  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [reason, right] of [
    ['この商品のオプション「黒」が重複しています。どちらかを変更するか、この行を削除してください。', '灰'],
    ['最小購入数（9）が最大購入数（5）を上回っています。どちらかを修正してください。', '1'],
    ['割引価格が通常価格を上回っています。どちらかを修正してください。', '2200'],
  ] as const) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.reason(workbench.active)).toBe(reason)
    await workbench.type(right)
  }
  await expect(workbench.failures).toHaveCount(0)
  expect(await workbench.register()).toBe('商品4件を登録しました。')
  await expect(page.getByRole('button', { name: '登録済み 4', exact: true })).toBeVisible()
  await expectSpoken(page, 'ja')
  expect(await server.registeredProducts(['JP-1', 'JP-2', 'JP-3', 'JP-4'])).toHaveLength(4)
})

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
