import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

interface AxeOptions {
  /** Only these rules; default: all. */
  readonly rules?: readonly string[]
  /** The new part, where the rest was checked before; default: the whole page. */
  readonly within?: string
}

/** Expects that axe finds no fault on a page. */
export async function expectFlawless(page: Page, where: string, options: AxeOptions = {}): Promise<void> {
  await page.evaluate(axe.source)
  const faults = await page.evaluate(async ({ rules, within }) => {
    const { violations } = await window.axe.run(
      // The focus guards pass the focus on at once: the focus never stays on them.
      { include: [within ?? 'html'], exclude: ['[data-base-ui-focus-guard]'] },
      {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
        // The title is expected below: while a page is replaced, the old title is removed before the new one is set.
        // An overlay is outside of the page's landmarks.
        rules: { 'document-title': { enabled: false }, ...(within && { region: { enabled: false } }) },
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => `${id}: ${node.html}`))
  }, options)
  expect(faults, where).toEqual([])
  await expect(page, where).toHaveTitle(/\S/)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
