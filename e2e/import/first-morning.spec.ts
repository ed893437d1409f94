import type { Locator, Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { makeConnection } from '../support/connections'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { setDefaultsLater } from './missing-defaults'

// Presets and products are shared by a server, and no other test is to be filled from those of these shops.
test.use({ serverFor: 'first morning' })
test.slow()

const connection = 'One warehouse'

/**
 * The own columns of shops: nothing of a sender, a warehouse, a parcel or a customs declaration. One
 * heading is unknown.
 */
const korean = [
  '주문 번호*',
  '받는 사람',
  '받는 분 전화',
  '우편',
  '배송지 주소',
  '상세주소',
  'SKU',
  '상품명',
  '수량',
  '단가',
  '통화',
]
const japanese = [
  '注文番号',
  'お届け先氏名',
  'お届け先電話番号',
  '郵便番号',
  'お届け先住所',
  '建物名',
  '商品コード',
  '商品名',
  '数量',
  '単価',
  '通貨',
]
const headings: Readonly<Record<string, readonly string[]>> = {
  Hana: [...korean, '한마디'],
  Duri: [...japanese, 'ひとこと欄'],
  // Too unlike the others for their saved mappings.
  Sena: [...japanese.map((heading, at) => (at % 2 === 1 ? (korean[at] ?? heading) : heading)), '한마디'],
}

const people = [
  ['山田太郎', '090-1234-5678', '150-0041', '東京都渋谷区神南1-19-11', '4F'],
  ['鈴木花子', '080-9876-5432', '060-0001', '北海道札幌市中央区北一条西2-1', '201'],
  ['佐藤健', '090-2222-3333', '530-0001', '大阪府大阪市北区梅田3-1-3', '1205'],
]

/** Three orders of a day; the shop names itself in its order numbers, and its products. */
const csv = (shop: string, day: number) => {
  const rows = people.map((person, at) => {
    const code = `${shop}-${at + 1}`
    return [`${shop}-${day}-${at + 1}`, ...person, code, `양말 ${code}`, '2', '1200', 'JPY', '급해요']
  })
  const own = headings[shop] ?? []
  return {
    name: `${shop} 주문_2026110${day}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([own, ...rows].map(row => row.join(',')).join('\r\n')),
  }
}

/** Item details as the shop keeps them in a spreadsheet: code, weight, origin, image. */
const details = (shop: string) =>
  [3, 1, 2].map(at => `${shop}-${at}\t0.${at}\tKR\thttps://shop.example/${at}.jpg`).join('\n')

/** Counts what an operator does: a click, a shortcut, or a text that is typed into a field. */
class Actions {
  count = 0
  async do(act: () => Promise<unknown>): Promise<void> {
    this.count++
    await act()
  }
}

/** How the acts of a morning are done. */
interface Way {
  readonly shop: string
  upload(page: Page, file: ReturnType<typeof csv>): Promise<unknown>
  fill(field: Locator, text: string): Promise<unknown>
  press(button: Locator): Promise<unknown>
  check(workbench: Workbench): Promise<unknown>
}

async function typeInto(field: Locator, text: string) {
  await tabTo(field)
  await field.page().keyboard.press('Control+A')
  await field.page().keyboard.type(text)
}

/** Moves the focus to a control by Tab, which is not an act of its own. From the sheet it goes up, to what is above. */
async function tabTo(control: Locator) {
  const page = control.page()
  const isAbove = (await page.getByRole('dialog').count()) === 0
  if (isAbove) await page.keyboard.press('Control+Home')
  const isThere = () => control.evaluate(element => element === document.activeElement)
  for (let step = 0; step < 60 && !(await isThere()); step++)
    await page.keyboard.press(isAbove ? 'Shift+Tab' : 'Tab')
  expect(await isThere(), 'reached by Tab').toBe(true)
}

/** Opens a new draft on a connection. */
async function openNewOn(page: Page, connection: string): Promise<Workbench> {
  const workbench = await Workbench.openNew(page)
  await workbench.choose(connection)
  await workbench.focus()
  return workbench
}

const byPointer: Way = {
  shop: 'Hana',
  upload: (page, file) => page.locator('input[type=file]').setInputFiles(file),
  fill: (field, text) => field.fill(text),
  press: button => button.click(),
  check: workbench => workbench.checkButton.click(),
}

const byKeyboard: Way = {
  shop: 'Duri',
  async upload(page, file) {
    const chooser = page.waitForEvent('filechooser')
    const button = page.getByRole('button', { name: 'Upload file' })
    await tabTo(button)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(file)
  },
  fill: typeInto,
  async press(button) {
    await tabTo(button)
    await button.page().keyboard.press('Enter')
  },
  check: ({ page }) => page.keyboard.press('F9'),
}

for (const [name, way] of [
  ['first morning with my own file, and the second morning', byPointer],
  ['first morning with my own file, and the second morning, using only the keyboard', byKeyboard],
] as const) {
  test(name, async ({ connection: proxied, faults, operator: page }) => {
    const { shop } = way
    await makeConnection(
      page,
      { ...proxied, name: `${connection} ${shop}`, baseUrl: faults.url },
      { warehouses: '1 Gimpo' },
    )
    const workbench = await openNewOn(page, `${connection} ${shop}`)

    await test.step('first morning with my own file', async () => {
      const actions = new Actions()
      await actions.do(() => way.upload(page, csv(shop, 1)))
      const mapping = page.getByRole('dialog', { name: 'Match columns' })
      // The dialog takes keys once it has the focus.
      await expect(mapping.locator(':focus')).toBeVisible()
      await actions.do(() => page.keyboard.press('Control+Enter'))
      const dialog = page.getByRole('dialog', { name: /fields are never in your shop’s export/ })
      await expect(dialog).toBeVisible()
      // The contract's fields, with what is known: the only warehouse, a sale without a declaration.
      await expect(dialog).toContainText('11 fields are never in your shop’s export. Set them once.')
      await expect(dialog.getByRole('combobox', { name: 'Warehouse' })).toHaveText('1 · Gimpo')
      await expect(dialog.getByRole('combobox', { name: 'Export purpose' })).toContainText('COMMERCIAL')
      await expect(dialog.getByRole('combobox', { name: 'Export declaration' })).toHaveText('No')
      await expect(dialog.getByLabel('Package weight')).toBeFocused()
      await expectFlawless(page, 'the question for missing fields', { within: '[role=dialog]' })

      await actions.do(() => way.fill(dialog.getByLabel('Package weight'), '0.5'))
      await actions.do(() => way.fill(dialog.getByLabel('Sender name'), 'Hanbit Store'))
      await actions.do(() => way.fill(dialog.getByLabel('Sender contact'), '02-1234-5678'))
      await page.evaluate(copied => navigator.clipboard.writeText(copied), details(shop))
      await actions.do(() => page.keyboard.press('Control+V'))
      await expect(dialog.getByLabel(`Item weight of ${shop}-3`)).toHaveValue('0.3')
      await actions.do(() => way.press(dialog.getByRole('button', { name: 'Apply and check' })))
      await expect(workbench.announcement).toContainText('3 orders passed.')
      // It is saved as a preset already.
      await expect(page.getByRole('button', { name: 'Remember this…' })).toHaveCount(0)
      await actions.do(() => way.press(workbench.registerButton))
      await expect(workbench.announcement).toContainText('3 orders registered.')
      expect(actions.count).toBeLessThanOrEqual(8)
    })

    await test.step('second morning', async () => {
      await openNewOn(page, `${connection} ${shop}`)
      const actions = new Actions()
      await actions.do(() => way.upload(page, csv(shop, 2)))
      await expect(workbench.row(`${shop}-2-3`)).toBeVisible()
      await actions.do(() => way.check(workbench))
      await expect(workbench.announcement).toContainText('3 orders passed.')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Set once…' })).toHaveCount(0)
      await actions.do(() => way.press(workbench.registerButton))
      await expect(workbench.announcement).toContainText('3 orders registered.')
      expect(actions.count).toBeLessThanOrEqual(3)
    })
  })
}

test('what was put off is offered where it is missed, set for this import only, and undone in one step', async ({
  workbench,
}) => {
  const { page } = workbench
  const file = csv('Sena', 1)
  await byPointer.upload(page, file)
  await expect(page.getByRole('dialog', { name: 'Match columns' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: /never in your shop’s export/ })).toBeVisible()
  await setDefaultsLater(page)
  await workbench.saved()
  const before = await workbench.storedTexts()

  // No screen says that a value comes from what does not exist.
  const summary = page.getByRole('region', { name: `Import summary of ${file.name}` })
  await summary.getByRole('button', { name: 'Details' }).click()
  const incoterms = summary.getByRole('listitem').filter({ hasText: 'Incoterms' })
  await expect(incoterms).toContainText('empty in every row')
  await expect(summary).not.toContainText(/preset|product catalog/)
  const empty = summary.getByRole('listitem').filter({ hasText: 'empty in every row' })
  const missing = await empty.count()
  expect(missing).toBeGreaterThan(5)
  await expect(summary).toContainText(` ${missing} required columns missing`)

  // The summary offers it, so the panel does not.
  await expect(page.getByRole('button', { name: 'Set once…' })).toHaveCount(1)
  await summary.getByRole('button', { name: 'Set once…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /never in your shop’s export/ })
  await dialog.getByLabel('Package weight').fill('heavy')
  await dialog.getByLabel('Item weight of Sena-2').fill('1O')
  await dialog.getByRole('button', { name: 'Apply to 3 orders' }).click()
  await expect(dialog.getByText('“heavy” isn’t a valid number')).toBeVisible()
  await expect(dialog.getByLabel('Item weight of Sena-2')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Package weight')).toBeFocused()
  expect(await workbench.storedTexts()).toEqual(before)

  await dialog.getByLabel('Package weight').fill('0.5kg')
  await dialog.getByRole('button', { name: /: 0\.5$/ }).click()
  await expect(dialog.getByLabel('Package weight')).toHaveValue('0.5')
  await dialog.getByLabel('Item weight of Sena-2').fill('0.2')
  await expect(dialog.getByText('isn’t a valid number')).toHaveCount(0)
  await expect(dialog.getByLabel('Item weight of Sena-2')).not.toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Same Item weight for all items' }).click()
  await expect(dialog.getByLabel('Item weight of Sena-3')).toHaveValue('0.2')
  await dialog.getByRole('checkbox', { name: /every import of this shop/ }).uncheck()
  await dialog.getByRole('button', { name: 'Apply to 3 orders' }).click()
  await expect(workbench.announcement).toContainText('cells filled. You can undo this.')
  await expect(incoterms).toContainText('filled in')
  const left = await empty.count()
  expect(left).toBeLessThan(missing)
  await expect(summary).toContainText(` ${left} required columns missing`)
  const weight = await workbench.goTo(workbench.row('Sena-1-1'), 'packageInfo.actualWeight')
  await expect(weight).toHaveAccessibleDescription(/Set once for this import/)

  await page.keyboard.press('Control+Z')
  await workbench.saved()
  expect(await workbench.storedTexts()).toEqual(before)
  await expect(summary).toContainText(` ${missing} required columns missing`)
  await page.goto('/settings/presets')
  await expect(page.getByRole('row', { name: /Sena/ })).toHaveCount(0)
})
