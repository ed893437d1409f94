import { shopifyOrdersSample } from '@/testing/import/samples/orders/shopify'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

/** An invented export of Shopify: its first order is cancelled, and another one has shipped already. */
function mixedExport() {
  const [headings = [], ...rows] = shopifyOrdersSample.rows
  const shopRow = (row: readonly string[], texts: Readonly<Record<string, string>>) =>
    row.map((text, at) => texts[headings[at] ?? ''] ?? text)
  const [first = [], second = [], other = []] = rows
  return {
    ...shopifyOrdersSample,
    rows: [
      headings,
      shopRow(first, { 'Cancelled at': '2026-03-02 10:00:00 +0900', 'Financial Status': 'refunded' }),
      second,
      shopRow(other, { 'Fulfillment Status': 'unfulfilled' }),
      shopRow(other, { Name: '#1003', 'Fulfillment Status': 'fulfilled' }),
    ],
  }
}

test('cancelled orders are skipped, shipped ones are imported, and both are reported; one click changes that, and an undo reverts it', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const { name } = shopifyOrdersSample
  await files.drop({ name, bytes: await sampleFile(mixedExport()) })
  const summary = await files.importedSummary(name)
  await expect(workbench.announcement).toContainText(
    '2 orders imported from orders_export_1.csv (Shopify). 1 order skipped: canceled, refunded or returned; 1 order is marked as shipped in the shop.',
  )
  await expect(summary).toContainText('2 rows → 2 orders')
  await expect(summary).toContainText('1 order skipped: canceled, refunded or returned (#1001)')
  await expect(summary).toContainText('1 order is marked as shipped in the shop (#1003)')
  await expect(workbench.row('#1002')).toHaveCount(1)
  await expect(workbench.row('#1001')).toHaveCount(0)
  await expect(workbench.row('#1003')).toHaveCount(1)
  await summary.getByRole('button', { name: 'Details' }).click()
  await expect(summary).toContainText('Rows 2, 3: canceled, refunded or returned')
  await expectFlawless(page, 'what a file left out', { within: `[aria-label="Import summary of ${name}"]` })

  // Both items of the cancelled order are imported below the other lines, and the sheet keeps the focus.
  const cancelled = summary.getByRole('button', { name: /^Import anyway: 1 order skipped: canceled/ })
  await cancelled.click()
  await expect(workbench.announcement).toContainText(`1 skipped order imported from ${name}.`)
  await expect(workbench.row('#1001')).toHaveCount(1)
  await expect(cancelled).toHaveCount(0)
  await expect(summary).toContainText('1 order is marked as shipped in the shop (#1003)')
  await expect.poll(async () => (await workbench.where()).number).toBe('#1001')
  const numbers = async () => {
    await workbench.saved()
    return (await workbench.storedTexts()).map(texts => texts['orderInfo.mallOrderNumber'])
  }
  expect(await numbers()).toEqual(['#1002', '#1003', '#1001', '#1001'])

  // One undo removes them, and they are reported again.
  await page.keyboard.press('Control+z')
  await expect(workbench.row('#1001')).toHaveCount(0)
  await expect(summary).toContainText('canceled, refunded or returned (#1001)')
  await page.keyboard.press('Control+y')
  await expect(workbench.row('#1001')).toHaveCount(1)
  await expect(cancelled).toHaveCount(0)

  // One click removes the shipped orders.
  await summary.getByRole('button', { name: /^Remove: 1 order is marked as shipped/ }).click()
  await expect(workbench.announcement).toContainText(`1 order from ${name} removed: already shipped.`)
  await expect(workbench.row('#1003')).toHaveCount(0)
  await expect(summary).toContainText('1 order skipped: already shipped (#1003)')
  await expect(summary).toContainText('original saved')
  await workbench.saved()

  // In another editing session the file still reports its skipped orders, and no longer the imported ones.
  await workbench.reload()
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menuitem', { name: 'Imported files…' }).click()
  await page.getByRole('button', { name: `Re-open…: ${name}` }).click()
  await expect(summary).toContainText('1 order skipped: already shipped (#1003)')
  await expect(cancelled).toHaveCount(0)
  await summary.getByRole('button', { name: /^Import anyway: 1 order skipped: already shipped/ }).click()
  await expect(workbench.row('#1003')).toHaveCount(1)
  await expect(summary.getByRole('button', { name: /^Import anyway/ })).toHaveCount(0)
  expect(await numbers()).toEqual(['#1002', '#1001', '#1001', '#1003'])
  await expect(summary).toContainText('1 order is marked as shipped in the shop (#1003)')
})
