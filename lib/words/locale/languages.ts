/** The languages of Lading, as BCP 47 tags. The first one is used where no other is asked for. */
export const languages = ['en', 'ko', 'ja'] as const
export type Language = (typeof languages)[number]

/** Each language by the name that its readers call it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ko: '한국어',
  ja: '日本語',
}

/** Whether a text is the code of a language that the desk speaks. */
export const isLanguage = (text: string | undefined): text is Language =>
  languages.some(language => language === text)

/**
 * The language of a reader who has not chosen one.
 * @param header `Accept-Language` (RFC 9110, section 12.5.4)
 */
export function negotiateLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map(each => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]?.toLowerCase(), quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLanguage) ?? languages[0]
}
