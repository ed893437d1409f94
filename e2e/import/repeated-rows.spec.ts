import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

const headings = '注文番号,お届け先氏名,電話番号,郵便番号,都道府県,市区町村,住所,商品名,数量,単価'
const order = (number: string, item: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,東京都,渋谷区,神南1-2-3,${item},1,1200`
const rows = [order('N1', '靴下'), order('N1', '帽子'), order('N2', 'コップ')]
const bytes = new TextEncoder().encode([headings, ...rows, ...rows].join('\r\n'))

test('a file that contains an export twice is asked about before its orders are in the sheet, and each row comes once', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  await files.drop({ name: 'twice.csv', bytes })
  const dialog = page.getByRole('dialog', { name: 'Repeated rows' })
  await expect(dialog).toContainText('3 rows in twice.csv repeat an earlier row of the same order')
  await expect(dialog).toContainText('Orders: N1, N2')
  await expectFlawless(page, 'repeated rows', { within: '[role=dialog]' })
  await expect(workbench.row('N1')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Import each row once' }).click()

  const summary = await files.importedSummary('twice.csv')
  await expect(summary).toContainText('repeated rows of 2 orders skipped (N1, N2)')
  await expect(page.getByText('2 orders · 3 items')).toBeVisible()
  await summary.getByRole('button', { name: /^Import anyway: repeated rows of 2 orders skipped/ }).click()
  await expect(page.getByText('2 orders · 6 items')).toBeVisible()
})
