import { expect, type Page } from 'playwright/test'
import type { Language } from '@/lib/words/locale/languages'

/**
 * Texts and accessible names of two English words or more that no element marks as another language: what a page in
 * Korean or Japanese must not show.
 */
export const englishTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Cells of a sheet are the operator's own texts.
    const foreign = 'script, style, code, pre, kbd, bdi, [role=row], [lang]:not(html)'
    const isEnglish = (text: string) => /[a-z]{3,} [a-z]{3,}/.test(text) && !/[가-힣ぁ-んァ-ヶ]/.test(text)
    // A row may have an operator's text as its name.
    const given = new Set([...document.querySelectorAll('bdi')].map(element => element.textContent))
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (parent?.checkVisibility() && !parent.closest(foreign) && isEnglish(text)) found.push(text)
    }
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? ''
        const isOurs = !element.closest(foreign) && !given.has(text)
        if (element.checkVisibility() && isOurs && isEnglish(text)) found.push(text)
      }
    return isEnglish(document.title) ? [document.title, ...found] : found
  })

/** Expects that the page declares this language and shows no English sentence. */
export async function expectSpoken(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  expect(await englishTexts(page), `English on ${page.url()}`).toEqual([])
  // The name that the library of the toasts gives to their region.
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toHaveCount(0)
}
