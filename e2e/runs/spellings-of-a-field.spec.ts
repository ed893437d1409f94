import { sampleItem } from '@/lib/sheet/schema/samples/japan-orders'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { validationResponse } from '../support/network/responses'

// Every column is in view, so that all marks can be seen at once.
test.use({ viewport: { width: 5600, height: 900 } })

const failures = [
  { order: 0, field: 'recipient.zipCode', message: 'path' },
  { order: 0, field: 'data[0].items[1].price', message: 'path in the request' },
  { order: 1, field: 'items.0.quantity', message: 'dots' },
  { order: 1, field: 'RECIPIENT.Contact', message: 'another case' },
  { order: 1, field: 'recipient.contact', message: 'second reason of one cell' },
  { order: 2, field: 'hscode', message: 'leaf' },
  { order: 2, field: 'name', message: 'leaf of several' },
  { order: 3, field: 'routingHint', message: 'unknown to everyone' },
  { order: 3, field: 'orderInfo.incoterms', message: 'last' },
]

test('9 failures in 4 orders, whatever the spelling of their fields, are all visible and reached by F8', async ({
  workbench,
  faults,
}) => {
  const { page } = workbench
  const [first, ...others] = freshOrders(4)
  const lines = [first ?? {}, sampleItem(4), ...others]
  await workbench.paste(block(lines))
  await faults.set({ kind: 'response', response: validationResponse(failures) })
  expect(await workbench.check()).toBe('0 of 4 orders passed. 4 have errors.')

  const row = (at: number) => workbench.row(numberOf([first, ...others][at]))
  const reason = async (at: number, column: string) => workbench.reason(workbench.cell(row(at), column))
  expect(await reason(0, 'recipient.zipCode')).toContain('path')
  const second = await workbench.rowBelow(row(0), 1)
  expect(await workbench.reason(workbench.cell(second, 'items[].price'))).toContain('path in the request')
  await expect(workbench.cell(row(0), 'items[].price')).not.toHaveAttribute('aria-invalid')
  expect(await reason(1, 'items[].quantity')).toContain('dots')
  expect(await reason(1, 'recipient.contact')).toContain('another case second reason of one cell')
  expect(await reason(2, 'items[].hscode')).toContain('leaf')
  for (const column of ['recipient.name', 'items[].name', 'sender.name'])
    expect(await reason(2, column)).toContain(
      'The API named only “name”. It’s one of 3 cells. leaf of several',
    )
  expect(await workbench.reason(workbench.header(row(3)))).toContain('unknown to everyone')
  expect(await reason(3, 'orderInfo.incoterms')).toContain('last')
  // No other cell is marked.
  await expect(workbench.grid.locator('[aria-invalid]')).toHaveCount(failures.length - 1 + 2)

  await expect(workbench.failures).toHaveCount(failures.length)
  await page.getByRole('button', { name: 'Copy all' }).click()
  await expect(workbench.announcement).toHaveText('Copied 9 errors.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toHaveLength(failures.length)
  const stops = [
    [0, 'recipient.zipCode'],
    [0, 'items[].price'],
    [1, 'recipient.contact'],
    [1, 'items[].quantity'],
    [2, 'recipient.name'],
    [2, 'items[].hscode'],
    [3, NUMBER],
    [3, 'orderInfo.incoterms'],
    [0, 'recipient.zipCode'],
  ] as const
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [at, column] of stops) {
    await page.keyboard.press('F8')
    await expect.poll(async () => (await workbench.where()).column).toBe(column)
    const isSecond = at === 0 && column === 'items[].price'
    const line = isSecond ? second : row(at)
    await expect(workbench.cell(line, column)).toHaveAttribute('data-active')
  }
  for (const [at, column] of stops.toReversed().slice(1)) {
    await page.keyboard.press('Shift+F8')
    const isSecond = at === 0 && column === 'items[].price'
    await expect(workbench.cell(isSecond ? second : row(at), column)).toHaveAttribute('data-active')
  }
})
