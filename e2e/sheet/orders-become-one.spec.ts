import { Find } from '../support/find'
import { expect, test } from '../support/fixtures'
import { ITEM, NAME, NUMBER, Sheet, wide, withPaths } from '../support/grid'

test.use({ viewport: wide })

const rows = (...numbers: string[]) =>
  withPaths(
    [NUMBER, NAME, ITEM],
    numbers.map((number, i) => ({ [NUMBER]: number, [NAME]: `Kim ${i}`, [ITEM]: 'Cup' })),
  )

test('replacing in order numbers says which orders are one now, and undo says that they are separate again', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, rows('A-1', 'A-1-b', 'A-1-c', 'B'))
  const find = new Find(operator)
  await sheet.press('Control+H')
  await find.turn('Regular expression')
  await find.what.fill('-[bc]$')
  await expect(find.outcome).toHaveText('2 in 2 orders')
  await (await find.preview()).getByRole('button', { name: 'Replace all' }).click()
  await expect(sheet.announcement).toHaveText(
    'Replaced in 2 cells. 2 orders are now part of other orders. Undo to keep them separate.',
  )
  await sheet.press('Control+Z')
  await expect(sheet.announcement).toHaveText('Undone. 2 orders are separate again.')
  await sheet.press('Control+Y')
  await expect(sheet.announcement).toHaveText('Redone. 2 orders are part of other orders again.')
  await sheet.press('Control+Z')

  // The search, where the focus is, has found what the undo brought back.
  await expect(find.outcome).toContainText('2 orders')
  await sheet.expectAt(2, NUMBER)
  await find.panel.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(sheet.announcement).toHaveText(
    /^Replaced\. Rows with order number A-1 are now one order\. Undo to keep them separate\. .*A-1-c/,
  )
})

test('one name for all orders without a number that differ only in their names says that they are one order now', async ({
  operator,
}) => {
  const names = ['x', 'y', 'z'].map(letter => ({ [NAME]: letter.repeat(300), [ITEM]: 'Cup' }))
  const sheet = await Sheet.open(operator, withPaths([NAME, ITEM], names))
  const errors = operator.getByRole('region', { name: 'Errors' })
  await errors.getByRole('textbox', { name: 'New value for all: Recipient name' }).fill('Kim')
  await sheet.press('Enter')
  await operator.getByRole('dialog').getByRole('button', { name: 'Set all 3' }).click()
  await expect(sheet.announcement).toContainText('2 orders are now part of other orders.')
})
