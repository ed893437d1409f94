import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { sheets } from '@/lib/sheet/schema/sheets'
import { expect, test } from '../support/fixtures'
import { mapHeading } from '../support/map-heading'
import { ownShopTable } from '../support/own-shop'
import type { Workbench } from '../support/workbench'
import { setDefaultsLater } from './missing-defaults'

const [headings = [], ...rows] = ownShopTable('A')

const upload = (page: Page, name: string, first: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from([first, ...rows].map(row => row.join(',')).join('\r\n')),
  })

const mappedTo = (screen: Locator, heading: string) =>
  screen.getByRole('combobox', { name: `Mapping for ${heading}` })

/** The stored texts of a column, once the file is imported. */
async function importedTexts(workbench: Workbench, column: string): Promise<string[]> {
  await expect(workbench.row('A-1002')).toBeVisible()
  await workbench.saved()
  return (await workbench.storedTexts()).map(texts => texts[column] ?? '')
}

// The mapping that a test saves would import the same headings of other tests without a question.
test.use({ serverFor: 'map a file', expectedErrors: [/net::ERR_FAILED/] })

test('Escape asks before it discards columns that were matched', async ({ workbench, operator }) => {
  await upload(operator, 'asked.csv', headings)
  const screen = operator.getByRole('dialog', { name: 'Match columns' })
  await expect(screen).toBeVisible()
  await operator.keyboard.press('Escape')
  await expect(screen).toBeHidden()

  await upload(operator, 'asked.csv', headings)
  await mapHeading(screen, '누구에게', 'recipient name')
  await expect(mappedTo(screen, '누구에게')).toHaveValue('Recipient name')
  await operator.keyboard.press('Escape')
  const question = operator.getByRole('dialog', { name: 'Discard this mapping?' })
  await expect(question.getByRole('button', { name: 'Keep editing', exact: true })).toBeFocused()
  await operator.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(mappedTo(screen, '누구에게')).toHaveValue('Recipient name')

  await operator.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard mapping', exact: true }).press('Enter')
  await expect(screen).toBeHidden()
  expect(await workbench.storedTexts()).toEqual([])
})

test('a shop’s file of orders to several countries asks only about the names that are not a country', async ({
  openSheet,
}) => {
  const workbench = await openSheet(sheets['orders/general'])
  const { page } = workbench
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  const table = [
    ['주문번호', '품목별 주문번호', '수령인', '배송국가', '수량', '판매가', '결제화폐'],
    ['G-1', 'G-1-01', 'Dana Miller', '미국', '1', '29.80', 'USD'],
    ['G-2', 'G-2-01', 'Liam Wilson', '호주', '1', '31.00', 'USD'],
    ['G-3', 'G-3-01', 'Marie Dupont', '불란서국', '1', '31.00', 'USD'],
  ]
  const choose = (name: string, day: string) =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(table.map(row => row.join(',').replaceAll('G-', day)).join('\r\n')),
    })
  await choose('해외몰_주문.csv', 'G-')
  // The shop is known, and none of its files was mapped before.
  await expect(screen).toContainText('Cafe24 format')
  await expect(screen).not.toContainText('same as last time')
  await expect(screen).not.toContainText('isn’t in this file')
  const meanings = screen.getByRole('combobox', { name: /^Meaning of / })
  await expect(meanings).toHaveCount(1)
  await screen.getByRole('combobox', { name: 'Meaning of “불란서국”' }).fill('FR')
  await page.keyboard.press('Tab')
  await mapHeading(screen, '결제화폐', 'currency')
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await expect(workbench.row('G-3')).toBeVisible()
  await workbench.saved()
  const stored = await workbench.storedTexts()
  expect(stored.map(texts => texts['recipient.country'])).toEqual(['US', 'AU', 'FR'])
  expect(stored.map(texts => texts['items[].currency'])).toEqual(['USD', 'USD', 'USD'])

  // The mapping was saved: the file of the next day opens at once, although the shop's files may have further columns.
  await page.goto('/orders/general/new')
  await expect(workbench.active).toBeVisible()
  await choose('해외몰_주문_다음날.csv', 'H-')
  await expect(workbench.row('H-3')).toBeVisible()
  await expect(screen).toHaveCount(0)
})

