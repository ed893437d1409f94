import 'server-only'
import { negotiateLanguage } from '@/lib/words/locale/languages'
import { requestLocale, withLanguage } from '@/lib/words/locale/request-locale'

/**
 * Handles a request of the service in the language of its Accept-Language. The choice of the desk's operator does not
 * count: the service knows nothing of the desk.
 */
export function inLanguageOf<T>(request: Request, handle: () => T): T {
  const language = negotiateLanguage(request.headers.get('accept-language') ?? undefined)
  return withLanguage(language, handle)
}

/** Headers of a response with sentences for people. */
export const languageHeaders = () => ({
  'content-language': requestLocale().language,
  vary: 'Accept-Language',
})
