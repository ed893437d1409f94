import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

interface Asked {
  /** Only these rules; all unless told. */
  readonly rules?: readonly string[]
  /** Whether a menu or a list is open over the page, which stands outside of its landmarks. */
  readonly isOpen?: boolean
}

/** Expects that axe has nothing to say of a page. */
export async function expectFlawless(page: Page, where: string, asked: Asked = {}): Promise<void> {
  await page.evaluate(axe.source)
  const faults = await page.evaluate(async ({ rules, isOpen }) => {
    const { violations } = await window.axe.run(
      // These hand the focus on at once: nobody ever stands on them.
      { exclude: ['[data-base-ui-focus-guard]'] },
      {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
        rules: isOpen ? { region: { enabled: false } } : {},
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
