import type { Texts } from '@/lib/sheet/schema/line'
import { block, freshOrders, NUMBER, numberOf, payloadOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { shortIntervals } from '../support/workbench'

test.slow()

const tooLong = '寿限無'.repeat(17)

/** A planted error: the order's position in the block, the cell, the wrong text, and the shown sentence. */
const spoiled: [at: number, column: string, text: string, reason: RegExp][] = [
  [2, 'recipient.zipCode', '', /^Required\. Enter a value\./],
  [17, 'items[].price', '1O,500', /“1O,500” isn’t a valid number/],
  [31, 'items[].quantity', '1.5', /“1.5” isn’t a whole number/],
  [58, 'recipient.country', 'KR', /^Must be JP\./],
  [90, 'recipient.name', tooLong, /^Too long \(51 characters\)/],
  [121, 'orderInfo.isExportDeclaration', 'maybe', /^“maybe” isn’t valid\. Enter Yes or No\./],
  [130, 'items[].name', '', /^Required\. Enter a value\./],
  [160, 'items[].price', '12kg', /“12kg” isn’t a valid number/],
  [201, 'orderInfo.incoterms', 'FOB', /^Must be one of: DAP, DDP\./],
  // Only the service detects the following errors.
  [230, 'warehouseId', '77', /Warehouse 77 not found/],
  [266, 'warehouseId', '78', /Warehouse 78 not found/],
  [299, NUMBER, 'taken', /is already registered/],
]
const byDesk = 9

test('300 pasted lines with 12 failures of 8 kinds are fixed by keyboard and registered', async ({
  workbench,
  connection,
  server,
}) => {
  const { page } = workbench
  const orders = freshOrders(300)
  const [taken] = freshOrders(1)
  const pasted = orders.map(order => ({ ...order }))
  for (const [at, column, text] of spoiled) {
    const line = pasted[at]
    if (line) line[column] = text === 'taken' ? numberOf(taken) : text
  }
  const spots = spoiled.map(([at, column]) => ({ number: numberOf(pasted[at]), column }))
  await registerElsewhere(server.url, connection.accessToken, taken ?? {})

  await workbench.paste(block(pasted))
  await expect(workbench.announcement).toHaveText('Pasted 300 rows, matched by header.')
  await expect(workbench.failures).toHaveCount(byDesk)
  await workbench.reload()
  await expect(page.getByRole('button', { name: 'All 300', exact: true })).toBeVisible()
  await expect(workbench.failures).toHaveCount(byDesk)
  await walk(byDesk)

  await expect(page.getByRole('combobox', { name: 'Connection' })).toHaveText(connection.name)
  expect(await workbench.check()).toContain('288 of 300 orders passed. 3 have errors.')
  await expect(workbench.failures).toHaveCount(spoiled.length)
  await workbench.reload()
  await expect(workbench.failures).toHaveCount(spoiled.length)
  await walk(spoiled.length)

  // Each entry of the list goes to a failing cell, and together they reach all of them.
  const reached = []
  for (const entry of await workbench.failures.getByRole('button').all()) {
    await entry.click()
    await expect(workbench.active).toHaveAttribute('aria-invalid', 'true')
    reached.push(await workbench.where())
  }
  expect(new Set(reached.map(spot => JSON.stringify(spot)))).toEqual(
    new Set(spots.map(spot => JSON.stringify(spot))),
  )

  await page.keyboard.press('Control+Home')
  for (const [i, [at, column]] of spoiled.entries()) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.where(), shortIntervals).toEqual(spots[i])
    await workbench.type(orders[at]?.[column] ?? '')
    await expect(workbench.failures).toHaveCount(spoiled.length - i - 1)
  }
  expect(await workbench.check()).toBe('300 orders passed.')
  expect(await workbench.register()).toBe('300 orders registered.')

  const arrived = await server.registered(orders.map(numberOf))
  expect(arrived).toHaveLength(300)
  expect(arrived.map(one => [one.mallOrderNumber, one.order])).toEqual(
    orders.map(order => [numberOf(order), payloadOf(order)]),
  )
  expect(new Set(arrived.map(one => one.orderId)).size).toBe(300)
  const shown = arrived.map((one, i) => ({
    number: one.mallOrderNumber,
    header: String(i + 1),
    orderId: one.orderId,
    sign: 'registered',
  }))
  expect(await workbench.lines()).toEqual(shown)
  await workbench.reload()
  expect(await workbench.lines()).toEqual(shown)

  const first = workbench.row(numberOf(orders[0]))
  await page.keyboard.press('Control+Home')
  await workbench.write(first, 'recipient.name', 'Someone else')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Delete')
  await expect(workbench.announcement).toContainText('registered or being registered')
  await expect(workbench.cell(first, 'recipient.name')).toHaveText(orders[0]?.['recipient.name'] ?? '')
  await expect(workbench.cell(first, 'recipient.name')).toHaveAttribute('aria-readonly', 'true')

  /** F8 from the first cell on reaches the first failures in turn, and each shows its reason. */
  async function walk(count: number): Promise<void> {
    await workbench.focus()
    await page.keyboard.press('Control+Home')
    for (const [i, [, , , reason]] of spoiled.slice(0, count).entries()) {
      await page.keyboard.press('F8')
      await expect.poll(() => workbench.where(), shortIntervals).toEqual(spots[i])
      expect(await workbench.reason(workbench.active)).toMatch(reason)
    }
  }
})

/** Another system of the shop registers an order, so that only the service knows its number. */
async function registerElsewhere(url: string, token: string, order: Texts): Promise<void> {
  const response = await fetch(`${url}/open-api/v1/orders/japan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: [payloadOf(order)] }),
  })
  expect(await response.json()).toMatchObject({ isSuccess: true })
}
