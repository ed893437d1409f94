import 'server-only'
import Bowser from 'bowser'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('account.sessions')

/** The browser and system that a `User-Agent` header names, such as “Chrome on Windows”. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return t('unknownDevice')
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return t('unknownDevice')
  return os.name ? t('device', { browser: browser.name, os: os.name }) : browser.name
}
