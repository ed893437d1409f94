import type { Page } from 'playwright/test'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

declare global {
  interface Window {
    /** Layout shifts without user input, as the browser reports them. */
    shifts: { value: number; nodes: string[] }[]
  }
}

/** Observes layout shifts, from the first paint on. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = []
    const name = (node: Node | null) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 160) ?? ''
    // A check fills the list of failures: the list grows within its own frame. Overlays of the sheet follow the
    // operator. Removed elements move nothing.
    const mayMove = (node: Node | null) =>
      !node?.isConnected ||
      (node instanceof Element ? node : node.parentElement)?.closest('[aria-label=Errors], .grid-overlay')
    new PerformanceObserver(list => {
      // A check fills the list of failures: the list grows within its own frame.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[])
        if (!entry.hadRecentInput && entry.sources.some(({ node }) => !mayMove(node)))
          window.shifts.push({ value: entry.value, nodes: entry.sources.map(({ node }) => name(node)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('nothing jumps while a draft is opened, pasted into, typed into and checked, and the scroll position stays', async ({
  workbench,
  connection,
}) => {
  const { page, grid } = workbench
  const shifts = () => page.evaluate(() => window.shifts)
  const place = () => grid.evaluate(sheet => [sheet.scrollLeft, sheet.scrollTop])
  const orders = freshOrders(80).map((order, i) => (i % 4 ? order : { ...order, warehouseId: '9' }))
  await watch(page)
  await workbench.reload()
  expect(await shifts()).toEqual([])
  await workbench.choose(connection.name)
  await workbench.paste(block(orders))
  expect(await shifts()).toEqual([])
  await workbench.reload()
  expect(await shifts()).toEqual([])
  await workbench.goTo(workbench.row(numberOf(orders[9])), 'recipient.city')
  await page.keyboard.press('PageDown')
  // Enter moves down by one line, which is in view.
  await page.keyboard.press('ArrowUp')
  const before = await place()
  expect(before[1]).toBeGreaterThan(0)
  expect(await workbench.check()).toContain('60 of 80 orders passed. 20 have errors.')
  await expect(page.locator('[aria-live=polite]', { hasText: '20 errors in 20 orders.' })).toHaveCount(1)
  expect(await place()).toEqual(before)
  await workbench.type('渋谷区')
  expect(await place()).toEqual(before)
  expect(await shifts()).toEqual([])
  // Otherwise the observer keeps running.
  await page.close()
})

test('a sentence beside the result of a registration moves neither the sheet nor the links of the result', async ({
  workbench,
}) => {
  const { page, grid } = workbench
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 1280, height: 800 })
  await workbench.paste(block(freshOrders(2)))
  expect(await workbench.check()).toBe('2 orders passed.')
  expect(await workbench.register()).toContain('2 orders registered.')
  const result = page.getByRole('region', { name: 'Result' })
  const places = async () => [
    await grid.boundingBox(),
    await result.getByRole('link', { name: 'New draft' }).boundingBox(),
    await result.getByRole('button', { name: 'Close result' }).boundingBox(),
  ]
  const before = await places()
  await workbench.focus()
  await page.keyboard.press('Control+Y')
  await expect(result.getByText('Nothing to redo.')).toBeVisible()
  expect(await places()).toEqual(before)
  await page.setViewportSize({ width, height })
})

test('the sheet has the focus as soon as it is visible: no key is lost', async ({ operator }) => {
  await operator.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=gridcell][data-active]')) return
      observer.disconnect()
      // Before the page runs any further code.
      const grid = document.querySelector('[role=grid]')
      const isThere = document.activeElement?.getAttribute('aria-controls') === grid?.id
      Object.assign(window, { keyboard: isThere ? 'sheet' : 'page' })
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await Workbench.openNew(operator)
  expect(await operator.evaluate(() => Reflect.get(window, 'keyboard'))).toBe('sheet')
  await operator.close()
})

test('a page is dark from its first paint on, with or without styles', async ({ operator }) => {
  await operator.emulateMedia({ colorScheme: 'dark' })
  await operator.goto('/orders/japan')
  await expect(operator.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'light dark')
  await expect(operator.locator('body')).toHaveCSS('background-color', 'rgb(22, 21, 20)')
})
