import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

const CODE = 'FILL-WAL-01'
const PRESET = 'Seoul (filling)'

/**
 * Two orders as in an export: one line of one order has its own sender, and its item code is written in another case.
 */
const columns = [
  'orderInfo.mallOrderNumber',
  'recipient.country',
  'recipient.name',
  'recipient.zipCode',
  'recipient.address',
  'items[].itemCode',
  'sender.name',
]
const rows = [
  ['FB-1', 'JP', '山田 太郎', '150-0041', '神南1-19-11', CODE, ''],
  ['FB-2', 'JP', 'Hanako Suzuki', '060-0001', '北一条西2', CODE.toLowerCase(), 'Own shop'],
]
const block = [columns, ...rows].map(row => row.join('\t')).join('\n')

async function choose(page: Page, box: string, option: string) {
  await page.getByRole('combobox', { name: box, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('where no preset exists, Fill blanks offers to make one from what all orders lack', async ({
  operator: page,
}) => {
  const workbench = await Workbench.openNew(page)
  await workbench.paste(block)
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menuitem', { name: 'Fill blanks…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill blanks' })
  await expect(dialog.getByText('None yet')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Preset' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'New preset…' }).click()
  const question = page.getByRole('dialog', { name: /required fields are empty in every order/ })
  await expect(question.getByLabel('Sender contact')).toBeVisible()
  // One of the orders has a sender of its own.
  await expect(question.getByLabel('Sender name', { exact: true })).toHaveCount(0)
  const acceptRepair = async (fields: Locator) => {
    const contact = fields.getByLabel('Sender contact')
    await contact.fill('０２－１２３４－５６７８')
    const suggestion = 'Convert full-width digits and symbols to half-width: 02-1234-5678'
    await fields.getByRole('button', { name: suggestion }).click()
    await expect(contact).toHaveValue('02-1234-5678')
    await expect(contact).toBeFocused()
    await expect(fields.getByRole('button', { name: suggestion })).toHaveCount(0)
  }
  await acceptRepair(question)
  await question.getByLabel('Package weight').fill('0.5')
  await question.getByLabel('Preset name').fill(PRESET)
  await question.getByRole('button', { name: 'Apply to 2 orders' }).click()
  await expect(workbench.announcement).toContainText(`Preset “${PRESET}” fills the next import`)
  await workbench.saved()
  expect((await workbench.storedTexts())[1]?.['packageInfo.actualWeight']).toBe('0.5')

  await page.goto('/settings/presets')
  await expect(page.getByRole('row', { name: PRESET })).toContainText('Applied to every import')
  await page.getByRole('button', { name: `Edit ${PRESET}` }).click()
  await expect(page.getByLabel('Sender contact')).toHaveValue('02-1234-5678')
  await acceptRepair(page.getByRole('form', { name: 'Presets' }))
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: PRESET })).toHaveCount(0)
})

/** Whether a line begins with the dot between two values. */
const startsWithDot = (row: Locator): Promise<boolean> =>
  row
    .getByRole('cell')
    .filter({ hasText: ' · ' })
    .last()
    .evaluate(cell => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const lefts: number[] = []
      const dots: number[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
          if (letter.trim() === '') continue
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const { left } = range.getBoundingClientRect()
          if (letter === '·') dots.push(left)
          else lefts.push(left)
        }
      }
      return Math.min(...dots) <= Math.min(...lefts) + 2
    })

