import type { Locator } from 'playwright/test'

/** Maps a column of a file by keyboard. */
export async function mapHeading(screen: Locator, heading: string, word: string): Promise<void> {
  const field = screen.getByRole('combobox', { name: `Mapping for ${heading}` })
  await field.focus()
  const { keyboard } = screen.page()
  await keyboard.type(word)
  await screen.page().getByRole('option').first().waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await keyboard.press('Tab')
}
