import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

/** Every heading is known; only the shop knows the meaning of its codes. */
const headings = '注文番号,お届け先氏名,電話番号,郵便番号,都道府県,市区町村,住所,注文状況,商品名,数量,単価'
const order = (number: string, status: string) =>
  `${number},山田太郎,090-1234-5678,150-0041,東京都,渋谷区,神南1-2-3,${status},靴下,1,1200`
const shop = (...orders: readonly (readonly [number: string, status: string])[]) =>
  new TextEncoder().encode([headings, ...orders.map(one => order(...one))].join('\r\n'))

test('a status that only the shop knows is asked about once; cancelled and unpaid orders are skipped, and one act imports them', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  await files.drop({
    name: 'statuses.csv',
    bytes: shop(['N1', '10'], ['N2', '31'], ['N3', '入金待ち'], ['N4', 'キャンセル済み'], ['N5', '10']),
  })
  const dialog = page.getByRole('dialog', { name: 'What do these statuses mean?' })
  await expect(dialog).toBeVisible()
  const question = (text: string) =>
    dialog.getByRole('combobox', { name: `What does ${text} mean in 注文状況?` })
  await expect(dialog).toContainText('e.g. order N2')
  await expect(dialog.getByRole('combobox')).toHaveCount(2)
  await expectFlawless(page, 'unknown statuses', { within: '[role=dialog]' })
  const importButton = dialog.getByRole('button', { name: 'Import' })
  await expect(importButton).toBeDisabled()

  // By keyboard: the first question has the focus.
  await question('10').press('Enter')
  await page.getByRole('option', { name: 'To be shipped: import' }).click()
  await question('31').press('Enter')
  await page.getByRole('option', { name: 'Canceled or returned: skip' }).click()
  await importButton.click()

  const summary = await files.importedSummary('statuses.csv')
  await expect(summary).toContainText('2 orders skipped: canceled, refunded or returned (N2, N4)')
  await expect(summary).toContainText('1 order skipped: not paid yet (N3)')
  await expect(workbench.row('N1')).toHaveCount(1)
  await expect(workbench.row('N5')).toHaveCount(1)
  await expect(workbench.row('N2')).toHaveCount(0)
  await summary.getByRole('button', { name: /^Import anyway: 1 order skipped: not paid yet/ }).click()
  await expect(workbench.row('N3')).toHaveCount(1)

  // The shop's next file opens without a question; only a new code is asked about.
  await files.drop({ name: 'next.csv', bytes: shop(['M1', '31'], ['M2', '10'], ['M3', '40']) })
  await expect(page.getByRole('dialog', { name: 'What does this status mean?' })).toBeVisible()
  const one = page.getByRole('combobox', { name: 'What does 40 mean in 注文状況?' })
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveCount(1)
  await one.press('Enter')
  await page.getByRole('option', { name: 'Cancellation or return requested: import and flag' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  const next = await files.importedSummary('next.csv')
  await expect(workbench.row('M2')).toHaveCount(1)
  await expect(next).toContainText('1 order skipped: canceled, refunded or returned (M1)')
  await expect(next).toContainText('1 order has a cancellation, return or exchange request (M3)')
  await next.getByRole('button', { name: /^Remove: 1 order has a cancellation/ }).click()
  await expect(workbench.row('M3')).toHaveCount(0)

  // The answers are stored with the mappings, and can be deleted there.
  await workbench.saved()
  await page.goto('/settings/recipes')
  const kept = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'statuses', exact: true }) })
  await expect(kept).toContainText('Order statuses only')
})
