'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useMemo, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { browserTimeZone, writeLanguageCookie, writeZoneCookie } from '@/app/browser-locale'
import { ChoiceField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { useToast } from '@/components/ui/feedback/toast'
import { useTimeLocale } from '@/components/ui/text/time'
import { useHydrated } from '@/components/ui/use-hydrated'
import { BROWSER_DEFAULT, type LocaleChoice, localeSchema } from '@/lib/desk-api/people/account'
import { type Language, languageNames, languages } from '@/lib/words/locale/languages'
import { offsetText } from '@/lib/words/time/time-text'
import { changeLocale } from './actions'

interface Props {
  initial: LocaleChoice
  /** The browser's own choice. */
  browserLanguage: Language
}

/** The operator's language and time zone. They apply at once, without reloading the page. */
export function LocaleForm({ initial, browserLanguage }: Props) {
  const t = useTranslations('account.locale')
  const router = useRouter()
  const { announce } = useToast()
  const isHydrated = useHydrated()
  const { timeZone: usedZone } = useTimeLocale()
  const [isRefreshing, refresh] = useTransition()
  const [isSaved, setSaved] = useState(false)

  // The announcement is in the new language.
  const announceSaved = useEffectEvent(() => announce(t('saved')))
  useEffect(() => {
    if (!isSaved || isRefreshing) return
    setSaved(false)
    announceSaved()
  }, [isSaved, isRefreshing])

  const languageChoices = [
    {
      value: BROWSER_DEFAULT,
      label: t('browserDefault', { name: languageNames[browserLanguage] }),
    },
    ...languages.map(language => ({ value: language, label: languageNames[language], lang: language })),
  ]
  // The server knows the browser's time zone only from the cookie.
  const ownZone = isHydrated ? browserTimeZone() : usedZone
  const zones = useMemo(zoneChoices, [])
  return (
    <Form
      schema={localeSchema}
      initial={initial}
      submit={t('submit')}
      label={t('title')}
      action={changeLocale}
      onAccepted={({ language, timeZone }) => {
        writeLanguageCookie(language ?? undefined)
        writeZoneCookie(timeZone ?? browserTimeZone())
        setSaved(true)
        refresh(() => router.refresh())
      }}
    >
      <ChoiceField name="language" label={t('language')} choices={languageChoices} />
      <ChoiceField
        name="timeZone"
        label={t('timeZone')}
        hint={t('hint')}
        choices={[{ value: BROWSER_DEFAULT, label: t('browserDefault', { name: ownZone }) }, ...zones]}
      />
    </Form>
  )
}

/** All time zones by name, each with its current offset. Browsers do not list UTC. */
const zoneChoices = () =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map(zone => ({
    value: zone,
    label: zone,
    aside: <Offset of={zone} />,
  }))

/** Computed when the list opens: each of four hundred zones needs a formatter. */
const Offset = ({ of: zone }: { of: string }) => `UTC${offsetText(zone, Date.now())}`
