import { remember, shopFile } from '../import/import-rules'
import { freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { japanese } from './japanese'
import { signIn } from './localized'

// Rules are shared by a server, and no other test is to be changed by these.
test.use({ serverFor: 'rules in Japanese', ...japanese.browser })
test.slow()

const STATE = 'recipient.state'

test('a correction is remembered in Japanese, and listed by its own words', async ({ page }) => {
  await page.goto('/settings/rules')
  await signIn(page, japanese)
  await expect(page.getByText('ルールはまだありません。')).toBeVisible()
  const upload = async (workbench: Workbench, name: string) => {
    const [order = {}] = freshOrders(1)
    const { bytes } = shopFile(name, [{ ...order, [STATE]: '東京と' }])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) })
    await expect(workbench.row(numberOf(order))).toBeVisible()
    await workbench.saved()
    return order
  }
  const first = await Workbench.openNew(page, undefined, japanese.words)
  await first.write(first.row(numberOf(await upload(first, '月曜日.csv'))), STATE, '東京都')
  await remember(page, /^同じ値/, {
    offer: 'この修正を記憶…',
    save: '記憶する',
    counted: /今回の取り込みに適用すると、セル1個が変更されます。/,
  })
  await expect(first.announcement).toContainText('ルールを1件保存しました。')
  await first.saved()

  const second = await Workbench.openNew(page, undefined, japanese.words)
  await upload(second, '火曜日.csv')
  const summary = page.getByRole('region', { name: '「火曜日.csv」の取り込み結果' })
  await expect(summary).toContainText('ルール1件でセル1個を変更')
  await summary.getByRole('button', { name: /^ルールの適用を取り消す/ }).click()
  await expect(summary).toContainText('取り込みルールは適用されていません。')

  await page.goto('/settings/rules')
  await expect(page.getByRole('heading', { name: '取り込みルール' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '「東京と」' })
  await expect(row).toContainText('お届け先都道府県が「東京と」 → お届け先都道府県を「東京都」にする')
  await row.getByRole('button', { name: /を無効にする$/ }).click()
  await expect(row).toContainText('無効')
  await row.getByRole('button', { name: /を削除$/ }).click()
  await expect(page.getByText('ルールはまだありません。')).toBeVisible()
})
