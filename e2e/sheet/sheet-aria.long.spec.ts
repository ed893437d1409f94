import type { Page } from 'playwright/test'
import { expect, test } from '../support/fixtures'
import { beside, columns, NAME, NUMBER, PRICE, Sheet, withPaths, ZIP } from '../support/grid'

/** Faults of the grid's accessibility tree. */
const treeFaults = (page: Page): Promise<string[]> =>
  page.getByRole('grid').evaluate(grid => {
    const faults: string[] = []
    const fault = (element: Element, what: string) =>
      faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
    const allowed: Record<string, string[]> = {
      grid: ['rowgroup'],
      rowgroup: ['row', 'presentation'],
      presentation: ['row'],
      row: ['gridcell', 'rowheader', 'columnheader', 'presentation'],
    }
    const visit = (element: Element) => {
      const role = element.getAttribute('role') ?? ''
      for (const child of allowed[role] ? element.children : []) {
        if (!allowed[role]?.includes(child.getAttribute('role') ?? '')) fault(child, `no child of ${role}`)
        visit(child)
      }
    }
    visit(grid)
    const ids = [...document.querySelectorAll('[id]')].map(element => element.id)
    if (new Set(ids).size !== ids.length) faults.push('an id is given twice')
    const references = ['aria-activedescendant', 'aria-controls', 'aria-describedby', 'aria-errormessage']
    for (const name of references)
      for (const element of document.querySelectorAll(`[${name}]`))
        for (const id of (element.getAttribute(name) ?? '').split(' ')) {
          const named = document.getElementById(id)
          if (!named) fault(element, `${name} names nothing`)
          else if (name === 'aria-errormessage' && !named.textContent?.trim()) fault(element, 'no message')
        }
    for (const cell of grid.querySelectorAll('[aria-invalid=true]'))
      if (!cell.hasAttribute('aria-errormessage')) fault(cell, 'invalid without a reason')
    for (const head of grid.querySelectorAll('[role=columnheader]'))
      if (!head.textContent?.trim() && !head.getAttribute('aria-label')) fault(head, 'no name')
    return faults
  })

const lines = Array.from({ length: 300 }, (_, i) => ({
  [NUMBER]: `A${i}`,
  [PRICE]: i % 3 === 0 ? '1O' : '10',
}))
const block = withPaths([NUMBER, PRICE], lines)

test('the accessibility tree is that of a grid, and every reference has its target, at any scroll position', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, block)
  await expect(sheet.cell(1, NAME)).toHaveAttribute('aria-invalid', 'true')
  expect(await treeFaults(operator)).toEqual([])
  await operator.mouse.move(700, 500)
  await operator.mouse.wheel(1600, 4000)
  await expect(sheet.cell(150, PRICE)).toBeVisible()
  expect(await treeFaults(operator)).toEqual([])
  // The active cell stays in the tree for assistive technology.
  await expect(sheet.cell(1, NUMBER)).toHaveAttribute('data-active')
})

test('counts and positions are correct in the whole sheet, and in a part of it', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '303')
  await expect(sheet.grid).toHaveAttribute('aria-colcount', String(columns.length + 1))
  await sheet.press('Control+ArrowDown', 'End')
  const last = sheet.cell(300, columns.at(-1) ?? '')
  await expect(last).toHaveAttribute('aria-colindex', String(columns.length + 1))
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await operator.getByRole('button', { name: /^Ready/ }).click()
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '2')
})

