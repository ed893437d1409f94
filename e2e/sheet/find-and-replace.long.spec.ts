import { Find } from '../support/find'
import { expect, test } from '../support/fixtures'
import { ITEM, NAME, NUMBER, Sheet, withPaths } from '../support/grid'

const lines = Array.from({ length: 12 }, (_, i) => ({
  [NUMBER]: `F${i >> 1}`,
  [NAME]: i < 4 ? '山田 太郎' : '김민수',
  [ITEM]: i % 3 === 0 ? `Wallet ${i}` : i === 7 ? `${'a'.repeat(40)}!` : `Belt ${i}`,
}))
const block = withPaths([NUMBER, NAME, ITEM], lines)

test('a hit is reached and replaced by one act, and one undo reverts it', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  const find = new Find(operator)
  // No key is lost while the focus moves to the field.
  await sheet.press('Control+F')
  await sheet.type('wallet')
  await expect(find.what).toHaveValue('wallet')
  await expect(find.outcome).toHaveText('4 in 4 orders')
  await sheet.press('Enter', 'Enter')
  await expect(find.outcome).toHaveText('2 of 4 in 4 orders')
  await sheet.expectAt(4, ITEM)
  await sheet.expectInView(4, ITEM)
  await expect(find.what).toBeFocused()
  await sheet.press('Shift+Enter', 'Shift+Enter')
  await sheet.expectAt(10, ITEM)
  await sheet.press('Escape')
  await expect(find.panel).toBeHidden()
  await expect(sheet.editor).toBeFocused()
  await sheet.expectAt(10, ITEM)

  await sheet.press('Control+H')
  await find.by.fill('Purse $1')
  await find.turn('Regular expression')
  await find.what.fill(String.raw`^wallet (\d)$`)
  await expect(find.outcome).toHaveText('4 of 4 in 4 orders')
  const preview = await find.preview()
  await expect(preview.getByRole('listitem')).toHaveText([
    /F0 · Item nameWallet 0.*Purse 0/,
    /Wallet 3.*Purse 3/,
    /Wallet 6.*Purse 6/,
    /Wallet 9.*Purse 9/,
  ])
  await expect(preview.getByRole('button', { name: 'Replace all' })).toBeFocused()
  await preview.getByRole('checkbox').nth(1).uncheck()
  await preview.getByRole('button', { name: 'Replace all' }).click()
  await expect(sheet.announcement).toHaveText('Replaced in 3 cells.')
  await sheet.expectTexts(ITEM, 1, ['Purse 0', 'Belt 1', 'Belt 2', 'Wallet 3'])
  await expect(find.outcome).toHaveText('1 in 1 order')
  // The button has the focus, but the sheet handles the key.
  await sheet.press('Control+Z')
  await sheet.expectTexts(ITEM, 1, ['Wallet 0', 'Belt 1', 'Belt 2', 'Wallet 3'])
  await expect(sheet.cell(10, ITEM)).toHaveText('Wallet 9')
})

test('an invalid or endless expression is reported, and the page keeps working', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  const find = new Find(operator)
  await sheet.press('Control+F')
  await find.turn('Regular expression')
  await find.what.fill('(')
  await expect(find.outcome).toContainText('Invalid regular expression')
  await find.what.fill('^(a+)+$')
  await expect(find.outcome).toHaveText('Searching…')
  // While the expression runs endlessly, the sheet works.
  await sheet.goTo(2, NAME)
  await sheet.type('Kim')
  await sheet.press('Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('Kim')
  await expect(find.outcome).toContainText('The search was stopped')
})

test('the search stays inside its scope, and a step to a hidden hit clears the filter', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, block)
  const find = new Find(operator)
  await sheet.goTo(1, NAME)
  await sheet.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+F')
  await sheet.type('山田')
  // The second line of an order repeats the text of the first.
  await expect(find.outcome).toHaveText('1 of 2 in 2 orders')
  await find.lookIn('Whole sheet')
  await find.what.fill('F')
  await expect(find.outcome).toHaveText('6 in 6 orders')
  await find.lookIn('Column Recipient name')
  await expect(find.outcome).toHaveText('Not found.')
  await find.what.fill('김')
  await expect(find.outcome).toHaveText('4 in 4 orders')
  const all = String(await sheet.grid.getAttribute('aria-rowcount'))
  await operator.getByRole('button', { name: /^Ready/ }).click()
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '2')
  await sheet.press('F3')
  await expect(sheet.active).toHaveText('김민수')
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', all)
  // Even after the panel is closed.
  await sheet.press('Escape', 'F3')
  await expect(sheet.announcement).toHaveText(/^\d of 4/)
})

test('Ctrl+G goes to an order by a part of its number, or by its position', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  await sheet.press('Control+G')
  await sheet.type('4')
  await expect(operator.getByRole('option')).toHaveText(['5F4김민수'])
  await sheet.press('Enter')
  await sheet.expectAt(9, NUMBER)
  await expect(sheet.editor).toBeFocused()
  await operator.getByRole('button', { name: /^Ready/ }).click()
  await sheet.press('Control+G')
  await sheet.type('#2')
  await sheet.press('Enter')
  await expect(sheet.active).toHaveText('F1')
  await operator.getByRole('button', { name: 'Order 2 of 6' }).click()
  await sheet.type('no such')
  await expect(operator.getByRole('dialog')).toContainText('No order matches.')
  await sheet.press('Escape')
  await expect(sheet.editor).toBeFocused()
})

test('a question mark shows the keys, and is also a text', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  const keys = operator.getByRole('region', { name: 'Keyboard shortcuts' })
  await sheet.type('?')
  await expect(keys).toBeVisible()
  await expect(sheet.editor).toHaveValue('?')
  await sheet.type('!')
  await expect(keys).toBeHidden()
  await sheet.press('Enter')
  await expect(sheet.cell(1, NUMBER)).toHaveText('?!')
  await sheet.type('?')
  await sheet.press('Escape')
  await expect(keys).toBeVisible()
  await expect(sheet.cell(2, NUMBER)).toBeEmpty()
  await sheet.press('F1')
  await sheet.type('fill')
  await expect(keys.getByRole('term')).not.toHaveCount(0)
  await expect(keys.getByRole('term').filter({ hasText: 'Undo' })).toHaveCount(0)
  await sheet.press('Escape')
  await expect(keys).toBeHidden()
  await expect(sheet.editor).toBeFocused()
})