test('an unknown file is mapped once by keyboard; the next one opens at once, and only a renamed column is asked about', async ({
  workbench,
}) => {
  const { page } = workbench
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  // The code of the questions is fetched on demand; the connection breaks during that.
  const isPart = (url: URL) => url.pathname.startsWith('/_next/static/chunks/')
  await page.route(isPart, async route => {
    const response = await route.fetch()
    const asks = (await response.text()).includes('titleDrift')
    await (asks ? route.abort() : route.fulfill({ response }))
  })
  await upload(page, '우리가게 주문_20260301.csv', headings)
  await expect(page.getByRole('dialog', { name: 'Couldn’t load column matching' })).toBeVisible()
  await page.unroute(isPart)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(screen).toBeVisible()
  // Detected columns show their reason, all others are asked about.
  await expect(mappedTo(screen, '주문 번호*')).toHaveValue('Order number')
  await expect(mappedTo(screen, '배송지 주소')).toHaveValue('Recipient address (full)')
  await expect(mappedTo(screen, '우편')).toHaveValue('Recipient postal code')
  await expect(mappedTo(screen, '물건')).toHaveValue('')
  await mapHeading(screen, '누구에게', '수취인명')
  await mapHeading(screen, '물건', '品名')
  await mapHeading(screen, '몇개', 'quantity')
  await mapHeading(screen, '한개값', '단가')
  await expect(mappedTo(screen, '물건')).toHaveValue('Item name')
  const nippon = screen.getByRole('combobox', { name: 'Meaning of “닛뽄”' })
  await nippon.fill('JP')
  await page.keyboard.press('Tab')
  await expect(screen.getByRole('complementary')).toContainText('양말 · 모자')
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  expect(await importedTexts(workbench, 'items[].name')).toEqual(['양말', '모자', '가방'])
  expect(await importedTexts(workbench, 'recipient.name')).toEqual(['山田太郎', '', '髙﨑花子'])
  expect(await importedTexts(workbench, 'recipient.state')).toEqual(['東京都', '', '北海道'])
  expect(await importedTexts(workbench, 'recipient.country')).toEqual(['JP', '', 'JP'])

  // The same headings again, in another order: no question.
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await upload(page, '우리가게 주문_20260302.csv', headings)
  expect(await importedTexts(workbench, 'items[].quantity')).toEqual(['2', '1', '1'])
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // One column has another name: only this column is asked about, and its texts lead to a suggestion.
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  const changed = page.getByRole('dialog', { name: 'Some columns have changed' })
  await upload(
    page,
    '우리가게 주문_20260303.csv',
    headings.map(name => (name === '물건' ? '뭐' : name)),
  )
  await expect(changed).toBeVisible()
  await expect(changed.getByRole('combobox', { name: /^Mapping for / })).toHaveCount(1)
  await expect(changed).toContainText('was mapped from “물건”, which isn’t in this file')
  await changed.getByRole('button', { name: 'Map Item name from 뭐' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(changed).toHaveCount(0)
  await setDefaultsLater(page)
  expect(await importedTexts(workbench, 'items[].name')).toEqual(['양말', '모자', '가방'])

  // After an export, deletion and import it is the same recipe, for both names of the column.
  await workbench.saved()
  await page.goto('/settings/recipes')
  const row = page.getByRole('row', { name: /우리가게 주문/ })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Export/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('우리가게 주문.json')
  const file = await readFile(await download.path(), 'utf8')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(row).toHaveCount(0)
  const input = page.locator('input[type=file]')
  const recipeFile = (text: string) => ({
    name: 'r.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await input.setInputFiles(recipeFile(file.replace('"fields"', '"script": "1", "fields"')))
  await expect(page.locator('#main').getByRole('alert')).toContainText('contains an unknown key: script')
  await input.setInputFiles(recipeFile(file))
  await expect(row).toBeVisible()
  await page.goto('/orders/japan/new')
  await expect(workbench.active).toBeVisible()
  await upload(page, '우리가게 주문_20260304.csv', headings)
  expect(await importedTexts(workbench, 'items[].name')).toEqual(['양말', '모자', '가방'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a copied block of a shop without a recipe is matched by its headings, not pasted below the sheet’s own', async ({
  workbench,
}) => {
  const { page } = workbench
  const copied = formatTsv([
    ['관리번호(수집)', '쇼핑몰주문번호', '수취인명', '수취인주소(4)', '상품명(수집)', '수량', '판매가(수집)'],
    ['7001', 'A-1002', '山田 太郎', '東京都渋谷区神南1-19-11 パークビル4F', '양말', '2', '18,900'],
  ])
  await page.evaluate(text => navigator.clipboard.writeText(text), copied)
  await workbench.focus()
  await page.keyboard.press('Control+V')
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(mappedTo(screen, '수취인주소(4)')).toHaveValue('Recipient address (full)')
  // The dialog takes keys once it has the focus.
  await expect(screen.locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  expect(await importedTexts(workbench, 'items[].name')).toEqual(['양말'])
  expect(await importedTexts(workbench, 'recipient.city')).toEqual(['渋谷区'])
})
