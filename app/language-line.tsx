'use client'
import { useRouter } from 'next/navigation'
import { Fragment, useEffect, useTransition } from 'react'
import { BareButton } from '@/components/ui/buttons/bare-button'
import { type Language, languageNames, languages } from '@/lib/words/locale/languages'
import { browserTimeZone, readZoneCookie, writeLanguageCookie, writeZoneCookie } from './browser-locale'

interface Props {
  /** The name of the group of buttons. */
  label: string
  /** The language of the page. */
  current: Language
}

/** The choice of a language before sign-in. Typed text stays in the page. */
export function LanguageLine({ label, current }: Props) {
  const router = useRouter()
  const [, start] = useTransition()
  // The first page of the desk shows times.
  useEffect(() => {
    if (readZoneCookie() === undefined) writeZoneCookie(browserTimeZone())
  }, [])
  const choose = (language: Language) => {
    writeLanguageCookie(language)
    start(() => router.refresh())
  }
  return (
    <fieldset aria-label={label} className="mt-auto flex items-center gap-1.5 pt-10 text-ink-3 text-xs">
      {languages.map((language, at) => (
        <Fragment key={language}>
          {at > 0 && <span aria-hidden>·</span>}
          <BareButton
            lang={language}
            aria-pressed={language === current}
            onClick={() => choose(language)}
            className="rounded hover:text-ink hover:underline aria-pressed:text-ink"
          >
            {languageNames[language]}
          </BareButton>
        </Fragment>
      ))}
    </fieldset>
  )
}
