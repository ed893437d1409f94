import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'

test('three shop orders are merged into one parcel and split again, and lines become an order of their own', async ({
  workbench,
}) => {
  const { page } = workbench
  const recipient = {
    'recipient.name': '山田 太郎',
    'recipient.zipCode': '150-0041',
    'recipient.state': '東京都',
    'recipient.city': '渋谷区',
    'recipient.address': '神南1-19-11',
    'recipient.addressDetail': 'パークビル 4F',
  }
  const orders = freshOrders(4).map((order, i) => (i === 2 ? order : { ...order, ...recipient }))
  const [a, b, c, d] = orders.map(numberOf)
  await workbench.paste(block(orders))
  const numbers = async () => {
    await workbench.saved()
    return (await workbench.storedTexts()).map(line => line[NUMBER])
  }
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  // By keyboard: the first two orders, under the number of the second.
  await workbench
    .row(a ?? '')
    .getByRole('rowheader')
    .click()
  await page.keyboard.press('Shift+ArrowDown')
  await act('Merge orders…')
  const dialog = page.getByRole('dialog', { name: 'Merge 2 orders into one parcel' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await dialog.getByRole('radio', { name: b ?? '' }).check()
  await dialog.getByRole('button', { name: 'Merge 2 orders' }).press('Enter')
  await expect(workbench.announcement).toContainText(`2 orders merged into ${b}.`)
  expect(await numbers()).toEqual([b, b, c, d])
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()

  await act('Unmerge order')
  expect(await numbers()).toEqual([a, b, c, d])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect(await numbers()).toEqual([a, b, c, d])

  // All orders to the same address at once.
  await act('Orders to the same address…')
  const same = page.getByRole('dialog', { name: 'Orders to the same address' })
  await expect(same).toContainText(`${a} · ${b} · ${d}`)
  await same.getByRole('button', { name: 'Merge into 1 parcel' }).click()
  await expect(workbench.announcement).toContainText('3 orders merged into 1 parcel.')
  expect(await numbers()).toEqual([a, a, a, c])
  await workbench.reload()

  // One line becomes a separate order, under the shop's number; by keyboard, and back.
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const key of ['ArrowDown', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key)
  await workbench.chooseTool('Split selected rows into a new order')
  await expect(workbench.announcement).toContainText(`Selected rows are now order ${d}.`)
  expect(await numbers()).toEqual([a, a, d, c])
  await expect(page.locator('.grid-overlay textarea')).toBeFocused()
  await page.keyboard.press('Control+z')
  expect(await numbers()).toEqual([a, a, a, c])
  await page.keyboard.press('Control+y')
  expect(await numbers()).toEqual([a, a, d, c])
})
