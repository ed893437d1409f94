import { expect, type Locator } from 'playwright/test'

/**
 * Chooses an entry of an open menu or list by keyboard, with the arrow: letters that a slow machine receives more than
 * half a second apart are no longer one word to it.
 * @param how the role of its entries, and the arrow that leads to the entry
 */
export async function chooseByArrows(
  list: Locator,
  name: string | RegExp,
  how: { readonly role?: 'menuitem' | 'option'; readonly arrow?: 'ArrowDown' | 'ArrowUp' } = {},
): Promise<void> {
  const { role = 'menuitem', arrow = 'ArrowDown' } = how
  const { keyboard } = list.page()
  const entry = list.getByRole(role, { name })
  const focused = list.locator(`[role=${role}]:focus`)
  await expect(list).toBeVisible()
  await expect(entry).toHaveCount(1)
  for (;;) {
    if ((await focused.count()) > 0 && (await entry.evaluate(node => node === document.activeElement))) break
    const before = (await focused.count()) > 0 ? ((await focused.textContent()) ?? '') : undefined
    await keyboard.press(arrow)
    await expect(focused).toHaveCount(1)
    if (before !== undefined) await expect(focused).not.toHaveText(before)
  }
  await keyboard.press('Enter')
}
