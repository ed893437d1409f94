import { sampleFile } from '@/testing/import/samples/sample-file'
import { shopifyOrdersSample } from '@/testing/import/samples/shopify-orders'
import { expectFlawless } from './axe'
import { Files } from './files'
import { expect, test } from './fixtures'

/** The made-up export of Shopify: its first order is cancelled, and one more went out already. */
function mixedExport() {
  const [headings = [], ...rows] = shopifyOrdersSample.rows
  const said = (row: readonly string[], texts: Readonly<Record<string, string>>) =>
    row.map((text, at) => texts[headings[at] ?? ''] ?? text)
  const [first = [], second = [], other = []] = rows
  return {
    ...shopifyOrdersSample,
    rows: [
      headings,
      said(first, { 'Cancelled at': '2026-03-02 10:00:00 +0900', 'Financial Status': 'refunded' }),
      second,
      said(other, { 'Fulfillment Status': 'unfulfilled' }),
      said(other, { Name: '#1003', 'Fulfillment Status': 'fulfilled' }),
    ],
  }
}

test('orders that the shop cancelled stay out of the sheet, those it shipped come in, and both are told; a click turns it round, an undo takes it back', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const { name } = shopifyOrdersSample
  await files.drop({ name, bytes: await sampleFile(mixedExport()) })
  const summary = await files.brought(name)
  await expect(workbench.said).toContainText(
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

  // Both items of the cancelled order come in after all, below what is there, and the keyboard goes on in the sheet.
  const cancelled = summary.getByRole('button', { name: /^Import anyway: 1 order skipped: canceled/ })
  await cancelled.click()
  await expect(workbench.said).toContainText(`1 skipped order imported from ${name}.`)
  await expect(workbench.row('#1001')).toHaveCount(1)
  await expect(cancelled).toHaveCount(0)
  await expect(summary).toContainText('1 order is marked as shipped in the shop (#1003)')
  expect((await workbench.where()).number).toBe('#1001')
  const numbers = async () => {
    await workbench.saved()
    return (await workbench.storedTexts()).map(texts => texts['orderInfo.mallOrderNumber'])
  }
  expect(await numbers()).toEqual(['#1002', '#1003', '#1001', '#1001'])

  // One undo takes them back, and they are told of again.
  await page.keyboard.press('Control+z')
  await expect(workbench.row('#1001')).toHaveCount(0)
  await expect(summary).toContainText('canceled, refunded or returned (#1001)')
  await page.keyboard.press('Control+y')
  await expect(workbench.row('#1001')).toHaveCount(1)
  await expect(cancelled).toHaveCount(0)

  // What was shipped goes out by a click.
  await summary.getByRole('button', { name: /^Remove: 1 order is marked as shipped/ }).click()
  await expect(workbench.said).toContainText(`1 order from ${name} removed: already shipped.`)
  await expect(workbench.row('#1003')).toHaveCount(0)
  await expect(summary).toContainText('1 order skipped: already shipped (#1003)')
  await expect(summary).toContainText('original saved')
  await workbench.saved()

  // In another sitting the file still tells what is out, and what came in is not told of.
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
