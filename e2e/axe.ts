import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

interface Asked {
  /** Only these rules; all unless told. */
  readonly rules?: readonly string[]
  /** The part that is new, where the rest was looked at before; the whole page unless told. */
  readonly within?: string
}

/** Expects that axe has nothing to say of a page. */
export async function expectFlawless(page: Page, where: string, asked: Asked = {}): Promise<void> {
  // A page that one went to by a link has its title a moment after its content; one without any fails here.
  await expect(page).toHaveTitle(/\S/)
  await page.evaluate(axe.source)
  const faults = await page.evaluate(async ({ rules, within }) => {
    const { violations } = await window.axe.run(
      // The guards hand the focus on at once: nobody ever stands on them.
      { include: [within ?? 'html'], exclude: ['[data-base-ui-focus-guard]'] },
      {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
        // What opens over the page stands outside of its landmarks.
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
