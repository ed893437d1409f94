import { sheets } from '@/lib/sheet/schema/sheets'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

const IMPORTER = 'recipient.importerJapaneseName'

test('orders to Japan are converted to general orders and back with the same texts', async ({
  workbench,
}) => {
  const odd = [{ 'recipient.name': '髙﨑 𠮷' }, { 'items[].price': '1O.5' }]
  const orders = freshOrders(4).map((order, i) => ({ ...order, ...odd[i] }))
  await workbench.name('Qoo10')
  await workbench.paste(block(orders))
  const texts = await workbench.storedTexts()
  const first = workbench.page.url()

  const question = await workbench.askToCarryOver('General orders')
  await expect(question).toContainText('Creates a new draft with 4 orders in 4 rows.')
  await expect(question.getByRole('region', { name: 'Not used in the new draft' })).toContainText('Importer')
  await question.getByRole('button', { name: 'Convert', exact: true }).click()
  await workbench.page.waitForURL(/orders\/general\/[0-9a-v]{12}$/)

  const general = new Workbench(workbench.page, sheets['orders/general'])
  await expect(general.active).toBeVisible()
  await expect(general.page.getByRole('textbox', { name: 'Draft name' })).toHaveValue(
    'Qoo10 · General orders',
  )
  expect(await general.storedTexts()).toEqual(texts)

  // An edit there does not change hidden columns.
  await general.write(general.row(numberOf(orders[1])), 'recipient.name', 'Yamada')
  await general.saved()
  const back = await general.askToCarryOver('Japan orders')
  await expect(back.getByRole('region', { name: 'Restored in the new draft' })).toContainText('Importer')
  await back.getByRole('button', { name: 'Convert', exact: true }).click()
  await general.page.waitForURL(/orders\/japan\/[0-9a-v]{12}$/)
  expect(general.page.url()).not.toBe(first)
  await expect(workbench.active).toBeVisible()
  const edited = texts.map((line, i) => (i === 1 ? { ...line, 'recipient.name': 'Yamada' } : line))
  expect(await workbench.storedTexts()).toEqual(edited)
  await expect(workbench.page.getByRole('textbox', { name: 'Draft name' })).toHaveValue(
    'Qoo10 · Japan orders',
  )
})

test('registered orders stay behind by default', async ({ workbench }) => {
  const orders = freshOrders(3).map((order, i) => (i === 2 ? { ...order, warehouseId: '77' } : order))
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 of 3 orders passed. 1 has errors.')
  expect(await workbench.register()).toContain('2 orders registered.')
  const question = await workbench.askToCarryOver('General orders')
  await expect(question).toContainText('Creates a new draft with 1 order in 1 row.')
  await question.getByRole('radio', { name: /^All 3 orders/ }).check()
  await expect(question).toContainText('Creates a new draft with 3 orders in 3 rows.')
  await question.getByRole('radio', { name: 'The order not yet registered' }).check()
  await question.getByRole('button', { name: 'Convert', exact: true }).click()
  await workbench.page.waitForURL(/orders\/general\//)
  const general = new Workbench(workbench.page, sheets['orders/general'])
  await expect(general.active).toBeVisible()
  const carried = await general.storedTexts()
  expect(carried.map(numberOf)).toEqual([numberOf(orders[2])])
  expect(carried[0]?.[IMPORTER]).toBe(orders[2]?.[IMPORTER])
})
