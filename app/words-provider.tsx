'use client'
import { IntlProvider } from 'use-intl'
import { LOCALE, messages } from '@/lib/words/messages'

/** The sentences of the desk, for everything that runs in the browser. */
export function WordsProvider({ children }: { children: React.ReactNode }) {
  return (
    <IntlProvider locale={LOCALE} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  )
}
