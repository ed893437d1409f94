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
import type { ChosenLocale } from '@/lib/desk-api/account'
import type { Language } from '@/lib/words/languages'

interface Props {
  /** The choice of the operator. */
  chosen: ChosenLocale
  /** What the page was rendered with. */
  used: { readonly language: Language; readonly timeZone: string }
  /** In milliseconds: each time the server renders, the cookies are compared again. */
  renderedAt: number
}

/**
 * Keeps the cookies that carry language and time zone to the server as the operator chose them, or else as the browser
 * has them, and renders the page again where it was rendered with others. Another tab may have changed them, too.
 */
export function LocaleCookies({ chosen, used, renderedAt }: Props) {
  const router = useRouter()
  const path = usePathname()
  const { sheet } = useParams<{ sheet?: string[] }>()
  /** What was asked for last: a server that does not know it is not asked again. */
  const asked = useRef<string>(undefined)

  const renderWithCookies = useEffectEvent(() => {
    const wanted = `${readLanguageCookie() ?? used.language} ${readZoneCookie() ?? used.timeZone}`
    // A draft that was new when its page was rendered, and has an address of its own since it was saved, would be opened
    // again, without its undo: it stays as it is until the operator leaves it.
    if (sheet?.at(-1) === 'new' && !path.endsWith('/new')) return
    const isUsed = wanted === `${used.language} ${used.timeZone}`
    const isAsked = wanted === asked.current
    asked.current = isUsed ? undefined : wanted
    if (isUsed || isAsked) return
    router.refresh()
  })

  const correctCookies = useEffectEvent(() => {
    const timeZone = chosen.timeZone ?? browserTimeZone()
    if (readZoneCookie() !== timeZone) writeZoneCookie(timeZone)
    if (chosen.language !== null && readLanguageCookie() !== chosen.language)
      writeLanguageCookie(chosen.language)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new rendering may have a new choice.
  useEffect(() => {
    correctCookies()
    renderWithCookies()
  }, [renderedAt])

  // The layout is not rendered again with each page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is another one.
  useEffect(() => renderWithCookies(), [path])

  useEffect(() => {
    // What this tab knows of the choice may be old: it takes the cookies as they are, and asks the server.
    const look = () => {
      if (!document.hidden) renderWithCookies()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  return null
}
