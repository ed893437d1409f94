/**
 * The language of a terminal, by the variables of POSIX. Scripts that run before anything is installed ask for it, too.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {'en' | 'ko' | 'ja'}
 */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }) {
  const locale = (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase()
  const [, language, encoding] = /^([a-z]+)(?:[_-][a-z]+)?(?:\.([\w-]+))?/.exec(locale) ?? []
  // Lading writes UTF-8; a terminal with another encoding can show only its ASCII part.
  if (encoding && !/^utf-?8$/.test(encoding)) return 'en'
  return language === 'ko' || language === 'ja' ? language : 'en'
}
