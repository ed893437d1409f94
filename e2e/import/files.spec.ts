import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { sheets } from '@/lib/sheet/schema/sheets'
import { sampleOf } from '@/testing/import/samples/all'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import { readSample } from '@/testing/import/samples/read-sample'
import { lockedFile, sampleFile } from '@/testing/import/samples/sample-file'
import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

type Texts = Readonly<Record<string, string>>

/** The content of the file for a line: its position there, and its cells, without cells that Lading filled. */
const contentOf = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([id, text]) => text !== '' && id !== hiddenColumns.origins)
      .map(([id, text]) => [id, id === hiddenColumns.source ? text.replace(/^[^:]*/, '') : text]),
  )

/** The sheet that the files of a recipe are imported into by default. */
const firstSheet = (recipe: (typeof recipes)[number]) => recipe.sheets[0] ?? 'orders/japan'

test('every known export is imported without a click, with exact groups and cells, and its original is stored', async ({
  operator: page,
}) => {
  // One below the other in a draft of its sheet, as for an operator who sells at several shops.
  for (const id of new Set(recipes.map(firstSheet))) {
    const sheet = sheets[id]
    const workbench = await Workbench.openNew(page, sheet)
    const files = new Files(workbench)
    let count = 0
    for (const recipe of recipes.filter(one => firstSheet(one) === id)) {
      const sample = sampleOf(recipe.id)
      await files.drop({ name: sample.name, bytes: await sampleFile(sample) })
      const summary = await files.importedSummary(sample.name)
      await expect(summary, recipe.id).toContainText(recipe.name)
      await expect(summary).toContainText('original saved')
      await workbench.saved()
      const { lines, orders } = readSample(sample, sheet.id)
      const stored = (await workbench.storedTexts()).map(contentOf)
      expect(stored, recipe.id).toHaveLength(count + lines.length)
      expect(stored.slice(count), recipe.id).toMatchObject(lines.map(line => contentOf(line.texts)))
      await expect(summary).toContainText(new RegExp(`→ ${orders} (order|product)`))
      count += lines.length
    }
  }
})

test('a file is traced, read another way, undone, refused and cancelled, and the page keeps working', async ({
  operator: page,
}) => {
  const workbench = await Workbench.openNew(page)
  const files = new Files(workbench)

  // With a password, and with a notice above its headings.
  const name = '스마트스토어_선택주문.xlsx'
  await files.choose({ name, bytes: await lockedFile(smartstoreOrdersSample, '비밀 1234') })
  const dialog = page.getByRole('dialog', { name: 'This file is password-protected' })
  await dialog.getByLabel('Password').fill('1234')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Wrong password. Check capital letters')
  await dialog.getByLabel('Password').fill('비밀 1234')
  await page.keyboard.press('Enter')
  const summary = await files.importedSummary(name)
  await expect(summary).toContainText('1 row skipped')
  await expect(page.getByRole('textbox', { name: 'Draft name' })).toHaveValue(
    /^네이버 스마트스토어 · [A-Z][a-z]{2} [0-9]+ · [0-9]+ orders?$/,
  )

  // Any cell shows its origin, even after a reload.
  await expect(page.locator('[data-trace]')).toContainText('file row 3')
  await expect(summary).toContainText('original saved')
  await workbench.saved()
  await workbench.reload()
  await workbench.focus()
  const trace = page.locator('[data-trace]')
  await expect(trace).toHaveAttribute('title', new RegExp(`${name} › Sheet1, row 3`))
  const lines = (await workbench.storedTexts()).length

  // One undo removes a whole file; earlier lines stay.
  await files.drop({ name: 'qoo10.csv', bytes: await sampleFile(qoo10OrdersSample) })
  const second = await files.importedSummary('qoo10.csv')
  await expect(second).toContainText('Shift_JIS')
  await second.getByRole('button', { name: 'Undo' }).click()
  await expect(workbench.row('88120034')).toHaveCount(0)
  await workbench.saved()
  expect(await workbench.storedTexts()).toHaveLength(lines)

  // A block that is copied from the export is read like the export, together with a notice above its headings.
  const [notice = []] = smartstoreOrdersSample.rows
  const block = formatTsv([notice, ...qoo10OrdersSample.rows])
  await page.evaluate(copied => navigator.clipboard.writeText(copied), block)
  await workbench.focus()
  await page.keyboard.press('Control+V')
  await files.importedSummary('Pasted rows.tsv')
  await expect(workbench.row('88120034')).toBeVisible()

  // A file that fits two encodings is read again in the other one; its new lines replace its old ones.
  const letters = Uint8Array.of(0xb0, 0xa1, 0xb0, 0xa2)
  const text = (content: string) => new TextEncoder().encode(content)
  const heads = 'orderInfo.mallOrderNumber,recipient.name\r\n'
  const both = new Uint8Array([...text(`${heads}E-1,`), ...letters, ...text('\r\n')])
  await files.drop({ name: 'both.csv', bytes: both })
  const choice = page.getByRole('dialog', { name: 'Choose the text encoding' })
  const third = files.summary('both.csv')
  await expect(choice.or(third)).toBeVisible()
  if (await choice.isVisible()) await choice.getByRole('button', { name: 'Read as Shift_JIS' }).click()
  await third.getByRole('button', { name: 'Details' }).click()
  await expectFlawless(page, 'the summary of a file', { within: '[aria-label="Import summary of both.csv"]' })
  await third.getByRole('button', { name: /^Read again as/ }).click()
  await expect(workbench.announcement).toContainText('read again from both.csv')
  await expect(workbench.row('E-1')).toHaveCount(1)

  // A hostile file leads to an error message.
  const wide = text(`${'x,'.repeat(20_000)}\r\n1,2\r\n`)
  await files.drop({ name: 'wide.csv', bytes: wide })
  await expect(files.alert).toContainText('more than 16,384 columns')
  await files.alert.getByRole('button', { name: 'Close' }).click()

  // A slow import is cancelled, and leaves nothing behind.
  const before = (await workbench.storedTexts()).length
  const long = `orderInfo.mallOrderNumber,recipient.name\r\n${'L-1,山田\r\n'.repeat(300_000)}`
  await files.choose({ name: 'long.csv', bytes: text(long) })
  await expect(files.progress).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(files.progress).toHaveCount(0)
  await expect(workbench.announcement).toHaveText('long.csv wasn’t imported.')
  await workbench.saved()
  expect(await workbench.storedTexts()).toHaveLength(before)
  await workbench.type('still alive')
  await expect(workbench.grid.getByText('still alive')).toBeVisible()
})

test('the hint to drop stays while a file moves over the sheet, and leaves with the file', async ({
  workbench: { page, grid },
}) => {
  const hint = page.getByText('Drop to import')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['a'], 'orders.csv'))
    return transfer
  })
  // As Safari reports it: without the element that the pointer goes to or comes from.
  const [first, second] = [grid.getByRole('gridcell').nth(0), grid.getByRole('gridcell').nth(1)]
  await first.dispatchEvent('dragenter', { dataTransfer })
  await first.dispatchEvent('dragover', { dataTransfer })
  await expect(hint).toBeVisible()
  await second.dispatchEvent('dragenter', { dataTransfer })
  await first.dispatchEvent('dragleave', { dataTransfer })
  await expect(hint).toBeVisible()
  await second.dispatchEvent('dragleave', { dataTransfer })
  await expect(hint).toBeHidden()
  await dataTransfer.dispose()
})
