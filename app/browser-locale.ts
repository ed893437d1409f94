import { THEME_COOKIE, type Theme } from '@/app/theme'
import { LANGUAGE_COOKIE, LOCALE_COOKIE_MAX_AGE, ZONE_COOKIE } from '@/lib/words/locale/locale-cookies'

/** The time zone of this browser, as an IANA name. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The chosen language of pages; undefined: the browser's language. */
export const readLanguageCookie = (): string | undefined => readCookie(LANGUAGE_COOKIE)

/** The time zone that the browser reported; undefined before it has. */
export const readZoneCookie = (): string | undefined => readCookie(ZONE_COOKIE)

/** @param language undefined: the next page follows the browser again */
export const writeLanguageCookie = (language: string | undefined): void =>
  writeCookie(LANGUAGE_COOKIE, language)

export const writeZoneCookie = (timeZone: string): void => writeCookie(ZONE_COOKIE, timeZone)

/** Shows this page, and all others of this browser, in a theme. */
export function applyTheme(theme: Theme): void {
  writeCookie(THEME_COOKIE, theme === 'system' ? undefined : theme)
  document.documentElement.dataset.theme = theme
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find(each => each.startsWith(`${name}=`))
  try {
    return found && decodeURIComponent(found.slice(name.length + 1))
  } catch {
    // Lading did not write this value.
    return undefined
  }
}

function writeCookie(name: string, value: string | undefined): void {
  const isSecure = window.location.protocol === 'https:'
  const age = value === undefined ? 0 : LOCALE_COOKIE_MAX_AGE
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only in pages with HTTPS, and it writes later: a page that is requested right after the choice would not carry it yet.
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
