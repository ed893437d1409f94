import { randomUUID } from 'node:crypto'
import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { setDefaultsLater } from './missing-defaults'

test('a file that was imported into another draft says so, and leads there', async ({ operator: page }) => {
  const number = randomUUID()
  const rows = [
    'Order number,Recipient name,Postal code,Address,Phone,Item name,Quantity,Price',
    `${number},山田 太郎,100-0001,東京都千代田区千代田1-1,0312345678,Cup,1,1200`,
  ]
  const file = { name: `${number}.csv`, bytes: Buffer.from(rows.join('\n')) }
  const drop = async () => {
    const workbench = await Workbench.openNew(page)
    const files = new Files(workbench)
    await files.drop(file)
    const mapping = page.getByRole('dialog', { name: 'Match columns' })
    const summary = page.getByRole('region', { name: `Import summary of ${file.name}` })
    await expect(mapping.or(summary)).toBeVisible()
    if (await mapping.isVisible()) {
      // A saved mapping would meet the nearly equal headings of other journeys on this server.
      await mapping.getByRole('checkbox', { name: 'Save this mapping as' }).uncheck()
      await mapping.getByRole('button', { name: /^Import/ }).click()
      await setDefaultsLater(page)
    }
    return { workbench, summary }
  }
  const first = await drop()
  await expect(first.summary).toContainText('original saved')
  await first.workbench.name('Monday’s file')
  await first.workbench.saved()
  const { summary } = first
  const url = page.url()
  await expect(summary).not.toContainText('also imported')

  // The server says so only once it has the file. Nothing that the summary shows moves then.
  let release = () => {}
  const isReleased = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/sources$/, async route => {
    await isReleased
    await route.continue()
  })
  const again = await drop()
  const places = () =>
    Promise.all(['Set once…', 'Details'].map(name => summary.getByRole('button', { name }).boundingBox()))
  await expect(summary.getByRole('button', { name: 'Set once…' })).toBeVisible()
  await expect(summary).not.toContainText('original saved')
  const before = await places()
  release()
  await expect(summary).toContainText('original saved')
  await again.workbench.name('The same again')
  await again.workbench.saved()
  await expect(summary).toContainText('This file was also imported into “Monday’s file” on')
  expect(await places()).toEqual(before)
  await expectFlawless(page, 'a file that was imported before')
  await summary.getByRole('link', { name: 'Open draft' }).click()
  await expect(page).toHaveURL(url)
})
