import type { Texts } from '@/lib/sheet/schema/line'
import { expectFlawless } from '../support/axe'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { PRICE } from '../support/grid'

const QUANTITY = 'items[].quantity'

/** Six orders: the second and the fifth have a quantity of 0, the third has a price that is not a number. */
const orders = (): Texts[] =>
  freshOrders(6).map((texts, i) => ({
    ...texts,
    ...([1, 4].includes(i) && { [QUANTITY]: '0' }),
    ...(i === 2 && { [PRICE]: 'free' }),
  }))

test('warnings are listed below the errors, walked by keyboard, and counted on Register beside what is ready', async ({
  workbench,
}) => {
  const { page } = workbench
  const { keyboard } = page
  const lines = orders()
  // Judging finds statuses in any order: their filters are there before.
  const filters = page.getByRole('group', { name: 'Show' }).getByRole('button')
  const statuses = [/^All/, /^Errors/, /^Warnings/, /^Ready/, /^Not checked/]
  await expect(filters).toHaveText(statuses)
  await workbench.paste(block(lines))
  await expect(filters).toHaveText(statuses)
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('2 in 2 orders')
  await expect(warnings.getByRole('listitem')).toHaveCount(2)
  await expect(workbench.failures).toHaveCount(1)
  const marks = async (at: number) => {
    const images = await workbench
      .header(workbench.row(numberOf(lines[at])))
      .getByRole('img')
      .all()
    return Promise.all(images.map(image => image.getAttribute('aria-label')))
  }
  await expect.poll(() => marks(1)).toEqual(['not checked', 'has warnings'])
  await expect.poll(() => marks(2)).toEqual(['has errors'])

  // With the keyboard only, around the end and back; errors have keys of their own.
  await workbench.focus()
  await keyboard.press('Control+Home')
  for (const at of [1, 4, 1]) {
    await keyboard.press('Alt+F8')
    await expect(workbench.active).toHaveAttribute('data-column', QUANTITY)
    await expect.poll(() => workbench.where()).toEqual({ number: numberOf(lines[at]), column: QUANTITY })
  }
  await keyboard.press('Alt+Shift+F8')
  await expect.poll(() => workbench.where()).toEqual({ number: numberOf(lines[4]), column: QUANTITY })
  await keyboard.press('F8')
  await expect.poll(() => workbench.where()).toEqual({ number: numberOf(lines[2]), column: PRICE })

  // What passed is ready, with its warning beside it.
  expect(await workbench.check()).toContain('5 of 6 orders passed')
  await expect.poll(() => marks(1)).toEqual(['ready to register', 'has warnings'])
  await expect.poll(() => marks(0)).toEqual(['ready to register'])
  await expect(workbench.registerButton).toContainText('2 with warnings · 1 with errors')
  await expect(workbench.registerButton).toHaveAccessibleDescription(
    '5 ready, 2 with warnings · 1 with errors',
  )
  await expectFlawless(page, 'a sheet with warnings')

  // The list can show only one kind of warning, and set its cells at once, as for an error.
  await warnings.getByRole('button', { name: 'Show only these: Item quantity' }).click()
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('Warning: Item quantity')
  await expect(workbench.grid).toHaveAttribute('aria-rowcount', String(2 + 2))
  await warnings.getByRole('textbox', { name: 'New value for all: Item quantity' }).fill('1')
  await warnings.getByRole('button', { name: 'Set all 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set all 2' }).click()
  await expect(warnings).toContainText('None')
})

test('many warnings of one kind are folded, so that they do not crowd out the errors', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.paste(block(freshOrders(12).map(texts => ({ ...texts, [QUANTITY]: '0' }))))
  const warnings = page.getByRole('region', { name: 'Warnings' })
  await expect(warnings).toContainText('12 in 12 orders')
  await expect(warnings.getByRole('listitem')).toHaveCount(0)
  await warnings.getByRole('button', { name: /^Item quantity/ }).press('Enter')
  await expect(warnings.getByRole('listitem')).toHaveCount(5)
})
