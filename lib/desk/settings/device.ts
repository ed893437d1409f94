import 'server-only'
import Bowser from 'bowser'
import { words } from '@/lib/words/server'

const say = words('account.sessions')

/** The browser and system that a `User-Agent` header names, such as “Chrome on Windows”. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return say('unknownDevice')
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return say('unknownDevice')
  return os.name ? say('device', { browser: browser.name, os: os.name }) : browser.name
}