test('blanks are filled from preset, product master, recipient and postal code; what is typed stays, undo takes it back', async ({
  operator: page,
}) => {
  await page.goto('/settings/presets')
  await page.getByRole('button', { name: 'New preset' }).click()
  await expect(page.getByLabel('Package weight')).toHaveAccessibleDescription('in kg')
  await page.getByLabel('Name', { exact: true }).fill(PRESET)
  await page.getByLabel('Sender name').fill('Hanbit Store')
  await page.getByLabel('Warehouse').fill('one')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“one” isn’t a valid number')).toBeVisible()
  await page.getByLabel('Warehouse').fill('1')
  await choose(page, 'Incoterms', 'DDP Duties paid')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: PRESET })).toContainText('Sender name: Hanbit Store')
  // No line of its values begins with a dot, at whichever width it is broken.
  for (let width = 320; width <= 460; width += 4) {
    await page.setViewportSize({ width, height: 844 })
    expect(await startsWithDot(page.getByRole('row', { name: PRESET })), `${width} px`).toBe(false)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/settings/products')
  await page.getByRole('button', { name: 'New product' }).click()
  await expect(page.getByLabel('Item weight')).toHaveAccessibleDescription('in kg')
  await page.getByLabel('Item code').fill(CODE)
  await page.getByLabel('Item weight').fill('0.4')
  await page.getByLabel('Item image URL').fill('https://shop.example/wallet.jpg')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: CODE })).toBeVisible()
  // Entered once more as if it were new, it keeps what is stored.
  await page.getByRole('button', { name: 'New product' }).click()
  await page.getByLabel('Item code').fill(CODE)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Another product has this item code.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('searchbox', { name: 'Code or name' }).fill('fill-wal')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('row', { name: CODE })).toContainText('0.4')

  const workbench = await Workbench.openNew(page)
  await workbench.paste(block)
  const before = await workbench.storedTexts()
  await page.keyboard.press('Control+Home')
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('menuitem', { name: 'Fill blanks…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill blanks' })
  await choose(page, 'Apply to', 'All 2 orders')
  await expect(dialog.getByRole('row', { name: 'Sender name' })).toHaveText('Sender name1 from the preset')
  await expect(dialog.getByRole('row', { name: 'Recipient city' })).toContainText('2 from postal codes')
  await dialog.getByRole('button', { name: /^Fill \d+ cells$/ }).press('Enter')
  await expect(workbench.announcement).toContainText('blank cells filled')
  await workbench.saved()

  const [first, second] = await workbench.storedTexts()
  expect(first).toMatchObject({
    'sender.name': 'Hanbit Store',
    warehouseId: '1',
    'orderInfo.incoterms': 'DDP',
    'items[].actualWeight': '0.4',
    'items[].imageUrl': 'https://shop.example/wallet.jpg',
    'recipient.state': '東京都',
    'recipient.city': '渋谷区',
    'recipient.importerJapaneseName': '山田 太郎',
    'recipient.importerJapaneseZipCode': '150-0041',
    'recipient.importerJapaneseAddress': '神南1-19-11',
  })
  expect(second).toMatchObject({
    'sender.name': 'Own shop',
    'items[].itemCode': CODE.toLowerCase(),
    'items[].imageUrl': 'https://shop.example/wallet.jpg',
    'recipient.importerJapaneseCity': '札幌市中央区',
  })
  expect(second?.['recipient.importerJapaneseName']).toBeUndefined()

  // A filled cell shows the origin of its text until the operator overwrites it.
  const warehouse = await workbench.goTo(workbench.row('FB-1'), 'warehouseId')
  await expect(warehouse).toHaveAttribute('data-origin', 'filled')
  await expect(warehouse).toHaveAccessibleDescription(
    new RegExp(`From preset “${PRESET.replace(/[()]/g, '\\$&')}”`),
  )
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(warehouse).toHaveText('2')
  await expect(warehouse).not.toHaveAttribute('data-origin')

  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Control+Z')
  await workbench.saved()
  expect(await workbench.storedTexts()).toEqual(before)

  // Lines of a file are filled during the import.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file' }).click()
  const csv = [columns, ...rows.map(row => row.with(0, `${row[0]}-file`))]
    .map(row => row.join(','))
    .join('\n')
  await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(workbench.row('FB-2-file')).toBeVisible()
  // A code that differs only in case is the likeliest match, and its filled cells need a review.
  const summary = page.getByRole('region', { name: 'Import summary of orders.csv' })
  await expect(summary.getByRole('button', { name: '2 cells to review' })).toBeVisible()
  await workbench.saved()
  expect((await workbench.storedTexts()).slice(2)).toMatchObject([
    { 'sender.name': 'Hanbit Store', 'items[].actualWeight': '0.4', 'recipient.city': '渋谷区' },
    { 'sender.name': 'Own shop', warehouseId: '1' },
  ])

  // Other tests on this server import files, too.
  await page.goto('/settings/presets')
  await page.getByRole('button', { name: `Edit ${PRESET}` }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name: PRESET })).toHaveCount(0)
})