test('the active cell has the focus, with its name and its message', async ({ operator }) => {
  const sheet = await Sheet.open(operator, block)
  await sheet.goTo(2, ZIP)
  const named = async () =>
    sheet.editor.evaluate(editor => {
      const cell = document.getElementById(editor.getAttribute('aria-activedescendant') ?? '')
      const message = document.getElementById(cell?.getAttribute('aria-errormessage') ?? '')
      return {
        column: cell?.dataset.column,
        label: editor.getAttribute('aria-label'),
        says: message?.textContent,
      }
    })
  await expect.poll(named).toEqual({
    column: ZIP,
    label: 'Recipient postal code',
    says: 'Required. Enter a value.',
  })
  await sheet.type('1')
  await expect(sheet.editor).toHaveAttribute('aria-label', 'Editing Recipient postal code')
  await expect(sheet.editor).not.toHaveAttribute('aria-activedescendant')
  await sheet.press('Escape')
  await expect.poll(async () => (await named()).column).toBe(ZIP)
})

test('a tip explains a failure below its cell, or above it where there is no room, and moves nothing', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator, block)
  const tip = operator.locator('.grid-tip')
  const place = async (row: number) => {
    await sheet.goTo(row, NAME)
    await expect(tip).toBeVisible()
    await expect(tip).toContainText('Required. Enter a value.')
    const [cell, shown, view] = [
      await sheet.cell(row, NAME).boundingBox(),
      await tip.boundingBox(),
      await sheet.grid.boundingBox(),
    ]
    if (!cell || !shown || !view) throw new Error('The tip, its cell or the sheet is not on the screen.')
    expect(shown.y).toBeGreaterThanOrEqual(view.y)
    expect(shown.y + shown.height).toBeLessThanOrEqual(view.y + view.height)
    return shown.y > cell.y ? 'below' : 'above'
  }
  const before = await sheet.cell(1, NUMBER).boundingBox()
  expect(await place(2)).toBe('below')
  expect(await sheet.cell(1, NUMBER).boundingBox()).toEqual(before)
  // The cell beneath the tip takes the click.
  const under = await tip.boundingBox()
  await operator.mouse.click((under?.x ?? 0) + 10, (under?.y ?? 0) + 10)
  await sheet.expectAt(3, NAME)
  const view = await sheet.grid.boundingBox()
  const rows = Math.floor(((view?.height ?? 0) - 50) / 28) - 1
  expect(await place(rows)).toBe('above')
  expect(await sheet.cell(1, NUMBER).boundingBox()).toEqual(before)
  await sheet.goTo(rows, beside(NAME))
})

test('a screen reader gets the reason why a cell fails, and all of a text that is cut', async ({
  operator,
}) => {
  const long = 'The quick brown fox jumps over the lazy dog and then over thirteen more'
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME, ZIP], [{ [NUMBER]: 'A1', [NAME]: long }]))
  await expect(sheet.cell(1, ZIP)).toHaveAttribute('aria-invalid', 'true')
  const cdp = await operator.context().newCDPSession(operator)
  const cells = async () => {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    return nodes.filter(({ role }) => role?.value === 'gridcell')
  }
  await expect.poll(async () => (await cells()).map(({ name }) => name?.value)).toContain(long)
  const failing = (await cells()).filter(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'invalid' && value.value === 'true'),
  )
  expect(failing.length).toBeGreaterThan(0)
  for (const { description } of failing) expect(description?.value).toMatch(/\w/)
})

test('a screen reader gets the language of Korean and Japanese cells', async ({ operator }) => {
  const names = ['김지우', 'さくら', 'John Doe', '']
  const sheet = await Sheet.open(
    operator,
    withPaths(
      [NUMBER, NAME],
      names.map((name, at) => ({ [NUMBER]: `L${at}`, [NAME]: name })),
    ),
  )
  const languages = () => Promise.all(names.map((_, at) => sheet.cell(at + 1, NAME).getAttribute('lang')))
  await expect.poll(languages).toEqual(['ko', 'ja', null, null])
  // A new text in the cell has another language.
  await sheet.goTo(1, NAME)
  await sheet.press('Delete')
  await expect.poll(languages).toEqual([null, 'ja', null, null])
  await sheet.press('Control+z')
  await expect.poll(languages).toEqual(['ko', 'ja', null, null])
})
