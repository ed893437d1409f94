import type { Texts } from '@/lib/sheet/schema/line'
import { expectFlawless } from '../support/axe'
import { freshOrders, numberOf } from '../support/blocks'
import { Files } from '../support/files'
import { Find } from '../support/find'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { deleteRules, remember, ruleButton, shopFile } from './import-rules'

// Rules are shared by a server, and no other test is to be changed by these.
test.use({ serverFor: 'import rules' })
test.slow()

const NAME = 'items[].name'
const CODE = 'items[].itemCode'
const STATE = 'recipient.state'

test.describe('a correction', () => {
  test.afterEach(({ operator }) => deleteRules(operator))

  test('is remembered, and the second morning asks nothing; the rules are undone in one step', async ({
    workbench,
  }) => {
    const { page } = workbench
    const files = new Files(workbench)
    const [first = {}, second = {}] = freshOrders(2)
    const damaged = (lines: readonly Texts[]) => lines.map(line => ({ ...line, [STATE]: 'Tokyo-to Japan' }))
    await files.choose(shopFile('monday.csv', damaged([first, second])))
    await files.importedSummary('monday.csv')
    await workbench.saved()
    await expect(page.getByRole('button', { name: 'Remember this…' })).toHaveCount(0)
    await workbench.write(workbench.row(numberOf(first)), STATE, '東京都')

    await page.keyboard.press('Alt+R')
    const dialog = page.getByRole('dialog', { name: 'Remember this correction' })
    await expect(dialog.getByRole('radio', { name: /^The same value/ })).toBeChecked()
    await expect(dialog).toContainText('is “Tokyo-to Japan” → set')
    await expect(dialog.getByRole('status')).toHaveText('In this import it would have changed 2 cells.')
    await expect(dialog.getByRole('combobox', { name: 'Apply to' })).toBeVisible()
    await expectFlawless(page, 'the question what to remember', { within: '[role=dialog]' })
    // One click saves it.
    await expect(dialog.getByRole('button', { name: 'Remember', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(workbench.announcement).toContainText('Rule saved.')
    await expect(page.getByRole('button', { name: 'Remember this…' })).toHaveCount(0)
    await workbench.saved()

    const again = await Workbench.openNew(page)
    const later = freshOrders(2)
    await new Files(again).choose(shopFile('tuesday.csv', damaged(later)))
    const summary = await new Files(again).importedSummary('tuesday.csv')
    await expect(summary).toContainText('1 rule changed 2 cells')
    const cell = await again.goTo(again.row(numberOf(later[0])), STATE)
    await expect(cell).toHaveText('東京都')
    await expect(cell).toHaveAccessibleDescription(/Changed by rule “.+”\. “Tokyo-to Japan” in the file\./)
    await expect(page.locator('[data-trace]')).toContainText('changed by rule')
    await summary.getByRole('button', { name: 'Details' }).click()
    await expect(summary.getByRole('listitem').filter({ hasText: 'Tokyo-to Japan' })).toContainText('2 cells')
    await expectFlawless(page, 'an import that rules changed', {
      within: '[aria-label="Import summary of tuesday.csv"]',
    })

    await ruleButton(summary, 'Undo rules').click()
    await expect(summary).toContainText('Import rules weren’t applied to this import.')
    await again.saved()
    expect((await again.storedTexts()).map(line => line[STATE])).toEqual(['Tokyo-to Japan', 'Tokyo-to Japan'])
    await page.keyboard.press('Control+Z')
    await again.saved()
    expect((await again.storedTexts()).map(line => line[STATE])).toEqual(['東京都', '東京都'])
  })

  test('is counted as soon as the file is on the server, however long that takes', async ({ workbench }) => {
    const { page } = workbench
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/sources/*/parts/*', async route => {
      await released
      await route.continue()
    })
    const [order = {}] = freshOrders(1)
    await new Files(workbench).choose(shopFile('slow.csv', [{ ...order, [STATE]: 'Tokyo-to Japan' }]))
    await new Files(workbench).importedSummary('slow.csv')
    await workbench.saved()
    await workbench.write(workbench.row(numberOf(order)), STATE, '東京都')
    await page.keyboard.press('Alt+R')
    const counted = page.getByRole('dialog', { name: 'Remember this correction' }).getByRole('status')
    await expect(counted).toHaveText('Counting the cells in this import…')
    release()
    await expect(counted).toHaveText('In this import it would have changed 1 cell.')
  })

  test('of one cell is applied to the rest of the import, except for what was typed', async ({
    workbench,
  }) => {
    const { page } = workbench
    const files = new Files(workbench)
    const orders = freshOrders(3)
    await files.choose(
      shopFile(
        'names.csv',
        orders.map(line => ({ ...line, [NAME]: `[SALE] ${line[NAME]}` })),
      ),
    )
    await files.importedSummary('names.csv')
    await workbench.write(workbench.row(numberOf(orders[1])), NAME, 'typed by hand')
    await workbench.write(workbench.row(numberOf(orders[0])), NAME, orders[0]?.[NAME] ?? '')
    expect(await remember(page, /^Every value with this part/)).toContain('3 cells')
    await page.getByRole('button', { name: 'Apply to this import' }).click()
    await expect(files.summary('names.csv')).toContainText('1 rule changed 3 cells')
    await workbench.saved()
    expect((await workbench.storedTexts()).map(line => line[NAME])).toEqual([
      orders[0]?.[NAME],
      'typed by hand',
      orders[2]?.[NAME],
    ])
  })
})

const ORIGIN = 'items[].originCountry'
const CONTACT = 'recipient.contact'
const ZIP = 'recipient.zipCode'
const ADDRESS = 'recipient.address'
const DETAIL = 'recipient.addressDetail'
const PRICE = 'items[].price'
const RECIPIENT = 'recipient.name'
const INCOTERMS = 'orderInfo.incoterms'
const WAREHOUSE = 'warehouseId'
const PURPOSE = 'orderInfo.exportPurpose'

/** Four orders of a morning, and the same with the twelve defects of this shop. */
function morning() {
  const clean = freshOrders(4)
  const [a = {}, b = {}, c = {}, d = {}] = clean
  const wide = (text = '') =>
    text.replaceAll(/[0-9-]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const labelled = (line: Texts): Texts => ({ ...line, [NAME]: `[당일발송] ${line[NAME]}` })
  const damaged: Texts = {
    ...a,
    [CONTACT]: a[CONTACT]?.replace(/^0/, '') ?? '',
    [ZIP]: wide(a[ZIP]),
    [STATE]: '東京',
    [ADDRESS]: `${a[ADDRESS]}/${a[DETAIL]}`,
    [DETAIL]: '',
  }
  const lines: Texts[] = [
    labelled(damaged),
    { ...damaged, [NAME]: '선물포장', [CODE]: '' },
    labelled({
      ...b,
      [ORIGIN]: '메이드인코리아',
      [PRICE]: `${b[PRICE]}円`,
      [RECIPIENT]: `${b[RECIPIENT]} 様`,
    }),
    labelled({ ...c, [INCOTERMS]: '관세포함', [WAREHOUSE]: '김포창고' }),
    labelled({ ...d, [PURPOSE]: '' }),
  ]
  return { clean, lines }
}

const shown = (lines: readonly Readonly<Record<string, string>>[]) =>
  lines.map(line =>
    [NAME, CONTACT, ZIP, STATE, ADDRESS, DETAIL, ORIGIN, PRICE, RECIPIENT, INCOTERMS, WAREHOUSE, PURPOSE].map(
      column => line[column] ?? '',
    ),
  )

test('five mornings of one shop with the same twelve defects: from the second one on, nothing is corrected again', async ({
  operator: page,
}) => {
  test.setTimeout(600_000)
  await test.step('the first morning: each correction is made once, and remembered', async () => {
    const { clean, lines } = morning()
    const [a = {}, b = {}, c = {}, d = {}] = clean
    const workbench = await Workbench.openNew(page)
    const files = new Files(workbench)
    await files.choose(shopFile('morning 1.csv', lines))
    await files.importedSummary('morning 1.csv')
    await workbench.saved()
    let corrections = 0
    const kept = async (way?: RegExp) => {
      corrections++
      await remember(page, way)
    }

    const fixes = page.getByRole('region', { name: 'Suggested fixes' }).getByRole('button', { name: /^Fix/ })
    await expect(fixes).toHaveCount(5)
    for (let left = 5; left > 0; left--) {
      await fixes.first().click()
      await expect(fixes).toHaveCount(left - 1)
      await kept()
    }
    const write = (order: Texts, column: string) =>
      workbench.write(workbench.row(numberOf(order)), column, order[column] ?? '')
    await write(a, ADDRESS)
    await write(a, DETAIL)
    await kept(/^Every value with this separator/)
    await write(b, ORIGIN)
    await kept()
    await write(c, INCOTERMS)
    await kept()
    await write(c, WAREHOUSE)
    await kept()
    await write(d, PURPOSE)
    await kept(/^Every blank cell/)

    await page.keyboard.press('Control+H')
    const find = new Find(page)
    await find.what.fill('[당일발송] ')
    await expect(find.outcome).toContainText('4')
    const preview = await find.preview()
    await preview.getByRole('button', { name: 'Replace all' }).click()
    await page.keyboard.press('Escape')
    await kept()

    const wrapping = await workbench.rowBelow(workbench.row(numberOf(a)), 1)
    await workbench.goTo(wrapping, NAME)
    await page.keyboard.press('Control+Alt+-')
    await kept()

    expect(corrections).toBe(12)
    await workbench.saved()
    expect(shown(await workbench.storedTexts())).toEqual(shown(clean))
    expect(await workbench.check()).toContain('4 orders passed.')
  })

  for (const day of [2, 3, 4, 5]) {
    await test.step(`morning ${day}: the file is uploaded and checked, and nothing else is done`, async () => {
      const { clean, lines } = morning()
      const workbench = await Workbench.openNew(page)
      const files = new Files(workbench)
      await files.choose(shopFile(`morning ${day}.csv`, lines))
      const summary = await files.importedSummary(`morning ${day}.csv`)
      await expect(summary).toContainText('11 rules changed 15 cells')
      await expect(summary).toContainText('items of 1 order skipped by a rule')
      await workbench.saved()
      expect(shown(await workbench.storedTexts())).toEqual(shown(clean))
      expect(await workbench.check()).toContain('4 orders passed.')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Suggested fixes' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Remember this…' })).toHaveCount(0)
    })
  }
  await deleteRules(page)
})
