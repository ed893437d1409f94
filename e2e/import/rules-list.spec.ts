import { readFile } from 'node:fs/promises'
import { expectFlawless } from '../support/axe'
import { freshOrders, numberOf } from '../support/blocks'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'
import { deleteRules, remember, shopFile } from './import-rules'

// Rules are shared by a server, and no other test is to be changed by these.
test.use({ serverFor: 'rules list' })
test.slow()

const NAME = 'items[].name'
const STATE = 'recipient.state'

test('rules are listed in their order, tested, changed, disabled, shared as a file and deleted', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const orders = freshOrders(3).map(line => ({ ...line, [STATE]: 'Kanto', [NAME]: 'Wallet (gift)' }))
  await files.choose(shopFile('list.csv', orders))
  await files.importedSummary('list.csv')
  await workbench.saved()
  await workbench.write(workbench.row(numberOf(orders[0])), STATE, '東京都')
  await remember(page)
  await workbench.write(workbench.row(numberOf(orders[0])), NAME, 'Wallet')
  await remember(page, /^Every value with this part/)
  await workbench.saved()

  await page.goto('/settings/rules')
  const table = page.getByRole('table', { name: 'Import rules' })
  const rules = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rules).toHaveCount(2)
  await expect(rules.nth(0)).toContainText('is “Kanto” → set')
  await expect(rules.nth(1)).toContainText('Remove “ (gift)” from')
  await expectFlawless(page, 'the list of rules')

  await test.step('the order', async () => {
    await rules
      .nth(1)
      .getByRole('button', { name: /^Move .+ up$/ })
      .click()
    await expect(rules.nth(0)).toContainText('Remove “ (gift)” from')
    await expect(rules.nth(0).getByRole('button', { name: /^Move .+ up$/ })).toBeDisabled()
  })

  await test.step('a test with the last import', async () => {
    await rules
      .nth(0)
      .getByRole('button', { name: /^Test / })
      .click()
    const dialog = page.getByRole('dialog', { name: /^Test “/ })
    await expect(dialog.getByRole('status')).toContainText('Changes 3 cells.')
    await expect(dialog.getByRole('table', { name: 'Examples' })).toContainText('Wallet (gift)')
    await expect(dialog).toContainText('list.csv')
    await expectFlawless(page, 'a test of a rule', { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a change', async () => {
    await rules
      .nth(1)
      .getByRole('button', { name: /^Edit / })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit rule' })
    await expectFlawless(page, 'the form of a rule', { within: '[role=dialog]' })
    const values = dialog.getByRole('textbox', { name: 'Condition 1: Value' })
    await values.fill('')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Fill in every value of the rule.')
    // A list is replaced by another one.
    await values.fill('Kanto\nKansai')
    await values.press('Control+A')
    await page.keyboard.press('Delete')
    await expect(values).toBeFocused()
    await page.evaluate(copied => navigator.clipboard.writeText(copied), 'Tohoku\nKanto')
    await page.keyboard.press('Control+V')
    await expect(values).toHaveValue('Tohoku\nKanto')
    await values.fill('Kanto')
    await dialog.getByLabel('Name').fill('Prefecture of Tokyo')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(rules.nth(1)).toContainText('Prefecture of Tokyo')
  })

  await test.step('a disabled rule changes no import', async () => {
    await page.getByRole('button', { name: 'Turn off Prefecture of Tokyo' }).click()
    await expect(rules.nth(1)).toContainText('Off')
    const other = await Workbench.openNew(page)
    const [order = {}] = freshOrders(1)
    await new Files(other).choose(
      shopFile('disabled.csv', [{ ...order, [STATE]: 'Kanto', [NAME]: 'Wallet (gift)' }]),
    )
    await expect(await new Files(other).importedSummary('disabled.csv')).toContainText(
      '1 rule changed 1 cell',
    )
    await other.saved()
    expect(await other.storedTexts()).toMatchObject([{ [STATE]: 'Kanto', [NAME]: 'Wallet' }])
  })

  await test.step('a file for another workspace', async () => {
    await page.goto('/settings/rules')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export all' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    await page.getByRole('button', { name: 'Delete Prefecture of Tokyo' }).press('Enter')
    await expect(rules).toHaveCount(1)
    // The list has the focus in the place of the button that is gone.
    await expect(page.locator(':focus')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(rules.getByRole('button', { name: /^Move .+ (up|down)$/ }).first()).toBeFocused()
    const changed = text.replace('"by": ""', '"by": "!"')
    await page.locator('input[type=file]').setInputFiles({
      name: 'rules.json',
      mimeType: 'application/json',
      buffer: Buffer.from(changed),
    })
    const dialog = page.getByRole('dialog', { name: 'Import rules from rules.json' })
    await expect(dialog.getByRole('listitem')).toContainText([
      /Replaces an existing rule/,
      /Prefecture of Tokyo.*New/,
    ])
    await expectFlawless(page, 'rules of a file', { within: '[role=dialog]' })
    await dialog.getByRole('button', { name: 'Import 2 rules' }).click()
    await expect(rules).toHaveCount(2)
    await expect(rules.nth(0)).toContainText('Replace “ (gift)” with “!”')
    await expect(rules.nth(1)).toContainText('Off')
  })

  await test.step('a deletion that is undone', async () => {
    await rules
      .nth(0)
      .getByRole('button', { name: /^Delete / })
      .click()
    await expect(rules).toHaveCount(1)
    const deleted = page.getByLabel(/^Rule “Remove .+ deleted\./)
    await deleted.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(rules).toHaveCount(2)
    await expect(rules.nth(0)).toContainText('Replace “ (gift)” with “!”')
  })
  await deleteRules(page)
  await expect(page.getByText('No rules yet.')).toBeVisible()
})
