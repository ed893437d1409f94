import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, type Language, languages, negotiateLanguage } from './languages'
import { LANGUAGE_COOKIE, ZONE_COOKIE } from './locale-cookies'

/** The language in which a request is answered, and the time zone of its times. */
export interface Locale {
  readonly language: Language
  /** IANA name: `Asia/Seoul`. */
  readonly timeZone: string
}

// Next compiles a module several times into one process, so shared state is kept on globalThis.
const shared = globalThis as { [key: symbol]: AsyncLocalStorage<Locale> | undefined }
const KEY = Symbol.for('lading.words.locale')

function storage(): AsyncLocalStorage<Locale> {
  shared[KEY] ??= new AsyncLocalStorage()
  return shared[KEY]
}

/** Runs work for a reader of `locale`: `words` and `requestLocale` use it. */
export const withLocale = <T>(locale: Locale, work: () => T): T => storage().run(locale, work)

/** Runs work for readers whose time zone is not known: the times in its sentences are in UTC. */
export const withLanguage = <T>(language: Language, work: () => T): T =>
  withLocale({ language, timeZone: DEFAULT.timeZone }, work)

/** The locale of the present request; outside a request, the first language and UTC. */
export const requestLocale = (): Locale => storage().getStore() ?? DEFAULT

const DEFAULT: Locale = { language: languages[0], timeZone: 'UTC' }

/** The locale that a request asks for: the cookies of the operator's choice, else `Accept-Language`. */
export function localeOf(headers: IncomingHttpHeaders): Locale {
  const chosen = cookieOf(headers.cookie, LANGUAGE_COOKIE)
  const zone = cookieOf(headers.cookie, ZONE_COOKIE)
  return {
    language: isLanguage(chosen) ? chosen : negotiateLanguage(headers['accept-language']),
    timeZone: zone !== undefined && isTimeZone(zone) ? zone : DEFAULT.timeZone,
  }
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find(each => each.trim().startsWith(`${name}=`))
  const value = found?.slice(found.indexOf('=') + 1).trim()
  try {
    return value && decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const isZoneByName = new Map<string, boolean>()

/** Whether a text names a time zone that this server knows. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,49}$/.test(text)) return false
  let isZone = isZoneByName.get(text)
  if (isZone === undefined) {
    try {
      isZone = Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
    } catch {
      isZone = false
    }
    // Zone names are few; a client that invents names must not fill the memory.
    if (isZoneByName.size < 1000) isZoneByName.set(text, isZone)
  }
  return isZone
}
