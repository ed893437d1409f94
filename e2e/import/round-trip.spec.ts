import { readFile as readBytes } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { readFile } from '@/lib/files/read'
import { writeXlsx } from '@/lib/files/write/xlsx'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

/** The visible rows of the file that the browser saved, and a function that makes a file of them again. */
async function opened(page: Page, download: () => Promise<void>) {
  const [saved] = await Promise.all([page.waitForEvent('download'), download()])
  const read = await readFile('saved.xlsx', new Uint8Array(await readBytes(await saved.path())))
  if (!read.ok) throw new Error(read.failure.code)
  const [shown, ...others] = read.book.tables
  const rows = shown?.rows.slice().map(row => [...row]) ?? []
  const tables = [{ name: 'To correct', isHidden: false, rows }, ...others]
  const save = () =>
    writeXlsx(
      tables.map(table => ({
        name: table.name,
        isHidden: table.isHidden,
        rows: table.rows.slice(),
        columns: [],
      })),
    )
  return { name: saved.suggestedFilename(), rows, save }
}

const cells = (dialog: Locator) => dialog.getByRole('row').filter({ has: dialog.page().getByRole('cell') })

test('failing orders are corrected in another program and dropped again: changed, never doubled, and undone at once', async ({
  operator: page,
}) => {
  const workbench = await Workbench.openNew(page)
  const files = new Files(workbench)
  await files.drop({ name: 'qoo10.csv', bytes: await sampleFile(qoo10OrdersSample) })
  await expect(await files.importedSummary('qoo10.csv')).toContainText('original saved')
  await workbench.saved()
  const before = await workbench.storedTexts()
  // The third row of the file is the second item of the first order.
  const entry = workbench.failures.filter({ hasText: 'item 2' }).first()
  await expect(entry).toContainText('88120034 · item 2 file row 4 · shop order 612345003')

  // The download has the shop's own columns, with the errors beside each row.
  const { name, rows, save } = await opened(page, () =>
    page.getByRole('button', { name: 'Download errors', exact: true }).click(),
  )
  expect(name).toMatch(/^Qoo10 Japan · .+ · 2 orders – to correct\.xlsx$/)
  await expect(workbench.announcement).toContainText('2 orders downloaded')
  const [headings = [], first = [], second = [], third = []] = rows
  expect(headings.slice(2)).toEqual(expect.arrayContaining([...(qoo10OrdersSample.rows[0] ?? [])]))
  expect([first[1], second[1], third[1]]).toEqual(['2', '4', '3'])
  expect(first[0]).toContain('Warehouse: Required.')

  // Two cells are corrected in the file, one of them also in the sheet, and a row is added.
  second[headings.indexOf('商品名')] = '=1+1 毛糸の帽子'
  third[headings.indexOf('数量')] = '5'
  // A note to the shop is written into a column that the sheet does not have.
  second[headings.indexOf('配送要請事項')] = '玄関前'
  const added = [...third]
  added[headings.indexOf('商品名')] = 'おまけ'
  rows.push(added)
  const bytes = await save()
  await workbench.write(workbench.row('88120035'), 'items[].quantity', '4')
  await workbench.saved()
  await files.drop({ name: 'corrected.xlsx', bytes })
  const dialog = page.getByRole('dialog', { name: 'Changes from corrected.xlsx' })
  await expect(cells(dialog)).toHaveText([/88120034.*Item name.*Wool beanie.*=1\+1 毛糸の帽子.*3/])
  await expect(dialog).toContainText('“配送要請事項” isn’t imported: 1 edited cell stays in the file (')
  await dialog.getByRole('radio', { name: 'File 5' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'Add 1 new row from the file (row 5)' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Apply 3 changes' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(workbench.announcement).toHaveText('2 cells updated from corrected.xlsx, 1 row added.')
  await workbench.saved()
  const after = await workbench.storedTexts()
  expect(after.map(texts => [texts['items[].name'], texts['items[].quantity']])).toEqual([
    ['Leather wallet 本革 財布', '1'],
    ['=1+1 毛糸の帽子', '2'],
    ['ソイキャンドル①', '5'],
    ['おまけ', '5'],
  ])

  // The same file again changes nothing, and one undo reverts all of it.
  await files.drop({ name: 'corrected.xlsx', bytes })
  await expect(dialog).toContainText('The draft already has every edit that can be imported.')
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+Z')
  await workbench.saved()
  const undone = await workbench.storedTexts()
  expect(undone.map(texts => texts['items[].name'])).toEqual(before.map(texts => texts['items[].name']))

  // Another draft does not accept the file; it offers the file's own draft.
  const address = page.url()
  const other = await Workbench.openNew(page)
  await new Files(other).drop({ name: 'corrected.xlsx', bytes })
  const elsewhere = page.getByRole('dialog', { name: 'This file belongs to another draft' })
  await expect(elsewhere).toContainText(/was downloaded from draft “Qoo10 Japan · .+ · 2 orders”/)
  await elsewhere.getByRole('button', { name: 'Open that draft' }).click()
  await expect(page).toHaveURL(address)
  await expect(dialog).toBeVisible()
})
