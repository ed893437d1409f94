'use client'
import { useParams, usePathname, useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  browserTimeZone,
  readLanguageCookie,
  readZoneCookie,
  writeLanguageCookie,
  writeZoneCookie,
} from '@/app/browser-locale'
import type { ChosenLocale } from '@/lib/desk-api/people/account'
import type { Language } from '@/lib/words/locale/languages'

/** Language and time zone of a page. */
interface UsedLocale {
  readonly language: Language
  readonly timeZone: string
}

/** The server sends new objects with each of its renders: the cookies are then compared again. */
interface Props {
  /** The operator's choice. */
  chosen: ChosenLocale
  /** The language and time zone that the page was rendered with. */
  used: UsedLocale
}

/**
 * Keeps the cookies for language and time zone at the operator's choice, or else at the browser's, and renders the page
 * again if it was rendered with other values. Another tab may also change the cookies.
 */
export function LocaleCookies({ chosen, used }: Props) {
  const router = useRouter()
  const path = usePathname()
  const { sheet } = useParams<{ sheet?: string[] }>()
  /** The values that were requested last: a server that does not know them is not asked again. */
  const requested = useRef<string>(undefined)

  const renderWithCookies = useEffectEvent((used: UsedLocale, path: string) => {
    const wanted = `${readLanguageCookie() ?? used.language} ${readZoneCookie() ?? used.timeZone}`
    // A draft that was new when its page was rendered, and has been saved to its own address since, would be opened
    // again and lose its undo steps: the page stays until the operator leaves it.
    if (sheet?.at(-1) === 'new' && !path.endsWith('/new')) return
    const isUsed = wanted === `${used.language} ${used.timeZone}`
    const isRequested = wanted === requested.current
    requested.current = isUsed ? undefined : wanted
    if (isUsed || isRequested) return
    router.refresh()
  })

  useEffect(() => correctCookies(chosen), [chosen])

  // After each server render, and on each page: the layout is not rendered again with each page.
  useEffect(() => renderWithCookies(used, path), [used, path])

  // This tab's copy of the choice may be outdated: it accepts the cookies and asks the server.
  const renderIfVisible = useEffectEvent(() => {
    if (!document.hidden) renderWithCookies(used, path)
  })
  useEffect(() => {
    const look = () => renderIfVisible()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  return null
}

function correctCookies({ language, timeZone }: ChosenLocale): void {
  const wantedZone = timeZone ?? browserTimeZone()
  if (readZoneCookie() !== wantedZone) writeZoneCookie(wantedZone)
  if (language !== null && readLanguageCookie() !== language) writeLanguageCookie(language)
}
