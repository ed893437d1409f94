import type { Language } from '@/lib/words/locale/languages'

/**
 * The address of a part of the manual.
 * @param anchor the id of a heading; '' for the beginning of the chapter
 * @param language undefined: the operator's own
 */
export const helpAddress = (chapter: string, anchor: string, language: Language | undefined): string =>
  `/help/${chapter}${language ? `?language=${language}` : ''}${anchor && `#${anchor}`}`

/** `?language=` of a page of the manual, where it is another one than the operator's. */
export function otherLanguage(
  requested: string | string[] | undefined,
  own: Language,
  isLanguage: (text: string | undefined) => text is Language,
): Language | undefined {
  const text = typeof requested === 'string' ? requested : undefined
  return isLanguage(text) && text !== own ? text : undefined
}
