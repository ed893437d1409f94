import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

// Names and attributes that scripts outside of this code find the sheet by.

test('an empty sheet offers its template and sample data, and every cell names its line and its column', async ({
  operator,
}) => {
  const { page } = await Workbench.openNew(operator)
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the Excel template' }).click(),
  ])
  expect(template.suggestedFilename()).toMatch(/^Lading .+\.xlsx$/)

  const offered = page.getByRole('button', { name: 'Fill with sample', exact: true })
  await offered.click()
  await expect(offered).toHaveCount(0)

  const cells = page.locator('[role=gridcell][data-column="recipient.zipCode"]')
  const named = () =>
    cells.evaluateAll(all =>
      all.map(one => [one.dataset.line ?? '', one.closest<HTMLElement>('[role=row]')?.dataset.line]),
    )
  await expect.poll(async () => (await named()).length).toBeGreaterThan(5)
  for (const [line, ofRow] of await named()) {
    expect(line).not.toBe('')
    expect(line).toBe(ofRow)
  }
})

test('a cell that shows another line after the sheet is scrolled names that line', async ({ operator }) => {
  const workbench = await Workbench.openNew(operator)
  await workbench.paste(block(freshOrders(120)))
  await workbench.grid.hover()
  await operator.mouse.wheel(0, 1500)
  const cells = workbench.grid.locator('[role=row][data-line] > [role=gridcell]')
  await expect.poll(async () => workbench.grid.locator('[role=row][aria-rowindex="60"]').count()).toBe(1)
  const wrong = await cells.evaluateAll(
    all => all.filter(one => one.dataset.line !== one.parentElement?.dataset.line).length,
  )
  expect(wrong).toBe(0)
})

test('a block is placed by its paths, also a single column, and a column that comes twice is reported', async ({
  operator,
}) => {
  const workbench = await Workbench.openNew(operator)
  await workbench.paste('warehouseId\n7')
  await expect(workbench.announcement).toHaveText('Pasted 1 row, matched by header.')
  await workbench.paste('recipient.zipCode\titems[].name\trecipient.zipCode\n150-0041\tWallet\t999')
  await expect(workbench.announcement).toHaveText(
    'Pasted 1 row, matched by header. The header has recipient.zipCode more than once. Only the first of these columns was pasted.',
  )
  expect(await workbench.storedTexts()).toEqual([
    { warehouseId: '7', 'recipient.zipCode': '150-0041', 'items[].name': 'Wallet' },
  ])
})
