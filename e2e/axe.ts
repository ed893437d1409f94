import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

interface Asked {
  /** Only these rules; default: all. */
  readonly rules?: readonly string[]
  /** The new part, where the rest was checked before; default: the whole page. */
  readonly within?: string
}

/** Expects that axe finds no fault on a page. */
export async function expectFlawless(page: Page, where: string, asked: Asked = {}): Promise<void> {
  // After a link was followed, the title of a page comes a moment after its content; a page without a title fails here.
  await expect(page).toHaveTitle(/\S/)
  await page.evaluate(axe.source)
  const faults = await page.evaluate(async ({ rules, within }) => {
    const { violations } = await window.axe.run(
      // The focus guards pass the focus on at once: the focus never stays on them.
      { include: [within ?? 'html'], exclude: ['[data-base-ui-focus-guard]'] },
      {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
        // An overlay is outside of the page's landmarks.
        rules: within ? { region: { enabled: false } } : {},
      },
    )
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(node => `${id}: ${node.html}`))
  }, asked)
  expect(faults, where).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
