import type { Texts } from '@/lib/sheet/schema/line'
import { block, freshOrders, NUMBER, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { PRICE } from '../support/grid'
import { Workbench } from '../support/workbench'

const CITY = 'recipient.city'
const CONTACT = 'recipient.contact'

/** Twelve orders: five prices are not numbers, one warehouse is missing; every third order goes to Sapporo. */
const orders = (): Texts[] =>
  freshOrders(12).map((texts, i) => ({
    ...texts,
    [PRICE]: i % 2 === 1 && i < 10 ? (['free', '1O', 'free', 'n/a', 'free'][(i - 1) / 2] ?? '') : '1000',
    [CITY]: i % 3 === 0 ? '札幌市' : '渋谷区',
    ...(i === 6 ? { warehouseId: '' } : {}),
  }))

test('one kind of failure is filtered, pasted over and set at once; hidden orders do not change', async ({
  operator,
}) => {
  const { keyboard } = operator
  const workbench = await Workbench.openNew(operator)
  const lines = orders()
  await workbench.paste(block(lines))
  const before = await workbench.storedTexts()
  const panel = operator.getByRole('region', { name: 'Errors' })
  const chips = operator.getByRole('group', { name: 'Active filters' })
  const shown = (count: number) => expect(workbench.grid).toHaveAttribute('aria-rowcount', String(count + 2))
  const prices = async () => (await workbench.storedTexts()).map(texts => texts[PRICE])
  await expect(operator.getByRole('group', { name: 'Show' })).toContainText(
    'All 12Errors 6Warnings Ready Not checked 6',
  )

  // Complaint 11: five values for the five shown orders.
  await panel.getByRole('button', { name: 'Show only these: Item price' }).click()
  await shown(5)
  await expect(chips).toContainText('5 of 12 ordersError: Item price')
  await workbench.goTo(workbench.row(numberOf(lines[1])), PRICE)
  await operator.evaluate(text => navigator.clipboard.writeText(text), '11\n12\n13\n14\n15')
  await keyboard.press('Control+V')
  await workbench.saved()
  const after = before.map((texts, i) =>
    i % 2 === 1 && i < 10 ? { ...texts, [PRICE]: String(11 + (i - 1) / 2) } : texts,
  )
  expect(await workbench.storedTexts()).toEqual(after)
  // No line disappeared, and the filter can be applied again.
  await shown(5)
  await chips.getByRole('button', { name: 'Reapply' }).click()
  await shown(0)
  await keyboard.press('Control+Z')
  await shown(12 + 28)
  await workbench.saved()
  expect(await workbench.storedTexts()).toEqual(before)

  // Set all: a dialog previews the change, and one undo reverts it.
  await panel.getByRole('textbox', { name: 'New value for all: Item price' }).fill('무료')
  await panel.getByRole('button', { name: 'Set all 5' }).click()
  const question = operator.getByRole('dialog', { name: 'Item price: set 5 cells' })
  await expect(question).toContainText(
    'They have 3 different values now. The new value still has an error: “무료” isn’t a valid number.',
  )
  await expect(question.getByRole('listitem').first()).toHaveText(`${numberOf(lines[1])}free→무료`)
  await keyboard.press('Escape')
  await panel.getByRole('textbox', { name: 'New value for all: Item price' }).fill('1,200')
  await keyboard.press('Enter')
  await question.getByRole('button', { name: 'Set all 5' }).click()
  await expect(workbench.announcement).toHaveText('Item price: 5 cells set to “1,200”. Undo to revert.')
  await expect(workbench.failures).toHaveCount(1)
  await keyboard.press('Control+Z')
  await expect(workbench.failures).toHaveCount(6)
  await workbench.saved()
  expect(await prices()).toEqual(before.map(texts => texts[PRICE]))

  // All failures as a table.
  await panel.getByRole('button', { name: 'Copy all' }).click()
  await expect(workbench.announcement).toHaveText('Copied 6 errors.')
  const copied = await operator.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toHaveLength(6)
  expect(copied).toContain(`${numberOf(lines[3])}\t\tItem price\t1O\t“1O” isn’t a valid number.`)
})

test('filters of several columns combine, F8 shows what they hide, and clearing restores the true order', async ({
  operator,
}) => {
  const { keyboard } = operator
  const workbench = await Workbench.openNew(operator)
  const lines = orders()
  const numbers = lines.map(numberOf)
  await workbench.paste(block(lines))
  const chips = operator.getByRole('group', { name: 'Active filters' })
  const values = operator.getByRole('dialog', { name: /^Filter / })
  const shownNumbers = async () => (await workbench.lines()).map(line => line.number)

  await workbench.goTo(workbench.row(numbers[0] ?? ''), CITY)
  await keyboard.press('Control+Shift+L')
  await expect(values.getByRole('listitem')).toHaveText(['札幌市4', '渋谷区8'])
  // By keyboard, as in Excel: down the list, Space ticks, Enter applies.
  await values.getByRole('checkbox', { name: '札幌市' }).focus()
  await keyboard.press('ArrowDown')
  await expect(values.getByRole('checkbox', { name: '渋谷区' })).toBeFocused()
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(workbench.announcement).toHaveText('4 orders shown.')
  expect(await shownNumbers()).toEqual([0, 3, 6, 9].map(at => numbers[at]))

  // A second column, by a search text, from the menu of its heading. All numbers begin alike: only the rest differs.
  await operator.getByRole('columnheader', { name: 'Order number' }).hover()
  await operator.getByRole('button', { name: 'Order number menu' }).click()
  await operator.getByRole('menuitem', { name: 'Filter by values…' }).click()
  await values.getByRole('textbox', { name: 'Search values' }).fill(numbers[9]?.split('-')[1] ?? '')
  await keyboard.press('Enter')
  await expect(workbench.announcement).toHaveText('1 order shown.')
  await expect(chips).toContainText('Recipient city: “札幌市”')

  // Sorted, then the filters are removed one by one and all together.
  await operator.getByRole('button', { name: 'Remove: Order number' }).click()
  await workbench.focus()
  await keyboard.press('Control+Home')
  await keyboard.press('Alt+Shift+ArrowDown')
  expect(await shownNumbers()).toEqual([9, 6, 3, 0].map(at => numbers[at]))
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(chips).toHaveCount(0)
  expect(await shownNumbers()).toEqual(numbers)

  // The next failure is reached even if a filter hides it.
  await operator.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Ready' }).click()
  await expect(chips).toContainText('0 of 12 orders')
  await keyboard.press('F8')
  await expect(workbench.announcement).toHaveText('The filter was cleared to show this row.')
  await expect.poll(() => workbench.where()).toEqual({ number: numbers[1], column: PRICE })
})

test('a search among the values filters by its button, too, and stays when the filter is opened again', async ({
  workbench,
}) => {
  const { page } = workbench
  const lines = orders()
  await workbench.paste(block(lines))
  const values = page.getByRole('dialog', { name: /^Filter / })
  const cities = page.getByRole('button', { name: /^Recipient city:/ })
  const shown = async (places: readonly number[]) => {
    await expect(values).toHaveCount(0)
    await expect(workbench.grid).toHaveAttribute('aria-rowcount', String(places.length + 2))
    expect((await workbench.lines()).map(line => line.number)).toEqual(places.map(at => numberOf(lines[at])))
  }
  await workbench.goTo(workbench.row(numberOf(lines[0])), CITY)
  await page.keyboard.press('Control+Shift+L')
  await values.getByRole('textbox', { name: 'Search values' }).fill('札幌')
  await values.getByRole('button', { name: 'Apply' }).click()
  await shown([0, 3, 6, 9])
  await cities.click()
  await expect(values.getByRole('textbox', { name: 'Search values' })).toHaveValue('札幌')
  await values.getByRole('button', { name: 'Apply' }).click()
  await shown([0, 3, 6, 9])
})

test('the question before all cells are set names the item of each, where an order has several', async ({
  workbench,
}) => {
  const { page } = workbench
  const [order = {}, other = {}] = freshOrders(2)
  const item = Object.fromEntries(Object.entries(other).filter(([column]) => column.startsWith('items[]')))
  const number = numberOf(order)
  await workbench.paste(
    block([
      { ...order, [PRICE]: 'free' },
      { ...item, [NUMBER]: number, [PRICE]: 'gift' },
    ]),
  )
  const panel = page.getByRole('region', { name: 'Errors' })
  await panel.getByRole('textbox', { name: 'New value for all: Item price' }).fill('900')
  await panel.getByRole('button', { name: 'Set all 2' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    `${number} · item 1free→900`,
    `${number} · item 2gift→900`,
  ])
})

test('rows that contradict the first row of their order take its value in one act', async ({ operator }) => {
  const workbench = await Workbench.openNew(operator)
  const phones = [
    ['090-1111-0001', '090-2222-0002'],
    ['090-3333-0003', '090-4444-0004'],
  ]
  const lines = freshOrders(2).flatMap((texts, order) =>
    (phones[order] ?? []).map(phone => ({ ...texts, [CONTACT]: phone })),
  )
  await workbench.paste(block(lines))
  const panel = operator.getByRole('region', { name: 'Errors' })
  await expect(panel).toContainText('For example: The first row of this order says “090-1111-0001”.')

  await panel.getByRole('button', { name: 'Use the first row’s value (2)' }).click()
  const question = operator.getByRole('dialog', {
    name: 'Recipient contact: use the first row’s value for 2 cells',
  })
  await expect(question.getByRole('listitem')).toHaveText([
    `${numberOf(lines[0])}090-2222-0002→090-1111-0001`,
    `${numberOf(lines[2])}090-4444-0004→090-3333-0003`,
  ])
  await question.getByRole('button', { name: 'Use the first row’s value' }).click()

  await expect(workbench.failures).toHaveCount(0)
  await workbench.saved()
  const contacts = async () => (await workbench.storedTexts()).map(texts => texts[CONTACT] ?? '')
  expect(await contacts()).toEqual(['090-1111-0001', '', '090-3333-0003', ''])
  await operator.keyboard.press('Control+Z')
  await workbench.saved()
  expect(await contacts()).toEqual(phones.flat())
})

test('the act on a long group of errors is below the button that shows the rest of them', async ({
  operator,
}) => {
  const workbench = await Workbench.openNew(operator)
  await workbench.paste(
    block(freshOrders(60).flatMap(texts => [texts, { ...texts, [CONTACT]: '090-2222-0002' }])),
  )
  const panel = operator.getByRole('region', { name: 'Errors' })
  const useFirst = panel.getByRole('button', { name: 'Use the first row’s value (60)' })
  const more = await panel.getByRole('button', { name: '10 more' }).boundingBox()
  const act = await useFirst.boundingBox()
  expect(act?.y).toBeGreaterThanOrEqual((more?.y ?? Number.NaN) + (more?.height ?? 0))
})

test('F8 shows the rows around an error that was out of view', async ({ workbench }) => {
  const { page, active } = workbench
  const orders = freshOrders(70).map((texts, i) =>
    [40, 69].includes(i) ? { ...texts, warehouseId: 'x' } : texts,
  )
  await workbench.paste(block(orders))
  await expect(workbench.failures).toHaveCount(2)
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  /** How many whole rows are in view below the active cell, and above it. */
  const around = async () => {
    const cell = await active.boundingBox()
    const [view, head] = [await workbench.grid.boundingBox(), 52]
    if (!cell || !view) throw new Error('The cell is not painted.')
    const below = view.y + view.height - cell.y - cell.height
    return {
      below: Math.floor(below / cell.height),
      above: Math.floor((cell.y - view.y - head) / cell.height),
    }
  }
  await page.keyboard.press('F8')
  await expect(active).toHaveAttribute('data-column', 'warehouseId')
  expect((await around()).below).toBe(2)
  // From below it comes in at the top.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Shift+F8')
  await page.keyboard.press('Shift+F8')
  await expect(active).toHaveAttribute('data-column', 'warehouseId')
  expect((await around()).above).toBe(2)
})
