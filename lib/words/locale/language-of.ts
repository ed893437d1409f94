/** The language of a text for its `lang` attribute, by its letters; undefined where they do not show it. */
export function languageOf(text: string): 'ko' | 'ja' | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : undefined
}
