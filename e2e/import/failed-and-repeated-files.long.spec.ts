import type { Page } from 'playwright/test'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { setDefaultsLater } from './missing-defaults'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** An Excel file of a shop: headings in two rows, a subtotal and a remark between its orders, units in the cells. */
const own = [
  '주문번호,받는사람,,,,,상품,,,',
  ',이름,전화,우편번호,시도,시군구,이름,수량,단가,무게',
  'N-1,山田太郎,090-1234-5678,150-0041,東京都,渋谷区,양말,2개,"12,000원",500g',
  '소계,,,,,,,2,12000,',
  '※ 3월 2일,,,,,,,,,',
  'N-2,佐藤花子,080-1111-2222,060-0001,北海道,札幌市中央区,모자,1개,"9,000원",0.3kg',
].join('\r\n')

/** Until the next key the page draws no frame, as on a slow computer. */
const holdFramesUntilKey = (page: Page) =>
  page.evaluate(() => {
    const request = window.requestAnimationFrame
    const held: FrameRequestCallback[] = []
    window.requestAnimationFrame = callback => -held.push(callback)
    const release = () => {
      window.requestAnimationFrame = request
      setTimeout(() => {
        for (const callback of held) request(callback)
      })
    }
    document.addEventListener('keydown', release, { capture: true, once: true })
  })

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('a failed file delays no other, a file that is dropped twice is reported, and a file that is dropped offline is stored later', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const qoo10 = { name: 'qoo10.csv', bytes: await sampleFile(qoo10OrdersSample) }

  // Two files are chosen together: the first one is empty and is reported, then the second one is imported.
  await page.locator('input[type=file]').setInputFiles([
    { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('주문번호,수취인,상품명\r\n') },
    { name: qoo10.name, mimeType: 'text/csv', buffer: Buffer.from(qoo10.bytes) },
  ])
  const alert = page.getByRole('alert').filter({ hasText: 'empty.csv' })
  await expect(alert).toContainText('headings but no rows')
  await expect(alert).toContainText('1 file waiting')
  await alert.getByRole('button', { name: 'Next file' }).click()
  const first = await files.importedSummary(qoo10.name)
  await expect(first).not.toContainText('already in this draft')

  // The same file again: the page reports it, and one click removes it.
  await files.drop(qoo10)
  const both = files.summary(qoo10.name)
  await expect(both).toHaveCount(2)
  await expect(both.filter({ hasText: 'already in this draft' })).toHaveCount(1)
  await both.first().getByRole('button', { name: 'Undo' }).click()
  await expect(both).toHaveCount(1)
  await workbench.saved()

  // A file is imported even while offline, and its original is stored once there is a connection.
  await page.context().setOffline(true)
  await files.drop({
    name: 'offline.csv',
    bytes: bytesOf('orderInfo.mallOrderNumber,recipient.name\r\nO-1,山田\r\n'),
  })
  await expect(await files.importedSummary('offline.csv')).toContainText('saving original…')
  await page.context().setOffline(false)
  await expect(files.summary('offline.csv')).toContainText('original saved')
  await workbench.saved()

  // With two rows of headings, each name is combined with its group; rows between orders that are not orders are
  // skipped.
  // Keys that are pressed before a slow computer has drawn the questions reach them, not the sheet below.
  await holdFramesUntilKey(page)
  await files.drop({ name: '우리가게.csv', bytes: bytesOf(own) })
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(screen.getByRole('combobox', { name: 'Mapping for 받는사람 이름' })).toHaveValue(
    'Recipient name',
  )
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  const summary = await files.importedSummary('우리가게.csv')
  await expect(summary).toContainText('2 rows → 2 orders')
  await expect(summary).toContainText('3 rows skipped')

  // Numbers with units are offered without them.
  const looks = page.getByRole('region', { name: 'Suggested fixes' })
  await looks.getByRole('button', { name: 'Fix all 2: Item weight' }).click()
  await looks.getByRole('button', { name: 'Fix all 2: Item quantity' }).click()
  await workbench.saved()
  const stored = (await workbench.storedTexts()).slice(-2)
  expect(stored).toMatchObject([
    { 'orderInfo.mallOrderNumber': 'N-1', 'items[].quantity': '2', 'items[].actualWeight': '0.5' },
    { 'orderInfo.mallOrderNumber': 'N-2', 'items[].quantity': '1', 'items[].actualWeight': '0.3' },
  ])
})
