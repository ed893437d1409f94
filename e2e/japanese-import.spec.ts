import { rakutenOrdersSample } from '@/testing/import/samples/rakuten-orders'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { japanese, openNew } from './japanese'
import { setDefaultsLater } from './missing-defaults'

test.slow()

test.use(japanese)

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
